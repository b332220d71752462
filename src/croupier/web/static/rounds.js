// A round of the past: the arrow keys step through it.

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const link = document.querySelector(`[data-step="${CSS.escape(event.key)}"]:not([aria-disabled])`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
