// The keyboard's focus stays where somebody left it when the table is drawn anew. Where that is
// gone, it goes to the rail, and not to a button there: nobody decides by the key that they
// pressed for something else.

let held = "";

export function keepFocus() {
  const focused = document.activeElement;
  held = focused?.closest("#live") ? focused.id || "rail" : "";
}

export function restoreFocus() {
  if (!held || document.activeElement !== document.body) return;
  const there = document.getElementById(held);
  const usable = there && !there.disabled && !there.hidden ? there : document.getElementById("rail");
  usable?.focus({ preventScroll: true });
}
