// Whether the page is still told what happens. What the house has acknowledged stands, whatever
// becomes of the connection, and the whole table is drawn anew when it is back.

const SOON = 1500;   // a short break is not worth a word
const SHOWN = 2500;

let lost = false;
let waiting;

const line = () => document.getElementById("connection");

function say(text, kind) {
  line().textContent = text;
  line().className = kind;
  line().hidden = !text;
}

function broken() {
  waiting ??= setTimeout(async () => {
    lost = true;
    document.body.classList.add("offline");
    say(navigator.onLine
      ? "The connection to the house is lost. Trying again; what it acknowledged stands."
      : "This device is offline. What the house acknowledged stands.", "lost");
    if (line().dataset.gone && await isGone()) {
      say(`${line().dataset.gone} `, "lost");
      line().append(Object.assign(document.createElement("a"), { href: "/", textContent: "To the tables" }));
    }
  }, SOON);
}

// A house that answers without this table has taken it off the floor.
async function isGone() {
  try {
    return (await fetch(location.pathname)).status === 410;
  } catch {
    return false;
  }
}

function whole() {
  clearTimeout(waiting);
  waiting = undefined;
  if (!lost) return;
  lost = false;
  document.body.classList.remove("offline");
  say("Connected again.", "back");
  setTimeout(() => { if (!lost) say("", ""); }, SHOWN);
}

export function watchConnection() {
  document.addEventListener("htmx:sseError", broken);
  document.addEventListener("htmx:sseClose", broken);
  document.addEventListener("htmx:sseOpen", whole);
  document.addEventListener("htmx:sseMessage", whole);
  document.addEventListener("htmx:sendError", broken);
  document.addEventListener("htmx:afterOnLoad", (event) => {
    if (event.detail.elt.matches("[hx-trigger^=every]")) whole();  // a page that asks by itself
  });
  addEventListener("offline", broken);
}
