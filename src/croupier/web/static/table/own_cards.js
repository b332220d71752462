// Whoever has cards that are theirs to look at is shown them as soon as they may: at a screen
// nobody looks over one's shoulder. The button is there for those whom that did not reach.

let asked = "";

export async function lookAtOwnCards() {
  const look = document.querySelector("#moves .pressed-by-page");
  const round = document.querySelector(".table")?.dataset.round;
  if (!look || asked === `${round} ${look.id}`) return;
  asked = `${round} ${look.id}`;
  look.hidden = true;
  const body = new URLSearchParams(new FormData(look.form, look));
  try {
    await fetch(look.form.action, { method: "POST", headers: { "hx-request": "true" }, body });
  } finally {
    look.hidden = false;
  }
}
