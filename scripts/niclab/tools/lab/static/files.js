// What comes in and goes out as files: an experiment of the state, a report, a reader's own files.
import * as api from "./api.js";

const SECONDS_OF_AN_ADDRESS = 1;

export function download(name, text) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([text], {type: "application/toml"}));
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000 * SECONDS_OF_AN_ADDRESS);
}

// Asks for a file and gives it to the bench: {kind, name, value}, or null where none was chosen. Throws the bench's sentence.
export function chosen(kind, accept) {
  const box = document.createElement("input");
  box.type = "file";
  box.accept = accept;
  return new Promise((done, failed) => {
    box.addEventListener("cancel", () => done(null));
    box.addEventListener("change", () => (box.files[0] ? api.upload(kind, box.files[0]).then(done, failed) : done(null)));
    box.click();
  });
}

// A page of its own has to be opened before anything is waited for.
export async function inNewPage(address) {
  const page = window.open("about:blank", "_blank"), found = await address();
  if (found && page) page.location = found; else page?.close();
}
