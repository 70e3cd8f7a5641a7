// The wires under the ribbon: the reports' viewer, on the packet's own time.
import * as api from "./api.js";
import {us} from "./text.js";
import {waveform} from "./waves.js";

const panel = document.getElementById("pins"), ROOM = 0.3;  // of a span, seen before it and behind
let shown = {id: "", viewer: null, zero: 0};

function close() {
  shown.viewer?.close();
  shown = {id: "", viewer: null, zero: 0};
  panel.hidden = true;
}

// Of a run whose first packet's wires were recorded; null: of none.
export async function pins(id) {
  if (id === shown.id) return;
  close();
  if (!id) return;
  shown.id = id;
  const wave = await api.waves(id).catch(() => null);
  if (!wave || shown.id !== id) return;
  panel.hidden = false;
  shown.length = wave.length;
  shown = {...shown, viewer: waveform(panel.querySelector("#waves"), wave), zero: wave.zero ?? 0};
}

// What the record does not have of the packet that is drawn, in words; nothing where it has all. `recorded`: whether it is its direction.
export function lacks(model, recorded) {
  if (!recorded) return `These wires were recorded while the first packet went the other way.`;
  const end = (shown.length - shown.zero) / 1e6, arrival = model.way.bus?.end ?? model.end;
  return shown.length && end < arrival ? `The record ends after ${us(end - model.begin)}, before the packet has arrived in memory (${us(arrival - model.begin)}).` : "";
}

// The window of time that a span has, in microseconds since the packet's run began.
export function look(span) {
  const room = ROOM * (span.end - span.begin) + 0.05;
  shown.viewer?.show(shown.zero + (span.begin - room) * 1e6, shown.zero + (span.end + room) * 1e6);
}

export const recolour = () => shown.viewer?.recolour();
