// A table in the browser: keys for buttons, undo and repeat for chips, the clock of a decision.
// Everything it sends is a command that a button of the page could have sent.

const byKey = (key) => document.querySelector(`#rail [data-key="${CSS.escape(key)}"]`);
const form = () => document.getElementById("commands");
const memory = { laid: [], last: [] };

// What a person has opened or chosen stays so when the table is drawn anew.
const kept = new Set(["open", "checked", "hidden"]);
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name) => !kept.has(name);

// --- chips

const spots = () => [...document.querySelectorAll("[data-spot]")];
const command = (button) => JSON.parse(button.value);

// A wager of so much, whichever chip is chosen in the tray.
function send(value) {
  const { chip, ...fields } = Object.fromEntries(new FormData(form()));
  return htmx.ajax("POST", form().action, {
    source: document.body, target: "#refusal", swap: "innerHTML",
    values: { ...fields, command: JSON.stringify(value) },
  });
}

function remember(button) {
  memory.laid.push({ ...command(button), amount: Number(button.dataset.lying) });
  offer();
}

async function undo() {
  const before = memory.laid.pop();
  if (before) await send(before);
  offer();
}

async function again() {
  for (const wager of memory.last) await send(wager);
}

// Undo and repeat are shown while they have something to do.
function offer() {
  const laying = spots().some((spot) => Number(spot.dataset.lying) > 0);
  show("[data-undo]", memory.laid.length > 0);
  show("[data-again]", memory.last.length > 0 && !laying);
}

function show(selector, shown) {
  const button = document.querySelector(selector);
  if (button) button.hidden = !shown;
}

// What lay in the boxes when betting closed is what is laid again.
function follow() {
  const table = document.querySelector(".table");
  const lying = spots().filter((spot) => Number(spot.dataset.lying) > 0);
  if (lying.length > 0) {
    memory.last = lying.map((spot) => ({ ...command(spot), amount: Number(spot.dataset.lying) }));
  }
  if (table && table.dataset.phase !== "betting") memory.laid = [];
  offer();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.matches("[data-spot]")) remember(button);
  else if (button.matches("[data-undo]")) undo();
  else if (button.matches("[data-again]")) again();
  else if (button.matches("[data-dismiss]")) document.getElementById("refusal").replaceChildren();
});

// A decision takes one click. The second of a double click was not meant for what it led to.
document.addEventListener("click", (event) => {
  if (event.detail > 1 && event.target.closest("#rail .moves button")) event.preventDefault();
}, true);

// --- keys

const RANKS = "A23456789TJQK";
const SUITS = "SHDC";
let rank = "";

function typed(key) {
  const letter = key === "0" ? "T" : key.toUpperCase();
  if (rank && SUITS.includes(letter)) {
    const card = document.querySelector(`[data-card="${rank}${letter}"]:not([disabled])`);
    rank = "";
    return card;
  }
  rank = RANKS.includes(letter) ? letter : "";
  return null;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
  if (event.repeat) return;
  if (event.target.closest("input:not([type=radio]), select, textarea")) return;
  const chips = [...document.querySelectorAll(".tray input")];
  const keypad = document.querySelector(".keypad");
  const button = keypad ? typed(event.key) : byKey(event.key.toLowerCase());
  if (button) {
    event.preventDefault();
    button.click();
  } else if (!keypad && chips[Number(event.key) - 1]) {
    chips[Number(event.key) - 1].checked = true;
  }
});

// --- the clock: by how much time was left when the page came, whatever clock the browser has

function tick() {
  for (const timer of document.querySelectorAll("[data-deadline]")) {
    const { deadline, now } = timer.dataset;
    if (timer.deadline !== deadline) {  // the element stays when the table is drawn anew
      timer.deadline = deadline;
      timer.until = performance.now() + Number(deadline) - Number(now);
    }
    const left = Math.max(0, Math.ceil((timer.until - performance.now()) / 1000));
    timer.querySelector("[data-left]").textContent = `${left} s`;
    timer.classList.toggle("late", left <= 5);
  }
}

setInterval(tick, 250);
document.addEventListener("htmx:afterSettle", () => { tick(); follow(); });
tick();
follow();
