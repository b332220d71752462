// Checks a ballot or a draw in front of one's eyes: everything is worked out here, from what was published.
// docs/fairness.md describes it to the byte; docs/examples/check_shuffle.py does the same elsewhere.

import { $, begin, drawn, hash, hex, judge, line, seedOf, text, unhex } from "./hashes.js";

const SUITS = ["♠", "♥", "♦", "♣"];
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const card = (place) => `${RANKS[place % 13]}${SUITS[Math.floor((place % 52) / 13)]}`;
const same = (one, other) => one.length === other.length && one.every((each, at) => each === other[at]);

async function check(draw) {
  const { record, number, purpose, roll, commitment, lines, secret, cards } = draw;
  const parts = $("parts");
  line(parts, null, `Draw ${number} of ${record}, for ${purpose}: ${draw.seeded}.`);
  await checkRoll(draw);
  line(parts, null, "The roll was closed, and the house bound to its secret, by", commitment);
  const context = await hash(text(`croupier context 2\n${record}\n${number}\n${roll}`));
  const seed = await seedOf(parts, draw, context, commitment);
  const bound = await hash(text("croupier draw commitment 2\n"), context, unhex(secret));
  line(parts, hex(bound) === commitment, "The secret that was told with the draw is the one that it was bound to:", secret);
  const key = await hash(seed, unhex(secret));
  const places = await drawn(cards || lines.length, lines.length, key, "croupier draw 2");
  const order = cards ? places : places.map((place) => lines[place].number);
  const rest = $("rest");
  line(rest, same(order, draw.drawn), cards ? "The cards are those that follow." : "The order is the one that follows.");
  order.forEach((each, at) => show(lines, each, at, cards));
  judge(`Everything fits: ${lines.length} lines of the roll, in an order that nobody could choose.`);
}

async function checkRoll({ lines, purpose, roll }) {
  const list = $("rest");
  let named = 0;
  for (const each of lines) {
    if (each.name === null || each.name === undefined) continue;
    const called = each.reference ? `~${each.reference}` : each.name;
    const fits = hex(await hash(text(`${each.number}\t${called}`))) === each.hash;
    if (!fits) line(list, false, `${each.number} is not ${each.name} on the roll that was closed.`);
    named += 1;
  }
  const whole = await hash(text(`croupier roll 2\n${purpose}\n`), ...lines.map((each) => unhex(each.hash)));
  line(list, hex(whole) === roll, `The roll is the one that was closed: ${lines.length} lines, ${named} of them with names that you may see.`);
}

function show(lines, each, at, cards) {
  const item = document.createElement("li");
  const of = cards ? lines[at] : lines.find((one) => one.number === each);
  const who = of.name || `number ${of.number}`;
  item.textContent = cards ? `${who}: ${card(each)}` : `${who}`;
  $("drawn").append(item);
}

const { address } = document.querySelector("[data-address]").dataset;
begin(address, "draw", check);
