// The desk of a table: the layout that is touched and what comes next, drawn anew by the house, with
// the keys of a table's own page.

import { followTable } from "./table/redrawing.js";

followTable();
