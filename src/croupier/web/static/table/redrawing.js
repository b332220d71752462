// A table that the house draws anew whenever something has happened: what is kept meanwhile, and
// what follows each time.

import { tick } from "./clock.js";
import { watchConnection } from "./connection.js";
import { keepFocus, restoreFocus } from "./focus.js";
import { noteDecision } from "./keys.js";
import { animate, remember } from "./motion.js";

/** Follow the table. `drawn` is called after each drawing, `settled` after all but the first. */
export function followTable({ drawn = () => {}, settled = () => {} } = {}) {
  // What a person has opened, chosen or written stays so when the table is drawn anew.
  const kept = new Set(["open", "checked", "hidden"]);
  const isWritten = (name, field) => name === "value" && field.value !== field.defaultValue;
  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, field) => !kept.has(name) && !isWritten(name, field);

  const lookAgain = () => {
    noteDecision();
    drawn();
    tick();
  };
  document.addEventListener("htmx:sseBeforeMessage", () => {
    keepFocus();
    remember();
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "live") return;
    lookAgain();
    restoreFocus();
    settled();
    animate();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-dismiss]")) event.target.closest("p, li").remove();
  });
  watchConnection();
  setInterval(tick, 250);
  lookAgain();
}
