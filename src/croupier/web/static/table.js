// A table in the browser. Everything that it sends is a command that a button of the page could
// have sent; what is drawn comes from the house. Each subject has a module of its own.

import { followBets } from "./table/bets.js";
import { bringIntoView, fitToWindow } from "./table/in_view.js";
import { tell } from "./table/news.js";
import { lookAtOwnCards } from "./table/own_cards.js";
import { showPanels } from "./table/panels.js";
import { followTable } from "./table/redrawing.js";

followTable({
  drawn() {
    followBets();
    fitToWindow();
    bringIntoView();
    lookAtOwnCards();
  },
  settled: tell,
});
showPanels();
addEventListener("resize", () => fitToWindow(true));
document.fonts.ready.then(() => fitToWindow(true));  // words are wider or narrower in their own type

// What opens above the rail is closed by whatever comes next.
const closeMenu = (event) => {
  const open = document.querySelector(".seat[open]");
  if (open && (event.key === "Escape" || event.type === "click" && !open.contains(event.target))) open.open = false;
};
document.addEventListener("click", closeMenu);
document.addEventListener("keydown", closeMenu);
