// The keyboard: letters act where nothing is typed, arrows walk the boxes as one group.

const TYPED = 'input[type="text"], input[type="search"], select, textarea';

export function keyboard(act) {
  const help = document.getElementById("help");
  const simple = {r: act.run, g: act.ghost, d: act.way, w: act.wires, b: act.window, "?": () => help.showModal(), Home: () => act.to(false), End: () => act.to(true),
    "/": () => document.getElementById("search").focus(), 1: () => jump("knobs"), 2: () => jump("why"), 3: () => jump("now")};

  document.addEventListener("keydown", (event) => {
    if (!act.onBench() || event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    if (event.key === "Escape" && event.target.id === "search" && event.target.value) { event.target.value = ""; event.target.dispatchEvent(new Event("input", {bubbles: true})); }
    if (event.key === "Escape") { if (act.running()) act.cancel(); else act.clear(); document.activeElement?.blur?.(); return; }
    if (event.target.matches?.(TYPED)) return;
    if (["ArrowUp", "ArrowDown"].includes(event.key) && event.target.type !== "range") { neighbour(event.key === "ArrowDown" ? 1 : -1); event.preventDefault(); return; }
    if (["ArrowLeft", "ArrowRight"].includes(event.key) && event.target.type !== "range") { act.step(event.key === "ArrowRight" ? 1 : -1); event.preventDefault(); return; }
    const box = event.target.closest?.("#drawing g[data-place]");
    if (box && ["Enter", " "].includes(event.key)) { act.select(box.dataset.place); event.preventDefault(); return; }
    const what = simple[event.key] ?? simple[event.key.toLowerCase()];
    if (what && (event.target.type !== "range" || event.key.length === 1)) { what(); event.preventDefault(); }
  });

  // The next box gets the focus and is the group's one in the order of Tab.
  function neighbour(by) {
    const boxes = [...document.querySelectorAll("#drawing [data-place]")], focused = boxes.indexOf(document.activeElement), at = focused < 0 ? boxes.findIndex((b) => b.getAttribute("aria-pressed") === "true") : focused;
    const next = boxes[at < 0 ? (by > 0 ? 0 : boxes.length - 1) : Math.max(0, Math.min(boxes.length - 1, at + by))];
    boxes.forEach((b) => b.matches("g") && b.setAttribute("tabindex", b === next ? "0" : "-1"));
    next?.focus();
  }
}

function jump(id) {
  const box = document.getElementById(id);
  box.scrollIntoView({block: "nearest"});
  box.querySelector("input, select, button")?.focus();
}
