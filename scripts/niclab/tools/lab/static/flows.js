// A run of another level on the bench: what is said of its flows, alone and beside the run before. Pure.
import {escaped, inMicro, short} from "./text.js";
import {rateOf, uses} from "./uses.js";

// Payload of programs, or frames where there is nothing else: they do not add up.
const payload = (scene) => scene.flows.filter((f) => !f.frames);
const total = (scene) => (payload(scene).length ? payload(scene) : scene.flows).reduce((sum, f) => sum + f.mbit_s, 0);

// All flows together, where they say the same thing.
function change(scene, ghost) {
  const [one] = scene.flows, [was] = ghost.flows;
  if (scene.flows.length === 1 && was) return rateOf(one) === rateOf(was) ? `Still ${rateOf(one)}` : `${rateOf(was)} → ${rateOf(one)}`;
  const [before, now] = [ghost, scene].map((s) => `${short(total(s))} Mb/s`);
  const mixed = payload(scene).length && payload(scene).length < scene.flows.length, together = mixed ? "of payload together" : "together";
  return before === now ? `Still ${now} ${together}` : `${before} → ${now} ${together}`;
}

export function flowsHead(scene, ghost, unasked) {
  const [first = "No packet arrived.", ...more] = scene.answer, partial = scene.partial ? "Partial: " : "", rest = escaped(inMicro([...more, ...scene.notes].join(" ")));
  const said = `${ghost?.flows ? `<i>${escaped(change(scene, ghost))}.</i> ` : ""}${escaped(inMicro(partial + first))}`;
  return unasked ? {headline: `Not run: ${unasked}.`, about: `<b>Still of the run before:</b> ${said}`} : {headline: said, about: rest};
}

export const flows = (scene, ghost) => `${uses(scene, ghost?.flows ? ghost : null)}<p class="dim">${escaped(scene.tells)} <code>niclab run ${escaped(scene.experiment)}</code> writes them. <button type="button" class="link" data-do="report">Full report</button></p>`;

export function nowOfFlows(scene, ghost, changedWords) {
  const more = '<h2>More of this run</h2><p><button type="button" class="link" data-do="report">Full report</button></p>';
  if (!ghost?.flows) return `<h2>Before and now</h2><p class="dim">Turn a knob: the run you see becomes the ghost, and this list shows what changed.</p><p><button type="button" class="link" data-do="ghost">Keep this run as ghost</button> <kbd>g</kbd></p>${more}`;
  const before = new Map(ghost.flows.map((f) => [f.name, f]));
  const lines = scene.flows.map((f) => `<tr><td>${escaped(f.name)}</td><td class="n">${before.has(f.name) ? rateOf(before.get(f.name)) : "not there"}</td><td class="n"><b>${rateOf(f)}</b></td></tr>`);
  return `<h2>Before and now</h2><table><thead><tr><th scope="col">flow</th><th scope="col" class="n">before</th><th scope="col" class="n">now</th></tr></thead><tbody>${lines.join("")}</tbody></table>
    <p class="dim">${changedWords ? `Changed: ${changedWords}. ` : ""}One run each, of seed ${scene.seed}.</p><p><button type="button" data-do="drop">Drop the ghost</button></p>${more}`;
}
