// Where the layout is larger than its window, the hand that is asked about is brought into it, and
// one's own box when the round is settled. Once each time: whoever scrolls away is left alone.

let shown = "";

export function bringIntoView() {
  const table = document.querySelector(".table");
  const decision = document.getElementById("rail")?.dataset.decision ?? "";
  const now = `${table?.dataset.round} ${table?.dataset.phase} ${decision}`;
  if (!table || now === shown) return;
  shown = now;
  const frame = document.getElementById("felt-window");
  const hand = frame.querySelector(".mine .hand.active") ?? frame.querySelector(".mine .held");
  const own = decision ? hand : frame.querySelector(".box.mine");
  if (!own || !decision && table.dataset.phase !== "settled") return;
  const [inner, outer] = [own.getBoundingClientRect(), frame.getBoundingClientRect()];
  const below = Math.max(0, inner.bottom + 8 - outer.bottom);
  const room = Math.max(0, inner.top - 8 - outer.top);  // its top stays in the window
  frame.scrollTop += inner.top < outer.top ? inner.top - outer.top - 8 : Math.min(below, room);
}
