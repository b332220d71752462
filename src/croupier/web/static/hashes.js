// Hashes, and chance that follows from them, as docs/fairness.md describes to the byte. What checks a
// shuffle and what checks a draw in one's own browser both go by these.

export const text = (said) => new TextEncoder().encode(said);
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const unhex = (said) => Uint8Array.from(said.match(/../g) || [], (pair) => parseInt(pair, 16));

export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}

export function big(number, bytes) {
  const all = new Uint8Array(bytes);
  for (let at = bytes - 1; at >= 0; at -= 1, number = Math.floor(number / 256)) all[at] = number % 256;
  return all;
}

export const hash = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...parts)));

export async function hmac(secret, said) {
  const how = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", secret, how, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, said));
}

// --- chance: words from a hash in counter mode, and a shuffle by them

export function words(secret, purpose) {
  let block = -1;
  let at = 16;
  let here = null;
  return async function below(n) {
    const limit = 65536 - (65536 % n);
    for (;;) {
      if (at === 16) {
        block += 1;
        at = 0;
        here = await hash(text(`${purpose}\n`), secret, big(block, 8));
      }
      const word = here[2 * at] * 256 + here[2 * at + 1];
      at += 1;
      if (word < limit) return word % n;
    }
  };
}

// The places 0 to many - 1 in the order in which they are drawn, by numbers of two words each.
export async function drawn(many, wanted, secret, purpose) {
  const word = words(secret, purpose);
  const moved = new Map();
  const found = [];
  for (let i = 0; i < Math.min(many, wanted); i += 1) {
    const limit = 4294967296 - (4294967296 % (many - i));
    let number = limit;
    while (number >= limit) number = (await word(65536)) * 65536 + (await word(65536));
    const j = i + (number % (many - i));
    found.push(moved.has(j) ? moved.get(j) : j);
    moved.set(j, moved.has(i) ? moved.get(i) : i);
  }
  return found;
}

// --- what is shown

export const $ = (name) => document.querySelector(`[data-${name}]`);
export const found = { faults: 0 };

export function line(list, good, says, detail) {
  const item = document.createElement("li");
  const mark = document.createElement("span");
  mark.className = good === null ? "soft" : good ? "good" : "bad";
  mark.textContent = good === null ? "· " : good ? "✓ " : "✗ ";
  item.append(mark, says);
  if (detail) {
    const code = document.createElement("code");
    code.textContent = ` ${detail}`;
    item.append(code);
  }
  list.append(item);
  if (good === false) found.faults += 1;
}

// What everybody has brought together, with a line for each tip and link.
export async function seedOf(list, { brought }, context, bound) {
  for (const each of brought) {
    const fits = each.link && hex(await hash(unhex(each.link))) === each.tip;
    line(list, Boolean(fits), `${each.player || "Somebody"} was bound by a tip before, and opened its link after:`, each.link);
  }
  const seed = await hash(text("croupier seed 2\n"), context, unhex(bound), ...brought.map((each) => unhex(each.link)));
  line(list, null, "What all of them brought together:", hex(seed));
  return seed;
}

export function judge(good) {
  const told = $("verdict");
  told.className = `verdict ${found.faults ? "bad" : "good"}`;
  told.textContent = found.faults
    ? `${found.faults} ${found.faults === 1 ? "thing does" : "things do"} not fit: do not trust it.`
    : good;
}

// Asks for what was published, and checks it; `what` is called so if there is none.
export async function begin(address, what, check) {
  const number = new URLSearchParams(location.search).get("number");
  const whole = `${address}${number ? `?number=${encodeURIComponent(number)}` : ""}`;
  $("published").href = whole;
  if (!globalThis.crypto || !crypto.subtle) {
    $("verdict").textContent = "This page did not come by a secure connection, and browsers compute hashes only on those.";
    return;
  }
  const answer = await fetch(whole);
  const said = await answer.json();
  if (answer.ok) await check(said);
  else $("verdict").textContent = said.detail || `There is no such ${what}.`;
}
