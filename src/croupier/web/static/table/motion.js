// Cards come out of the shoe one by one, turn over and are gathered; chips are laid, paid and
// taken. All of it is worked out from two drawings of the table, the one before and the one that
// came: the house has dealt already, and nothing here holds up what may be done next. Nothing
// moves for those who prefer less motion, or on a page that nobody looks at.

const CARD = 260;      // milliseconds for a card to fly
const BETWEEN = 190;   // from one card to the next as they are dealt
const DRAWN = 480;     // before a card that is drawn to a hand: one follows how it comes out
const LONGEST = 2600;  // however many there are
const CHIPS = 380;
const EASE = "cubic-bezier(.2, .7, .2, 1)";

const still = matchMedia("(prefers-reduced-motion: reduce)");
let before = null;
let busyUntil = 0;

// --- what lies on the table

const box = (element) => element.getBoundingClientRect();
const face = (card) => card.querySelector("use").getAttribute("href").split("#")[1];

function drawing() {
  const cards = new Map();
  for (const card of document.querySelectorAll(".felt svg[id^=card-]")) {
    cards.set(card.id, { face: face(card), at: box(card), copy: card, in: card.closest(".box")?.id ?? "" });
  }
  const bets = new Map();
  for (const bet of document.querySelectorAll(".felt [data-bet]")) {
    const pile = bet.querySelector(".pile");
    bets.set(bet.dataset.bet, {
      amount: Number(bet.dataset.amount), at: box(pile), pile,
      mine: bet.classList.contains("mine"), result: bet.querySelector(".result") !== null,
      won: bet.classList.contains("won"), lost: bet.classList.contains("lost"),
    });
  }
  return { cards, bets };
}

export function remember() {
  if (still.matches || document.hidden) {
    before = null;
    return;
  }
  before = drawing();
  // what will be gone has to be copied while it is there
  for (const each of before.cards.values()) each.copy = each.copy.cloneNode(true);
  for (const each of before.bets.values()) each.pile = each.pile.cloneNode(true);
}

export function animate() {
  if (!before) return;
  const after = drawing();
  const old = before;
  before = null;
  const start = Math.max(0, Math.min(busyUntil - performance.now(), LONGEST / 2));
  gather(old, after);
  const landed = deal(old, after, start);
  moveChips(old, after, landed);
  keepForTheCards(landed);
  busyUntil = performance.now() + landed;
}

// How a round came out is read when its last card lies there, and not before.
function keepForTheCards(landed) {
  if (landed === 0 || document.querySelector(".table")?.dataset.phase !== "settled") return;
  for (const told of document.querySelectorAll(".rail .status, .purse strong, #about-round")) appear(told, landed);
}

// --- cards

// Cards that were not there: out of the shoe in the order in which they are dealt, or, where the
// same card lay elsewhere in its box, from there to here. Returns when the last has landed.
function deal(old, after, start) {
  const gone = [...old.cards].filter(([id]) => !after.cards.has(id)).map(([, card]) => card);
  const shoe = document.querySelector(".shoe svg");
  const from = shoe && box(shoe);
  const fresh = [];
  for (const [id, card] of after.cards) {
    const was = old.cards.get(id);
    const element = document.getElementById(id);
    if (was && was.face === card.face) continue;
    if (was && was.face === "back") {
      turn(element, start);
      continue;
    }
    const moved = gone.findIndex((each) => each.face === card.face && each.in === card.in);
    if (moved >= 0) {
      fly(element, gone[moved].at, card.at, 0);
      gone.splice(moved, 1);
    } else if (!was) {
      fresh.push([Number(element.dataset.turn), element, card]);
    }
  }
  if (!fresh.length || !from) return start;
  fresh.sort(([one], [other]) => one - other);
  const begins = paced(fresh.map(([, element]) => element.closest(".hand")), old, start);
  fresh.forEach(([, element, card], place) => fly(element, from, card.at, begins[place], true));
  unveil(fresh, begins);
  return begins.at(-1) + CARD;
}

// When each card leaves the shoe, by the hands that they come to.
function paced(hands, old, start) {
  const had = (hand) => old.cards.has(`card-${hand.id.slice("hand-".length)}-1`);
  const waits = hands.map((hand, place) => (place === 0 ? 0 : had(hand) ? DRAWN : BETWEEN));
  const all = waits.reduce((sum, each) => sum + each, 0);
  const quicker = Math.min(1, (LONGEST - CARD) / all);
  let at = start;
  return waits.map((each) => (at += each * quicker));
}

function fly(element, from, to, delay, hidden = false) {
  const across = from.left + from.width / 2 - (to.left + to.width / 2);
  const down = from.top + from.height / 2 - (to.top + to.height / 2);
  const begins = { transform: `translate(${across}px, ${down}px) rotate(-14deg) scale(.55)` };
  if (hidden) begins.opacity = 0;
  element.animate([begins, { opacity: 1, offset: 0.15 }, { transform: "none" }], {
    duration: CARD, delay, easing: EASE, fill: "backwards",
  });
}

