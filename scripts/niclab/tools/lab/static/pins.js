// The wires under the ribbon: the reports' viewer, on the packet's own time.
import * as api from "./api.js";
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
  shown = {id, viewer: waveform(panel.querySelector("#waves"), wave), zero: wave.zero ?? 0};
}

// The window of time that a span has, in microseconds since the packet's run began.
export function look(span) {
  const room = ROOM * (span.end - span.begin) + 0.05;
  shown.viewer?.show(shown.zero + (span.begin - room) * 1e6, shown.zero + (span.end + room) * 1e6);
}

export const recolour = () => shown.viewer?.recolour();
