// The box of knobs: what is in it, and what happens when one is turned.
import {escaped} from "./text.js";
import {causesOf} from "./model.js";
import {knobsOf, listed, members, search, valueOf as now} from "./choice.js";
import {accepted, knobHtml, MINE, valueOf} from "./knobs.js";
import {chosen} from "./files.js";

const box = document.getElementById("knobs");
const keysIn = (row, name = "keys") => row.dataset[name].split(" ").filter(Boolean);

// Keys of the place that is selected, those of its longest cause first.
function keysOfPlace(model, selected) {
  if (!model || !selected) return [];
  const causes = causesOf(model.way.spans.filter((s) => s.place === selected)).map((c) => model.way.explain[c.id]);
  return [...new Set([...causes.flatMap((why) => why?.keys ?? []), ...(model.byPlace[selected]?.keys ?? [])])];
}

// `bench`: {state(), model(), seen, names(), own(key), turn(keys, value, instead), moved(keys, value, instead), pin(key), fail(sentence)}.
export function knobBox(bench) {
  const {seen} = bench, view = {search: "", apart: new Set(), uploads: bench.uploads};

  function draw() {
    const S = bench.state(), pinned = S.pin.split(",").filter(Boolean), all = listed(seen.parameters, S.set, keysOfPlace(bench.model(), S.sel), pinned, view.apart);
    const known = {set: S.set, names: bench.names(), uploads: view.uploads, own: bench.own, error: (keys) => seen.refused.get(keys.find((k) => seen.refused.has(k))) ?? ""};
    const html = (knob, pin) => knobHtml(knob, {...known, pin});
    const found = search(seen.parameters, view.search).flatMap((some) => knobsOf(some, seen.parameters, S.set, view.apart)).map((k) => html(k, "keep it here")).join("");
    const typing = document.activeElement?.id === "search", focus = document.activeElement?.id;
    const part = (title, some, pin) => some.length ? `${title ? `<h3>${title}</h3>` : ""}${some.map((k) => html(k, pin)).join("")}` : "";
    const place = bench.model()?.byPlace[S.sel];
    box.innerHTML = `<h2>What you can turn <small class="dim">${all.first.length} of ${seen.parameters.length}</small></h2>
      <input type="search" id="search" placeholder="search all keys ( / )" aria-label="search all keys" value="${escaped(view.search)}">
      <div id="found"${found ? ' class="hits"' : ""}>${found || (view.search ? '<p class="dim">No key has these words.</p>' : "")}</div>
      ${part(place ? `At the ${escaped(place.title)}` : "", all.place)}${part("", all.changed)}${part("Kept here", all.pins, "let it go")}${part(all.place.length || all.pins.length ? "First" : "", all.first)}`;
    if (typing) { const one = document.getElementById("search"); one.focus(); one.setSelectionRange(one.value.length, one.value.length); } else if (focus?.startsWith("knob-")) document.getElementById(focus)?.focus();
  }

  const parameter = (row) => members(seen.parameters, keysIn(row)[0])[0];

  async function upload(row) {
    const {kind, accept} = accepted(parameter(row)), file = await chosen(kind, accept).catch((error) => { bench.fail(error.message); return null; });
    if (!file) { draw(); return; }
    view.uploads = [...view.uploads.filter((u) => u.value !== file.value), file];
    bench.turn(keysIn(row), file.value, keysIn(row, "of"));
  }

  function both(row, shared) {
    const some = seen.parameters.filter((p) => p.shared === shared), S = bench.state();
    bench.turn([shared], now(some[0], S.set), [shared, ...some.map((p) => p.key)]);
  }

  box.addEventListener("click", (event) => {
    const row = event.target.closest(".knob"), {classList, dataset} = event.target;
    if (!row) return;
    if (classList.contains("back")) bench.turn(keysIn(row), null, keysIn(row, "of"));
    else if (classList.contains("suggest")) bench.turn(keysIn(row), dataset.value, keysIn(row, "of"));
    else if (classList.contains("apart")) { view.apart.add(dataset.title); draw(); }
    else if (classList.contains("both")) { view.apart.delete(dataset.title); both(row, dataset.shared); }
    else if (classList.contains("pin")) bench.pin(dataset.pin);
  });
  box.addEventListener("input", (event) => {
    if (event.target.id === "search") { view.search = event.target.value; draw(); return; }
    if (event.target.type !== "range") return;
    const row = event.target.closest(".knob"), number = row.querySelector(".number");
    row.dataset.base ??= number.value;
    number.value = valueOf(event.target, parameter(row));
    bench.moved(keysIn(row), number.value, keysIn(row, "of"));
  });
  box.addEventListener("change", (event) => {
    const row = event.target.closest(".knob");
    if (!row) return;
    if (event.target.value === MINE) { upload(row); return; }
    bench.turn(keysIn(row), event.target.type === "range" ? row.querySelector(".number").value : valueOf(event.target, parameter(row)), keysIn(row, "of"));
  });
  // A key that was asked for elsewhere on the page.
  function show(key) {
    const row = [...box.querySelectorAll(".knob")].find((one) => keysIn(one).includes(key)) ?? box.querySelector(".knob");
    row?.scrollIntoView({block: "nearest"});
    row?.querySelector("input, select")?.focus();
  }
  return {draw, show, clear: () => { view.search = ""; view.apart.clear(); }};
}
