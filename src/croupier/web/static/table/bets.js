// Laying chips: a stack is built on a spot, and goes to the house when it is a wager that the sign
// allows. The chip that was chosen and the wagers of the last round are remembered for each table.

import { keep, recall } from "./kept.js";

const table = () => document.querySelector(".table");
const form = () => document.getElementById("commands");
const spots = () => [...document.querySelectorAll("[data-spot]")];
const chips = () => [...document.querySelectorAll(".tray input")];
const command = (spot) => JSON.parse(spot.value);

const building = new Map();  // by spot, what lies there and what is being added to it, in cents
const sent = new Map();      // by spot, what was asked for and is not drawn yet
let laid = [];               // what lay on a spot before each change of this round, for undoing it
let sending = Promise.resolve();

// --- what is remembered

const place = () => `croupier/${location.pathname}`;

// --- one spot

const lying = (spot) => sent.get(spot.id) ?? Number(spot.dataset.lying);
const standing = (spot) => building.get(spot.id) ?? lying(spot);
const dollars = (cents) => `$${(cents / 100).toLocaleString("en-AU", { minimumFractionDigits: cents % 100 ? 2 : 0 })}`;

// Why the sign does not allow an amount, in words; nothing if it does.
function missing(spot, amount) {
  const { least = 0, step = 1, most = Infinity } = spot.dataset;
  if (amount > Number(most)) return `The most here is ${dollars(Number(most))}.`;
  if (amount < Number(least)) return `${dollars(Number(least) - amount)} more to the minimum of ${dollars(Number(least))}.`;
  if (amount % Number(step)) return `Wagers here go in steps of ${dollars(Number(step))}.`;
  return "";
}

// The chosen chip on top; the stack is laid as soon as it is a wager.
function add(spot) {
  const chip = chips().find((each) => each.checked);
  if (!chip) return;
  const amount = standing(spot) + Number(chip.value);
  const why = missing(spot, amount);
  hint(why);
  if (amount > Number(spot.dataset.most ?? Infinity)) return;
  if (why) {
    building.set(spot.id, amount);
    drawBuilding();
    offer();
  } else {
    change([[spot, amount]]);
  }
}

// --- asking the house

// New amounts on some spots, as one change that can be undone.
function change(amounts) {
  laid.push(amounts.map(([spot]) => [spot.id, lying(spot)]));
  ask(amounts);
}

function ask(amounts) {
  for (const [spot, amount] of amounts) {
    building.delete(spot.id);
    if (amount === lying(spot)) continue;
    sent.set(spot.id, amount);
    const wanted = { ...command(spot), amount };
    sending = sending.then(() => post(wanted)).finally(() => {
      if (sent.get(spot.id) === amount) sent.delete(spot.id);
    });
  }
  drawBuilding();
  offer();
}

// A wager of so much, whichever chip is chosen in the tray.
function post(wanted) {
  const { chip, ...fields } = Object.fromEntries(new FormData(form()));
  return htmx.ajax("POST", form().action, {
    source: document.body, target: "#refusal", swap: "innerHTML",
    values: { ...fields, command: JSON.stringify(wanted) },
  });
}

const named = (amounts) => amounts
  .map(([id, amount]) => [document.getElementById(id), amount])
  .filter(([spot]) => spot);

const acts = {
  undo() {
    if (building.size) {
      building.clear();
      drawBuilding();
      offer();
    } else if (laid.length) {
      ask(named(laid.pop()));
    }
  },
  clear() {
    building.clear();
    change(spots().filter((spot) => lying(spot)).map((spot) => [spot, 0]));
  },
  again() {
    change(named(recall(place()).last ?? []));
  },
  twice() {
    const doubled = spots().filter((spot) => lying(spot)).map((spot) => [spot, 2 * lying(spot)]);
    const over = doubled.find(([spot, amount]) => missing(spot, amount));
    if (over) hint(missing(...over));
    else change(doubled);
  },
};

// --- what is shown

let hinted = "";

function hint(text) {
  hinted = text;
  showHint();
}

function showHint() {
  const line = document.querySelector("[data-hint]");
  if (!line) return;
  line.dataset.usual ??= line.textContent;
  line.textContent = hinted || line.dataset.usual;
  line.classList.toggle("told", Boolean(hinted));
}

// Chips that are not a wager yet stand on their spot, marked as such.
function drawBuilding() {
  for (const spot of spots()) {
    const amount = building.get(spot.id);
    const old = spot.querySelector(".building");
    if (amount === undefined) {
      old?.remove();
      continue;
    }
    const shown = old ?? spot.appendChild(Object.assign(document.createElement("span"), { className: "building" }));
    shown.textContent = `${dollars(amount)} …`;
  }
}

// A way to change wagers is shown while there is something to change.
function offer() {
  const any = spots().some((spot) => lying(spot) > 0);
  const last = named(recall(place()).last ?? []);
  show("undo", building.size > 0 || laid.length > 0);
  show("clear", any || building.size > 0);
  show("again", last.length > 0 && !any);
  show("twice", any);
}

function show(what, shown) {
  const button = document.querySelector(`[data-bets="${what}"]`);
  if (button) button.hidden = !shown;
}

// Called whenever the table has been drawn: what lies there is what is laid again next time.
export function followBets() {
  if (!table()) return;
  if (table().dataset.phase !== "betting") {
    laid = [];
    building.clear();
    hinted = "";
    return;
  }
  const lies = spots().filter((spot) => Number(spot.dataset.lying) > 0);
  if (lies.length) keep(place(), { last: lies.map((spot) => [spot.id, Number(spot.dataset.lying)]) });
  const chosen = chips().find((chip) => chip.value === String(recall(place()).chip));
  if (chosen) chosen.checked = true;
  drawBuilding();
  showHint();
  offer();
}

export function chooseChip(number) {
  const chip = chips()[number - 1];
  if (!chip) return false;
  chip.checked = true;
  keep(place(), { chip: chip.value });
  return true;
}

document.addEventListener("change", (event) => {
  if (event.target.matches(".tray input")) keep(place(), { chip: event.target.value });
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.matches("[data-spot]")) {
    event.preventDefault();
    event.stopPropagation();
    add(button);
  } else if (button?.matches("[data-bets]")) {
    acts[button.dataset.bets]();
  } else if (button?.matches(".take-back")) {
    building.delete(`lay-${button.id.slice("take-".length)}`);
  }
}, true);
