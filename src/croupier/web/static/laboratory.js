// The laboratory: work shown as it comes on, and charts whose cells tell what a choice is worth.
"use strict";

const work = document.querySelector("[data-events]");
if (work) {
  const source = new EventSource(work.dataset.events);
  source.addEventListener("step", (event) => { work.innerHTML = event.data; });
  source.addEventListener("over", () => { source.close(); location.reload(); });
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) location.reload();
  });
}

const detail = document.querySelector("[data-detail]");

function show(button) {
  for (const other of document.querySelectorAll("[data-chart] [aria-pressed=true]")) {
    other.setAttribute("aria-pressed", "false");
  }
  button.setAttribute("aria-pressed", "true");
  const situation = document.createElement("strong");
  situation.textContent = button.getAttribute("aria-label");
  detail.replaceChildren(situation, ` · ${button.dataset.values || "its choices are not valued"}`);
}

// One cell of a chart is in the order of the tab key; the arrow keys go from cell to cell.
function step(button, down, across) {
  const row = button.closest("tr");
  const rows = [...row.parentElement.rows];
  const to = rows[rows.indexOf(row) + down];
  const cell = to && to.cells[button.closest("td").cellIndex + across];
  const next = cell && cell.querySelector("button");
  if (!next) return;
  button.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

for (const chart of document.querySelectorAll("[data-chart]")) {
  const buttons = chart.querySelectorAll("button");
  buttons.forEach((button, place) => { button.tabIndex = place ? -1 : 0; });
  chart.addEventListener("focusin", (event) => show(event.target));
  chart.addEventListener("mouseover", (event) => {
    if (event.target.matches("button")) show(event.target);
  });
  chart.addEventListener("click", (event) => {
    if (event.target.matches("button")) show(event.target);
  });
  chart.addEventListener("keydown", (event) => {
    if (!(event.key in ARROWS) || !event.target.matches("button")) return;
    event.preventDefault();
    step(event.target, ...ARROWS[event.key]);
  });
}
