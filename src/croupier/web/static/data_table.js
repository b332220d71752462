// Data tables sort by a heading and show only the rows with a word; both stand in the address. A
// table that is redrawn has plain headings again: it is made ready anew, and asks the address.
"use strict";

const FEW = 6; // so many rows are looked through without a search
const ORDER = new Intl.Collator("en", { numeric: true });
const AMOUNT = /^[-\u2212]?\$?[\d,]+(\.\d+)?(?![\d-])/;

function amount(text) {
  const found = AMOUNT.exec(text);
  return found ? Number(found[0].replace(/[$,]/g, "").replace("\u2212", "-")) : null;
}

function compared(one, other) {
  const [left, right] = [amount(one), amount(other)];
  if (left !== null && right !== null) return left - right;
  if (left !== null || right !== null) return left === null ? -1 : 1;
  return ORDER.compare(one, other);
}

function told(element) {
  return (element.innerText || element.textContent).trim(); // what is folded away is not rendered
}

function toldOf(row, place) {
  return told(row.cells[place]);
}

function kept(name, value) {
  const address = new URL(location);
  if (value) address.searchParams.set(name, value);
  else address.searchParams.delete(name);
  history.replaceState(history.state, "", address);
}

function enhance(table) {
  const body = table.tBodies[0];
  const rows = [...body.rows].filter((row) => row.cells.length === table.tHead.rows[0].cells.length);
  if (rows.length < 2) return;
  const asked = new URLSearchParams(location.search);
  const [sortName, findName] = [`sort-${table.dataset.table}`, `find-${table.dataset.table}`];
  const headings = [...table.tHead.rows[0].cells];

  function sort(heading, order) {
    const place = headings.indexOf(heading);
    const sign = order === "descending" ? -1 : 1;
    const sorted = order ? rows.toSorted((a, b) => sign * compared(toldOf(a, place), toldOf(b, place))) : rows;
    body.append(...sorted);
    for (const each of headings) each.removeAttribute("aria-sort");
    if (order) heading.setAttribute("aria-sort", order);
    kept(sortName, order && `${order === "descending" ? "-" : ""}${told(heading).toLowerCase()}`);
  }

  for (const heading of headings) {
    const label = told(heading);
    if (!label || heading.querySelector(".unseen")) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.textContent = label;
    heading.replaceChildren(button);
    const isAmount = rows.some((row) => amount(toldOf(row, headings.indexOf(heading))) !== null);
    const turns = isAmount ? ["descending", "ascending"] : ["ascending", "descending"];
    button.addEventListener("click", () => {
      const now = turns.indexOf(heading.getAttribute("aria-sort"));
      sort(heading, turns[now + 1] ?? "");
    });
    const wanted = asked.get(sortName);
    if (wanted?.replace(/^-/, "") === label.toLowerCase())
      sort(heading, wanted.startsWith("-") ? "descending" : "ascending");
  }

  const before = table.closest(".scroll") ?? table;
  if (before.previousElementSibling?.matches(".filter")) before.previousElementSibling.remove();
  if (rows.length < FEW) return;
  const field = document.createElement("p");
  field.className = "filter";
  field.innerHTML = '<label>Only rows with <input type="search" autocomplete="off"></label> <output class="soft small"></output>';
  const [input, output] = [field.querySelector("input"), field.querySelector("output")];
  const words = new Map(rows.map((row) => [row, told(row).toLowerCase()]));
  const show = () => {
    const word = input.value.trim().toLowerCase();
    for (const row of rows) row.hidden = Boolean(word) && !words.get(row).includes(word);
    const left = rows.filter((row) => !row.hidden).length;
    output.textContent = word ? `${left} of ${rows.length}` : "";
    kept(findName, word);
  };
  input.value = asked.get(findName) ?? "";
  input.addEventListener("input", show);
  input.dataset.finds = table.dataset.table;
  before.before(field);
  if (input.value) show();
  if (writing === table.dataset.table) {
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }
}

let writing; // the table whose rows somebody is filtering
for (const event of ["focusin", "pointerdown"])
  document.addEventListener(event, ({ target }) => (writing = target.dataset?.finds));

function enhanceAll() {
  for (const table of document.querySelectorAll("table[data-table]"))
    if (!table.tHead.querySelector(".sort")) enhance(table);
}

enhanceAll();
new MutationObserver(enhanceAll).observe(document.body, { childList: true, characterData: true, subtree: true });
