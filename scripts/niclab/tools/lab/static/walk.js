// The walk with a packet: step by step, by hand or by itself.
import {spanWords} from "./ribbon.js";
import {escaped, us} from "./text.js";

const A_STEP_MS = 700;
const say = document.getElementById("say");

// `bench`: {state(), model(), changed()}.
export function walk(bench) {
  let playing = 0;

  function draw(m) {
    const S = bench.state(), span = S.step === null ? null : m.inside[S.step];
    say.innerHTML = span ? `<b>${S.step + 1} of ${m.inside.length}</b> · at ${us(span.begin - m.begin)}: ${escaped(spanWords(m, span))}` : `Walk with the packet ${m.window.words}, step by step.`;
  }

  function to(number) {
    const S = bench.state(), m = bench.model();
    if (!m) return;
    S.step = Math.max(0, Math.min(m.inside.length - 1, number));
    S.sel = m.inside[S.step].place;
    bench.changed();
  }

  function by(steps) {
    const m = bench.model();
    if (m) to((bench.state().step ?? (steps > 0 ? -1 : m.inside.length)) + steps);
  }

  function stop() { clearInterval(playing); playing = 0; }
  const atEnd = () => bench.state().step >= (bench.model()?.inside.length ?? 0) - 1;

  function play() {
    if (playing) { stop(); return; }
    if (atEnd()) bench.state().step = null;
    playing = setInterval(() => { by(1); if (atEnd()) stop(); }, A_STEP_MS);
  }
  return {draw, to, by, play, end: () => to(Infinity), clear: () => { say.textContent = ""; }};
}
