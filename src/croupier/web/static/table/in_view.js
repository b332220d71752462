// What has to be seen of a table is seen whole: the cards are as large as the window lets them be
// with one's own box in it. Where that is still below it, the layout follows what is asked: the
// hand that one decides for is brought into it, and one's own box when the round is settled. Once
// each time: whoever scrolls away is left alone.

const SIZES = [1, 0.88, 0.78, 0.68, 0.6];

let shown = "";
let round = "";
let size = 0;  // which of the sizes; within a round the cards grow no more

const own = (frame) => frame.querySelector(".box.mine");

// Where the boxes stand beside each other, all of the layout; where they stand below each other,
// down to one's own.
function whole(frame, felt) {
  const { flexWrap, flexDirection } = getComputedStyle(felt.querySelector(".boxes"));
  return flexWrap === "nowrap" && flexDirection === "row" ? felt : own(frame) ?? felt;
}

export function fitToWindow() {
  const frame = document.getElementById("felt-window");
  const felt = frame?.querySelector(".felt");
  if (!felt) return;
  const now = document.querySelector(".table")?.dataset.round ?? "";
  if (now !== round) size = 0;
  round = now;
  for (; ; size += 1) {
    felt.style.setProperty("--fit", SIZES[size]);
    felt.classList.toggle("tight", size > 1);
    const low = whole(frame, felt).getBoundingClientRect().bottom + frame.scrollTop;
    if (low <= frame.getBoundingClientRect().bottom + 1 || size === SIZES.length - 1) return;
  }
}

export function bringIntoView() {
  const table = document.querySelector(".table");
  const decision = document.getElementById("rail")?.dataset.decision ?? "";
  const now = `${table?.dataset.round} ${table?.dataset.phase} ${decision}`;
  if (!table || now === shown) return;
  shown = now;
  const frame = document.getElementById("felt-window");
  const hand = frame.querySelector(".mine .hand.active") ?? frame.querySelector(".mine .held");
  const wanted = decision ? hand : own(frame);
  if (!wanted || !decision && table.dataset.phase !== "settled") return;
  const [inner, outer] = [wanted.getBoundingClientRect(), frame.getBoundingClientRect()];
  const below = Math.max(0, inner.bottom + 8 - outer.bottom);
  const room = Math.max(0, inner.top - 8 - outer.top);  // its top stays in the window
  frame.scrollTop += inner.top < outer.top ? inner.top - outer.top - 8 : Math.min(below, room);
}
