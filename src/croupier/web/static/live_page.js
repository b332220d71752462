// A page that the house draws anew: a tournament, a promotion, a desk.

import { watchConnection } from "./table/connection.js";

watchConnection();
