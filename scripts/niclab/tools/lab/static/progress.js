// The line that tells how far a run is, and the buttons that start or cancel one.
const $ = (id) => document.getElementById(id);
let id = "", began = 0;

// Of what is done in so long, the rest takes as much a percent.
function left({percent}) {
  const seconds = (performance.now() - began) / 1000;
  return percent > 3 && percent < 100 && seconds > 0.5 ? `, ${seconds.toFixed(0)} s, about ${Math.max(1, seconds * (100 - percent) / percent).toFixed(0)} s left` : "";
}

export function tellProgress(status, running) {
  if (running && status.id !== id) [id, began] = [status.id, performance.now()];
  $("progress").hidden = !running;
  $("progress").querySelector("progress").value = status?.percent ?? 0;
  $("progress").querySelector("span").textContent = status?.state === "waiting" ? "waits for its turn" : status ? `${status.what || "starting"}, ${status.percent} %${left(status)}` : "";
  if (running) $("brief").textContent = `${status.percent} %`;
  for (const button of ["run", "run_too"]) $(button).innerHTML = running ? "Cancel <kbd>Esc</kbd>" : "Run <kbd>R</kbd>";
}
