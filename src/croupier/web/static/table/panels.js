// The panels beside a table: what somebody opened or closed is so at every table from then on, and
// a link to one of them opens it.

import { keep, recall } from "./kept.js";

const KEPT = "croupier/panels";

export function showPanels() {
  const kept = recall(KEPT);
  for (const panel of document.querySelectorAll("details.panel[id]")) {
    if (panel.id in kept) panel.open = kept[panel.id];
  }
}

document.addEventListener("click", (event) => {
  const summary = event.target.closest("details.panel[id] > summary");
  if (summary) keep(KEPT, { [summary.parentElement.id]: !summary.parentElement.open });
  const link = event.target.closest('a[href^="#about-"]');
  if (link) document.querySelector(link.hash).open = true;
});
