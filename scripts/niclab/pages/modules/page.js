// Draws what a page holds as data: machines, one a direction, and strips.
import {modelOf} from "./model.js";
import {picture} from "./ribbon.js";
import {rows} from "./rows.js";
import {strips} from "./strips.js";
import {ways} from "./uses.js";
import {waveform} from "./waves.js";
import {sorting} from "./sorting.js";

const NARROW_PAGE = matchMedia("(max-width: 640px)");

function drawAll() {
  for (const place of document.querySelectorAll("[data-draws]")) {
    const scenes = JSON.parse(document.getElementById(place.dataset.draws).textContent), way = place.dataset.way;
    if (place.dataset.as === "flows") { place.innerHTML = ways(scenes[0].scene); continue; }
    const found = scenes.map((s) => ({name: s.name, way: s.scene.directions.find((d) => d.name === way) ?? s.scene.directions[0]})).filter((s) => s.way);
    if (place.dataset.as === "strips") place.innerHTML = strips(found.map((s) => ({name: s.name, model: modelOf(s.way)})), NARROW_PAGE.matches ? 420 : 1040);
    else if (found.length) place.innerHTML = (NARROW_PAGE.matches ? rows : picture)(modelOf(found[0].way), {still: true});
  }
}

drawAll();
NARROW_PAGE.addEventListener("change", drawAll);
const recorded = document.getElementById("waves-data");
if (recorded) waveform(document.getElementById("waves"), JSON.parse(recorded.textContent));
for (const table of document.querySelectorAll("table[data-sorts]")) sorting(table);
