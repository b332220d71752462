// The clock of a decision: by how much time was left when the page came, whatever clock the
// browser has.

const counted = (number, unit) => `${number} ${unit}${number === 1 ? "" : "s"}`;

function shown(seconds) {
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function spoken(seconds) {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  const words = [minutes && counted(minutes, "minute"), (rest || !minutes) && counted(rest, "second")];
  return `Time left: ${words.filter(Boolean).join(" ")}`;
}

export function tick() {
  for (const timer of document.querySelectorAll("[data-deadline]")) {
    const { deadline, now } = timer.dataset;
    if (timer.deadline !== deadline) {  // the element stays when the table is drawn anew
      timer.deadline = deadline;
      timer.until = performance.now() + Number(deadline) - Number(now);
      timer.lasts = Math.max(1, Number(deadline) - Number(now));
    }
    const left = Math.max(0, timer.until - performance.now());
    const seconds = Math.ceil(left / 1000);
    timer.querySelector("[data-left]").textContent = shown(seconds);
    timer.querySelector("[data-spoken]").textContent = spoken(seconds);
    timer.classList.toggle("late", left <= 5000);
    timer.style.setProperty("--left", (left / timer.lasts).toFixed(3));
  }
}
