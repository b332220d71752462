// A table in the browser. Everything that it sends is a command that a button of the page could
// have sent; what is drawn comes from the house. Each subject has a module of its own.

import { followBets } from "./table/bets.js";
import { tick } from "./table/clock.js";
import { watchConnection } from "./table/connection.js";
import { keepFocus, restoreFocus } from "./table/focus.js";
import { bringIntoView } from "./table/in_view.js";
import { noteDecision } from "./table/keys.js";
import { animate, remember } from "./table/motion.js";
import { tell } from "./table/news.js";

// What a person has opened or chosen stays so when the table is drawn anew.
const kept = new Set(["open", "checked", "hidden"]);
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name) => !kept.has(name);

function drawn() {
  noteDecision();
  followBets();
  bringIntoView();
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
  tell();
  animate();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-dismiss]")) event.target.closest("p, li").remove();
});

watchConnection();
setInterval(tick, 250);
drawn();
