// The desk of a table: the layout that is touched and what comes next, drawn anew by the house, with
// the keys of a table's own page.

import { tick } from "./table/clock.js";
import { watchConnection } from "./table/connection.js";
import { keepFocus, restoreFocus } from "./table/focus.js";
import { noteDecision } from "./table/keys.js";
import { animate, remember } from "./table/motion.js";

const kept = new Set(["open", "checked", "hidden"]);
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name) => !kept.has(name);

function drawn() {
  noteDecision();
  tick();
}

document.addEventListener("htmx:sseBeforeMessage", () => {
  keepFocus();
  remember();
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.id !== "live") return;
  drawn();
  restoreFocus();
  animate();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-dismiss]")) event.target.closest("p, li").remove();
});

watchConnection();
setInterval(tick, 250);
drawn();
