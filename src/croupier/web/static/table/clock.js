// The clock of a decision: by how much time was left when the page came, whatever clock the
// browser has.

export function tick() {
  for (const timer of document.querySelectorAll("[data-deadline]")) {
    const { deadline, now } = timer.dataset;
    if (timer.deadline !== deadline) {  // the element stays when the table is drawn anew
      timer.deadline = deadline;
      timer.until = performance.now() + Number(deadline) - Number(now);
      timer.lasts = Math.max(1, Number(deadline) - Number(now));
    }
    const left = Math.max(0, timer.until - performance.now());
    timer.querySelector("[data-left]").textContent = `${Math.ceil(left / 1000)} s`;
    timer.classList.toggle("late", left <= 5000);
    timer.style.setProperty("--left", (left / timer.lasts).toFixed(3));
  }
}
