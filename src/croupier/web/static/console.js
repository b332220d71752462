// The console: typing a word shows the commands that speak of it.

const filter = document.querySelector("[data-filter]");

function show(words) {
  for (const subject of document.querySelectorAll(".subject")) {
    let any = false;
    for (const entry of subject.querySelectorAll("[data-words]")) {
      entry.hidden = !words.every((word) => entry.dataset.words.includes(word));
      any ||= !entry.hidden;
    }
    subject.hidden = !any;
    if (words.length > 0) subject.open = any;
  }
}

if (filter) {
  filter.closest("label").hidden = false;
  filter.addEventListener("input", () => show(filter.value.toLowerCase().split(/\s+/).filter(Boolean)));
}
