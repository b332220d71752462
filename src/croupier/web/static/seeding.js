// Takes part in the shuffles of a table, or the draws of a tournament or promotion, for whoever looks at
// it: shows the tip of a hash chain that only this browser knows, and opens one link of it for everything
// that the house is bound to.
// docs/fairness.md says why. Nothing is sent that is not shown to everybody anyway.

const LENGTH = 256;
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytes = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
const hash = async (text) => hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes(text))));

// --- the chain, kept in the browser so that a page that is loaded again goes on with it

const place = ({ table, base, player }) => `croupier chain ${table || base} ${player}`;
const address = ({ table, base }) => base || `/api/tables/${encodeURIComponent(table)}`;

function kept(where) {
  try {
    return JSON.parse(localStorage.getItem(where));
  } catch {
    return null;
  }
}

async function links(start) {
  const all = [start];
  for (let n = 0; n < LENGTH; n += 1) all.push(await hash(all[n]));
  return all;
}

// A chain is never taken up again after somebody may have seen links of it: a new one begins.
async function begin(where) {
  const chain = await links(hex(crypto.getRandomValues(new Uint8Array(32))));
  localStorage.setItem(where, JSON.stringify({ chain, opened: {} }));
  return chain[LENGTH];
}

// How far the chain has been opened: the next tip that may be.
function unopened({ chain, opened }) {
  return Math.min(LENGTH, ...Object.keys(opened).map((tip) => chain.indexOf(tip) - 1));
}

// --- what is said to the table, the tournament or the promotion

let token = "";

async function tell(seeding, command) {
  const answer = await fetch(`${address(seeding)}/commands`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrf-token": token },
    body: JSON.stringify({ command }),
  });
  return answer.ok;
}

// --- one thing at a time, in one of the player's tabs

let busy = Promise.resolve();
const alone = (work) => (navigator.locks ? navigator.locks.request("croupier seeding", work) : work());

function takePart(seeding) {
  busy = busy.then(() => alone(() => once(seeding))).catch(() => {});
  return busy;
}

async function once(seeding) {
  const where = place(seeding);
  const held = kept(where);
  const { awaited, player } = seeding;
  if (awaited) {
    const at = held ? held.chain.indexOf(awaited.tip) : -1;
    if (at < 1) return;  // the tip of another browser, or one that is used up
    // A link that was opened for one root is never opened for another, nor is one before it: a house
    // that could have links for roots that it made up would know those that count.
    const known = held.opened[awaited.tip];
    if (known ? known !== awaited.root : at > unopened(held)) return;
    held.opened[awaited.tip] = awaited.root;
    // The cut that is known by now: whoever cut did not know what this link brings.
    held.cuts = { [awaited.tip]: awaited.cut ?? null, ...held.cuts };
    localStorage.setItem(where, JSON.stringify(held));
    await tell(seeding, { do: "open-link", player, link: held.chain[at - 1] });
    return;
  }
  // A tip that is not ours is another browser's of the same player, who takes part with that one. One of
  // ours is of no use when it is the last, or when its link was opened and has not counted.
  const lies = held && seeding.tip ? held.chain.indexOf(seeding.tip) : -1;
  if (seeding.tip && lies !== 0 && (lies < 0 || lies <= unopened(held))) return;
  await tell(seeding, { do: "bring-tip", player, tip: await begin(where) });
}

// --- when the table is drawn anew, and by a stream of its own while the page is hidden

function look() {
  const here = document.getElementById("seeding");
  if (!here) return;
  token = here.dataset.token;
  const said = here.dataset.seeding;
  if (said !== look.said) takePart(JSON.parse(said));
  look.said = said;
}

let stream = null;

function listen() {
  const here = document.getElementById("seeding");
  if (!document.hidden || !here) {
    if (stream) stream.close();
    stream = null;
    look();
    return;
  }
  const { table, base, player } = JSON.parse(here.dataset.seeding);
  token = here.dataset.token;
  stream ??= new EventSource(`${address({ table, base })}/${base ? "events" : "stream"}`);
  stream.addEventListener("look", (event) => {
    const { view } = JSON.parse(event.data);
    const { awaited: joint, tips, tip: own } = base ? view.drawing : view.shoe.seeding;
    const mine = (those) => those.find((each) => each.player === player);
    const asked = joint && mine(joint.contributions);
    const due = asked && !asked.link;
    const awaited = due ? { root: joint.root || joint.commitment, tip: asked.tip, cut: joint.cut } : null;
    const tip = base ? own : (mine(tips) || { tip: null }).tip;
    if (awaited || !base) takePart({ table, base, player, awaited, tip });
  });
}

if (globalThis.crypto && crypto.subtle) {
  document.addEventListener("htmx:afterSettle", look);
  document.addEventListener("visibilitychange", listen);
  listen();
}
