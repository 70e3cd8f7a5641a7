// What stands above the picture: the answer of the run that is seen, and what the state asks beyond it. Pure.
import {alone, changed, about, otherWay, rates} from "./sentence.js";
import {escaped, inMicro} from "./text.js";

const LEGEND = '<span class="legend"><span class="swatch works"></span>works</span><span class="legend"><span class="swatch waits"></span>waits</span>';
const GHOST = '<span class="legend"><span class="swatch was"></span>the run before</span>';

// An experiment on loss or throughput is answered with that; its packet's time comes second.
function answer(scene, before, m, g) {
  const asked = scene.notes[0] ?? (scene.findings[0]?.kind === "latency" ? null : scene.answer[0]), time = g ? changed(m, g) : alone(m), rate = rates(scene, before, m.way);
  return asked ? {first: `${rate ? `<i>${escaped(rate)}</i>. ` : ""}${escaped(inMicro(asked))}${escaped(otherWay(scene))}`, second: `<b>${time}</b> `} : {first: time, second: ""};
}

// `unasked`: in words, what the state says and this run has not, and why there is no run of it. A lesson asks before it is answered.
export function head({scene, before, m, g, lesson, unasked}) {
  const {first, second} = answer(scene, before, m, g), shown = escaped(`${scene.partial ? "Partial: " : ""}${about(scene, m)}`), legend = `${LEGEND}${g ? GHOST : ""}`;
  if (lesson) return {headline: escaped(lesson.title), about: `${shown} ${legend}`};
  return unasked ? {headline: `Not run: ${unasked}.`, about: `<b>Still of the run before:</b> ${first} ${shown} ${legend}`} : {headline: first, about: `${second}${shown} ${legend}`};
}

// Where nothing was run yet.
export const nothing = (lesson, refused) => lesson ? {headline: escaped(lesson.title), about: "Write down what you predict, then press Run."}
  : {headline: refused ? "Not run." : "Not run yet: press Run.", about: ""};
