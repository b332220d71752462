// Keys for buttons. A digit chooses a chip and nothing else; a letter is one button of the rail.
// A decision that has just appeared is not taken by what was pressed for the one before: for a
// moment after it is another, its buttons take neither keys nor clicks.

import { chooseChip } from "./bets.js";

const FRESH = 400;  // milliseconds

let decision = "";
let freshUntil = 0;

export function noteDecision() {
  const asked = document.getElementById("rail")?.dataset.decision ?? "";
  if (asked === decision) return;
  const before = decision;
  decision = asked;
  if (!asked || !before && document.readyState !== "complete") return;  // a page that was just opened
  freshUntil = performance.now() + FRESH;
  document.body.classList.add("fresh");
  setTimeout(() => {
    if (performance.now() >= freshUntil - 1) document.body.classList.remove("fresh");
  }, FRESH);
}

const isFresh = () => performance.now() < freshUntil;
const inMoves = (element) => element.closest("#moves") !== null;

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || !inMoves(button)) return;
  if (event.detail > 1 || isFresh()) {  // the second of a double click was not meant for it either
    event.preventDefault();
    event.stopPropagation();
  }
}, true);

// --- the dealer of real cards types a rank and a suit

const RANKS = "A23456789TJQK";
const SUITS = "SHDC";
let rank = "";

function typed(key) {
  const letter = key === "0" ? "T" : key.toUpperCase();
  if (rank && SUITS.includes(letter)) {
    const card = document.querySelector(`.keypad [data-card="${rank}${letter}"]:not([disabled])`);
    rank = "";
    return card;
  }
  rank = RANKS.includes(letter) ? letter : "";
  return null;
}

const byKey = (key) => document.querySelector(`#rail [data-key="${CSS.escape(key)}"]:not([hidden])`);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.repeat) return;
  if (event.target.closest?.("input:not([type=radio]), select, textarea")) return;
  const keypad = document.querySelector(".keypad");
  const button = keypad ? typed(event.key) : byKey(event.key.toLowerCase());
  if (button) {
    event.preventDefault();
    if (!(inMoves(button) && isFresh())) button.click();
  } else if (!keypad && chooseChip(Number(event.key))) {
    event.preventDefault();
  }
});