function turn(element, delay) {
  element.animate(
    [{ transform: "rotateY(90deg) scale(1.08)" }, { transform: "none" }],
    { duration: CARD, delay, easing: "ease-out", fill: "backwards" },
  );
}

// What a hand comes to is read when its last card lies there.
function unveil(fresh, begins) {
  const last = new Map(fresh.map(([, element], place) => [element.closest(".hand"), begins[place]]));
  for (const [hand, at] of last) appear(hand.querySelector(".total"), at + CARD / 2);
}

function appear(element, delay) {
  element?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 160, delay, fill: "backwards" });
}

// Cards that are gone are gathered into the discard rack.
function gather(old, after) {
  if (after.cards.size || !old.cards.size) return;
  const rack = document.querySelector(".rack svg");
  if (!rack) return;
  const to = box(rack);
  [...old.cards.values()].forEach((card, place) => leave(card.copy, card.at, to, place * 18, 320));
}

// A copy of something that is gone from the table, on its way; what only comes now is not seen before.
function leave(copy, from, to, delay, duration, comes = false) {
  copy.removeAttribute("id");
  copy.setAttribute("aria-hidden", "true");
  Object.assign(copy.style, {
    position: "fixed", left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px`,
    height: `${from.height}px`, margin: 0, zIndex: 5, pointerEvents: "none",
  });
  document.body.append(copy);
  const across = to.left + to.width / 2 - (from.left + from.width / 2);
  const down = to.top + to.height / 2 - (from.top + from.height / 2);
  copy.animate(
    [{ transform: "none", opacity: comes ? 0 : 1 }, { opacity: 1, offset: 0.1 }, { opacity: 1, offset: 0.8 }, { transform: `translate(${across}px, ${down}px) scale(.5)`, opacity: 0 }],
    { duration, delay, easing: "ease-in", fill: "both" },
  ).finished.finally(() => copy.remove());
}

// --- chips

const purse = () => document.querySelector(".purse strong");
const dealer = () => document.querySelector(".dealer-side");

// Whose chips they are, and of which box: they stay the same when its cards come.
const owner = (key) => `${key.match(/^box-\d+/)?.[0]}${key.slice(key.indexOf(" "))}`;

// Chips that lie elsewhere in their box than before, by where they are now: from a spot to a hand.
function shifted(old, after) {
  const gone = [...old.bets].filter(([key]) => !after.bets.has(key));
  const found = new Map();
  for (const [key, bet] of after.bets) {
    if (old.bets.has(key)) continue;
    const place = gone.findIndex(([was, each]) => owner(was) === owner(key) && each.amount === bet.amount);
    if (place >= 0) found.set(key, gone.splice(place, 1)[0]);
  }
  return found;
}

// Laid from whoever's they are; once the cards lie, lost to the dealer and paid to the spot.
function moveChips(old, after, landed) {
  const moved = shifted(old, after);
  const stays = new Set([...moved.values()].map(([was]) => was));
  for (const [key, bet] of after.bets) {
    const was = old.bets.get(key) ?? moved.get(key)?.[1];
    const pile = document.querySelector(`[data-bet="${CSS.escape(key)}"] .pile`);
    if (moved.has(key)) {
      glide(pile, was.at, bet.at);
    } else if (!was || was.amount < bet.amount) {
      slide(pile, bet.mine ? purse() : pile.closest(".box")?.querySelector(".name"), bet.at, 0);
    }
    if (bet.result && !was?.result) settle(key, bet, landed);
  }
  for (const [key, bet] of old.bets) {
    if (after.bets.has(key) || stays.has(key) || bet.lost) continue;
    const home = bet.mine ? purse() : null;
    if (home) leave(bet.pile, bet.at, box(home), 0, CHIPS);
  }
}

function glide(pile, from, to) {
  pile?.animate(
    [{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)` }, { transform: "none" }],
    { duration: CHIPS, easing: EASE, fill: "backwards" },
  );
}

function slide(pile, from, to, delay) {
  if (!pile || !from) return;
  const start = box(from);
  const across = start.left + start.width / 2 - (to.left + to.width / 2);
  const down = start.top + start.height / 2 - (to.top + to.height / 2);
  pile.animate(
    [{ transform: `translate(${across}px, ${down}px)`, opacity: 0.2 }, { transform: "none", opacity: 1 }],
    { duration: CHIPS, delay, easing: EASE, fill: "backwards" },
  );
}

function settle(key, bet, delay) {
  const element = document.querySelector(`[data-bet="${CSS.escape(key)}"]`);
  appear(element.querySelector(".result"), delay + 120);
  if (!dealer()) return;
  if (bet.won) {
    const paid = bet.pile.cloneNode(true);
    const from = box(dealer());
    leave(paid, { ...plain(bet.at), left: from.left + from.width / 2, top: from.top + 40 }, bet.at, delay, CHIPS, true);
  } else if (bet.lost) {
    element.querySelector(".stack").animate([{ opacity: 1 }, {}], { duration: 200, delay, fill: "backwards" });
    const taken = bet.pile.cloneNode(true);
    leave(taken, bet.at, box(dealer()), delay + 150, CHIPS);
  }
}

const plain = ({ left, top, width, height }) => ({ left, top, width, height });
