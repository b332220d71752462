// What was told with the table as it was drawn, and is worth more than a change of the picture: a
// void round, a misdeal, a wager that went back. It stays a while, and longer where one looks at it.

const LASTS = 12_000;
const MOST = 4;
let told = 0;

export function tell() {
  const shown = document.getElementById("told");
  for (const news of document.querySelectorAll("#news li")) {
    const line = Number(news.dataset.line);
    if (line <= told) continue;
    told = line;
    const copy = news.cloneNode(true);
    copy.removeAttribute("data-line");
    const close = Object.assign(document.createElement("button"), { type: "button", textContent: "×" });
    close.setAttribute("aria-label", "Close");
    close.dataset.dismiss = "";
    copy.append(close);
    shown.append(copy);
    fade(copy);
  }
  while (shown.children.length > MOST) shown.firstElementChild.remove();
}

function fade(line) {
  setTimeout(() => (line.matches(":hover, :focus-within") ? fade(line) : line.remove()), LASTS);
}
