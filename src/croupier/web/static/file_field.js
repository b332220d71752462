// A file is put into the field that it may be pasted into; nothing is sent until the form is.
"use strict";

for (const row of document.querySelectorAll("[data-file-for]")) {
  const field = document.getElementById(row.dataset.fileFor);
  row.hidden = false;
  row.querySelector("input").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) field.value = (await file.slice(0, 4 * field.maxLength).text()).slice(0, field.maxLength);
  });
}
