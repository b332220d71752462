// Checks a shuffle in front of one's eyes: everything is worked out here, from what was published.
// docs/fairness.md describes it to the byte; docs/examples/check_shuffle.py does the same elsewhere.

import { $, begin, big, found, hash, hex, hmac, joined, judge, line, seedOf, text, unhex, words } from "./hashes.js";

const MACHINE_LEAVES = 4096;

async function shuffled(items, secret, purpose) {
  const order = [...items];
  const below = words(secret, purpose);
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = await below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

// --- the tree

const leaf = (context, j, salt, card) => hash(big(0, 1), context, big(j, 4), salt, text(card));
const node = (left, right) => hash(big(1, 1), left, right);

async function rootFrom(context, cards, { position, salt, path }, card) {
  let here = await leaf(context, position, unhex(salt), card);
  let at = position;
  let used = 0;
  for (let width = cards; width > 1; width = Math.ceil(width / 2)) {
    if ((at ^ 1) < width) {
      if (used >= path.length) return "";
      const beside = unhex(path[used]);
      used += 1;
      here = at % 2 ? await node(beside, here) : await node(here, beside);
    }
    at = Math.floor(at / 2);
  }
  return used === path.length ? hex(here) : "";
}

async function rootOf(context, secret, cards) {
  let level = [];
  for (let j = 0; j < cards.length; j += 1) {
    level.push(await leaf(context, j, await hmac(secret, joined(text("salt"), big(j, 4))), cards[j]));
  }
  while (level.length > 1) {
    const above = [];
    for (let i = 0; i + 1 < level.length; i += 2) above.push(await node(level[i], level[i + 1]));
    if (level.length % 2) above.push(level[level.length - 1]);
    level = above;
  }
  return hex(level[0]);
}

// --- what is shown

const DECK = [..."SHDC"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const FACE = (card) => `${card[0] === "T" ? "10" : card[0]}${SUITS[card[1]]}`;

function showCard({ card, draw }, good, place) {
  const item = document.createElement("li");
  const face = document.createElement("span");
  face.className = "face";
  face.textContent = FACE(card);
  const says = document.createElement("small");
  says.className = good ? "good" : "bad";
  says.textContent = good ? "✓ proved" : "✗ not proved";
  const where = document.createElement("small");
  where.className = "soft";
  where.textContent = `card ${draw + 1}, laid at ${place}`;
  item.append(face, says, where);
  $("cards").append(item);
  if (!good) found.faults += 1;
}

// --- the check, in the order of the protocol

async function check(shuffle) {
  const { table, number, root, of, machine } = shuffle;
  const parts = $("parts");
  line(parts, null, `Shuffle ${number} at ${table}: ${shuffle.seeded}.`);
  line(parts, null, `The house was bound to its part of ${machine ? "every draw" : "all cards"} by the root`, root);
  const context = await hash(text(`croupier context 2\n${table}\n${number}\n${of}`));
  if (!machine) showCut(parts, shuffle);
  const seed = await seedOf(parts, shuffle, context, root);
  checkOwn(parts, shuffle);
  if (!machine) await checkCards(shuffle, context, seed);
  else await checkDraws(shuffle, context, seed);
  await checkRest(shuffle, context);
  judge(`Everything fits: ${shuffle.proofs.length} of ${shuffle.drawn} cards that came are proved to you.`);
}

function showCut(parts, { cut, cut_first: first }) {
  if (cut === null) return;
  const when = first ? "before anybody opened a link, so nobody who cut knew the order" : "when all links were open, and the house knew the order";
  line(parts, null, `The cards were cut ${cut} from the front, ${when}.`);
}

// What this browser remembers of the links that it opened at the table, for whichever of its players.
function checkOwn(parts, { table, root, cut, brought }) {
  for (let at = 0; at < localStorage.length; at += 1) {
    const name = localStorage.key(at);
    if (!name.startsWith(`croupier chain ${table} `)) continue;
    const { chain, opened, cuts } = JSON.parse(localStorage.getItem(name));
    for (const { tip, player } of brought) {
      if (!chain.includes(tip) || !opened[tip]) continue;
      line(parts, opened[tip] === root, `This browser opened the link of ${player} for the same root.`);
      const seen = cuts ? cuts[tip] : undefined;
      if (typeof seen === "number") line(parts, seen === cut, `It had been shown the same cut before: ${seen} from the front.`);
    }
  }
}

async function checkCards({ root, cards, cut, proofs }, context, seed) {
  const order = await shuffled(Array.from({ length: cards }, (_, at) => at), seed, "croupier positions 2");
  for (const proof of proofs) {
    const due = order[(proof.draw + (cut || 0)) % cards];
    const proved = (await rootFrom(context, cards, proof, proof.card)) === root;
    showCard(proof, proved && due === proof.position, proof.position + 1);
  }
}

async function checkDraws({ root, cards, proofs, fed, drawn, pack }, context, seed) {
  const row = pack ? [...pack] : Array.from({ length: cards / 52 }, () => DECK).flat();
  const byDraw = new Map(proofs.map((proof) => [proof.draw, proof]));
  for (let draw = 0; draw < drawn; draw += 1) {
    for (const back of fed) if (back.after === draw) row.push(...back.cards);
    const proof = byDraw.get(draw);
    if (!proof) {
      line($("rest"), null, `From card ${draw + 1} on, draws can be checked when the secret is told.`);
      return;
    }
    const value = await hash(seed, unhex(proof.salt));
    const j = await words(value, "croupier machine 2")(row.length);
    const proved = (await rootFrom(context, MACHINE_LEAVES, proof, "")) === root;
    showCard(proof, proved && row[j] === proof.card, `place ${j + 1} of ${row.length}`);
    [row[j], row[row.length - 1]] = [row[row.length - 1], row[j]];
    row.pop();
  }
}

async function checkRest({ secret, root, of, cards, pack, machine }, context) {
  const rest = $("rest");
  if (!secret) {
    line(rest, null, "The secret is not told yet. When it is, anybody can see that no card was missing and none too many.");
    return;
  }
  const before = pack || Array.from({ length: cards / 52 }, () => DECK).flat();
  const packed = text(before.join(" "));
  const salt = await hmac(unhex(secret), text("pack"));
  const hashes = [await hash(text("croupier pack 2\n"), packed), await hash(text("croupier pack 2\n"), salt, packed)];
  line(rest, hashes.map(hex).includes(of), `The pack was what it should be: ${cards} cards.`);
  const laid = machine
    ? Array.from({ length: MACHINE_LEAVES }, () => "")
    : await shuffled(before, unhex(secret), "croupier shuffle 2");
  line(rest, (await rootOf(context, unhex(secret), laid)) === root, "The secret leads to the root that was published before:", secret);
}

const { table } = document.querySelector("[data-table]").dataset;
begin(`/api/tables/${encodeURIComponent(table)}/shuffle`, "shuffle", check);
