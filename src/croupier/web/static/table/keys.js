// Keys for buttons. A digit chooses a chip and nothing else; a letter is one button of the rail.
// A decision that has just appeared is not taken by what was pressed for the one before: for a
// moment after it is another, its buttons take neither keys nor clicks. And a decision is answered
// once: what is pressed again while the answer is on its way would be taken by the next one.

import { chooseChip } from "./bets.js";

const FRESH = 400;  // milliseconds

let decision = "";
let freshUntil = 0;
let answer = null;  // to the decision, until the house has said what came of it and drawn that

function settleAnswer(news) {
  Object.assign(answer ?? {}, news);
  if (answer?.heard && answer.drawn) answer = null;
}

document.addEventListener("htmx:afterRequest", ({ detail: { successful, xhr } }) => {
  if (successful && !xhr.responseText) settleAnswer({ heard: true });
  else answer = null;  // it was refused, or did not arrive
});

export function noteDecision() {
  const asked = document.getElementById("rail")?.dataset.decision ?? "";
  settleAnswer({ drawn: true });
  if (asked === decision) return;
  const before = decision;
  decision = asked;
  answer = null;
  if (!asked || !before && document.readyState !== "complete") return;  // a page that was just opened
  freshUntil = performance.now() + FRESH;
  document.body.classList.add("fresh");
  setTimeout(() => {
    if (performance.now() >= freshUntil - 1) document.body.classList.remove("fresh");
  }, FRESH);
}

const isFresh = () => performance.now() < freshUntil;
const inMoves = (element) => element.closest("#moves, .go-on") !== null;

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || !inMoves(button)) return;
  if (event.detail > 1 || isFresh() || answer) {  // nor was the second of a double click meant for it
    event.preventDefault();
    event.stopPropagation();
  } else if (decision) {
    answer = {};
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
