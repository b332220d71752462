// What has to be seen of a table is seen whole: the cards are as large as the window lets them be
// with all of the layout in it or, where that would make them small, with one's own box. Where that
// is still below it, the layout follows what is asked: the hand that one decides for is brought into
// it, and one's own box when the round is settled. Once each time: whoever scrolls away is left alone.

const SIZES = [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.52, 0.44];
const SMALL = 4;  // from this size on, boxes of others that stand below are scrolled to

let shown = "";
let round = "";
let size = 0;  // which of the sizes; within a round the cards grow no more

const own = (frame) => frame.querySelector(".box.mine");

function fits(frame, element) {
  const low = element.getBoundingClientRect().bottom + frame.scrollTop;
  return low <= frame.getBoundingClientRect().bottom + 1;
}

function draw(felt, number) {
  felt.style.setProperty("--fit", SIZES[number]);
  felt.classList.toggle("tight", number > 2);
}

// The first of these sizes at which all of something is in the window.
function fitting(frame, felt, element, from, to) {
  for (let number = from; number < to; number += 1) {
    draw(felt, number);
    if (fits(frame, element)) return number;
  }
  return undefined;
}

/** `anew` where the window has another size: then the cards may be larger too. */
export function fitToWindow(anew = false) {
  const frame = document.getElementById("felt-window");
  const felt = frame?.querySelector(".felt");
  if (!felt) return;
  const now = document.querySelector(".table")?.dataset.round ?? "";
  if (anew || now !== round) size = 0;
  round = now;
  const { flexWrap, flexDirection } = getComputedStyle(felt.querySelector(".boxes"));
  const beside = flexWrap === "nowrap" && flexDirection === "row";
  const last = SIZES.length - 1;
  const whole = beside ? felt : own(frame);  // a layout that is scrolled through anyway stays readable
  size = fitting(frame, felt, felt, size, beside ? last : SMALL)
    ?? (whole ? fitting(frame, felt, whole, size, last) ?? last : size);
  draw(felt, size);
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
