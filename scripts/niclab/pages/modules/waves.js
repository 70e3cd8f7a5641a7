// A waveform viewer: one canvas, whose window of time is panned and zoomed by mouse, touch and keys.
import {escaped} from "./text.js";

// `root`: the element made by the templates' macro of the same name; `data`: of scene.waves. The result shows a window of time, in
// picoseconds since the waveform's begin, and lets go of the page.
export function waveform(root, data) {
  const over = new AbortController(), lasting = { signal: over.signal };
  const canvas = root.querySelector('canvas'), says = root.querySelector('[data-says]');
  const kRow = 22, kAxis = 24, kLeast = 2000;  // pixels; picoseconds that fill the window at most zoom
  const view = { from: 0, to: data.length, cursor: null };
  let colour = {}, width = 0, names = 0, planned = false;

  // Data: times were differences.
  for (const row of data.rows) {
    if (!row.t) continue;
    let at = 0;
    row.at = [0].concat(row.t.map(d => (at += d)));
    const first = row.v[0], alternates = row.v.length === 1 && row.t.length > 0;
    row.value = alternates ? i => (first + i) % 2 : i => row.v[i];
  }

  const x = t => names + (t - view.from) / (view.to - view.from) * (width - names);
  const time = px => view.from + (px - names) / (width - names) * (view.to - view.from);
  const words = (row, v) => v < 0 ? 'z' : row.b === 1 ? String(v) : v.toString(16).toUpperCase().padStart(Math.ceil(row.b / 4), '0');

  /// Index of the last change at or before a time.
  function index(row, t) {
    let low = 0, high = row.at.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (row.at[middle] <= t) low = middle; else high = middle - 1;
    }
    return low;
  }

  function show(from, to) {
    const span = Math.min(Math.max(to - from, kLeast), data.length);
    from = Math.min(Math.max(from + (to - from - span) / 2, 0), data.length - span);
    view.from = from;
    view.to = from + span;
    redraw();
  }
  function zoom(factor, about) {
    about = about === undefined ? (view.from + view.to) / 2 : about;
    const span = Math.min(Math.max((view.to - view.from) * factor, kLeast), data.length);
    const share = (about - view.from) / (view.to - view.from);
    show(about - share * span, about + (1 - share) * span);
  }
  const pan = share => { const d = share * (view.to - view.from); show(view.from + d, view.to + d); };

  function redraw() {
    if (planned) return;
    planned = true;
    requestAnimationFrame(() => { planned = false; draw(); });
  }

  function readColours() {
    const style = getComputedStyle(root);
    for (const name of ['ink', 'muted', 'grid', 'paper', 'working', 'published', 'mark', 'soft', 'bad'])
      colour[name] = style.getPropertyValue('--' + name).trim();
  }

  function draw() {
    const ratio = window.devicePixelRatio || 1, height = kAxis + kRow * data.rows.length;
    width = root.querySelector('.screen').clientWidth;
    names = width < 520 ? 84 : 120;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    canvas.style.height = height + 'px';
    const c = canvas.getContext('2d');
    c.scale(ratio, ratio);
    c.clearRect(0, 0, width, height);
    c.font = '12px ui-monospace, "DejaVu Sans Mono", monospace';
    c.textBaseline = 'middle';
    drawAxis(c, height);
    data.rows.forEach((row, i) => drawRow(c, row, kAxis + i * kRow));
    drawMarks(c, height);
    drawCursor(c, height);
    tell();
  }

  function drawAxis(c, height) {
    const span = view.to - view.from, rough = span / Math.max((width - names) / 110, 1);
    const power = Math.pow(10, Math.floor(Math.log10(rough)));
    const step = [1, 2, 5, 10].map(m => m * power).find(s => s >= rough);
    for (let t = Math.ceil(view.from / step) * step; t <= view.to; t += step) {
      c.fillStyle = colour.grid;
      c.fillRect(x(t), kAxis - 4, 1, height);
      c.fillStyle = colour.muted;
      c.fillText(label(t, step), x(t) + 3, kAxis / 2);
    }
  }
  const label = (t, step) => step >= 1e5 ? (t / 1e6).toFixed(step >= 1e6 ? 0 : 1) + ' µs' : (t / 1e3).toFixed(step >= 1e3 ? 0 : 1) + ' ns';

  function drawRow(c, row, top) {
    if (row.g) {
      c.fillStyle = colour.soft;
      c.fillRect(0, top, width, kRow);
      c.fillStyle = colour.ink;
      c.fillText(row.g, 4, top + kRow / 2, width - 8);
      return;
    }
    c.save();
    c.beginPath();
    c.rect(names, top, width - names, kRow);
    c.clip();
    if (row.d) drawDecoded(c, row, top); else if (row.b === 1) drawBit(c, row, top); else drawBus(c, row, top);
    c.restore();
    c.fillStyle = colour.paper;
    c.fillRect(0, top, names - 2, kRow);
    c.fillStyle = colour.ink;
    c.fillText(row.n, 4, top + kRow / 2, names - 10);
  }

  function drawDecoded(c, row, top) {
    for (const [begin, end, what] of row.d) {
      if (end < view.from || begin > view.to) continue;
      const left = Math.max(x(begin), names), right = Math.min(x(end), width);
      c.globalAlpha = what === 'null' ? 0.35 : 1;
      c.fillStyle = colour.soft;
      c.strokeStyle = what === 'null' ? colour.muted : colour.mark;
      c.fillRect(left, top + 3, right - left, kRow - 6);
      c.strokeRect(left + 0.5, top + 3.5, Math.max(right - left - 1, 1), kRow - 7);
      write(c, what, left + 5, right - 3, top);
      c.globalAlpha = 1;
    }
  }
  /// Text as far as there is room for it.
  function write(c, what, left, right, top) {
    const room = Math.floor((right - left) / 7.3);
    if (room < 2) return;
    c.fillStyle = colour.ink;
    c.fillText(what.length > room ? what.slice(0, room - 1) + '\u2026' : what, left, top + kRow / 2);
  }

  function drawBit(c, row, top) {
    const high = top + 4, low = top + kRow - 4, level = v => v < 0 ? (high + low) / 2 : v ? high : low;
    const last = row.at.length - 1, first = index(row, view.from), until = index(row, view.to);
    c.strokeStyle = colour.working;
    if (until - first > 2 * (width - names)) {  // nothing but edges: a block
      c.fillStyle = colour.working;
      c.globalAlpha = 0.35;
      c.fillRect(names, high, width - names, low - high);
      c.globalAlpha = 1;
      return;
    }
    c.beginPath();
    for (let i = first; i <= until; ++i) {
      const y = level(row.value(i)), left = Math.max(x(row.at[i]), names);
      if (i === first) c.moveTo(left, y); else c.lineTo(left, y);
      c.lineTo(i < last ? Math.min(x(row.at[i + 1]), width) : width, y);
    }
    c.stroke();
  }

  function drawBus(c, row, top) {
    const high = top + 4, low = top + kRow - 4, last = row.at.length - 1, until = index(row, view.to);
    for (let i = index(row, view.from), painted = -1; i <= until; ++i) {
      const left = Math.max(x(row.at[i]), names), right = i < last ? Math.min(x(row.at[i + 1]), width) : width;
      if (right - painted < 0.7) continue;  // less than a pixel
      painted = right;
      const v = row.value(i);
      c.strokeStyle = v < 0 ? colour.muted : colour.working;
      if (v < 0) {
        c.strokeRect(left, (high + low) / 2, right - left, 0.1);
      } else {
        c.strokeRect(left + 0.5, high, Math.max(right - left - 1, 0.5), low - high);
        write(c, words(row, v), left + 4, right - 2, top);
      }
    }
  }

  function drawMarks(c, height) {
    // A moment's name stands in the first line in which nothing else does; the first group's title is there already.
    const taken = [{ line: 0, left: 0, right: 8 + 7.3 * (data.rows[0].g || '').length }];
    for (const m of data.marks) {
      if (m.t < view.from || m.t > view.to) continue;
      c.strokeStyle = m.bad ? colour.bad : colour.mark;
      c.setLineDash([4, 3]);
      c.strokeRect(x(m.t), kAxis - 2, 0, height);
      c.setLineDash([]);
      const wide = 7.3 * m.n.length + 4, left = x(m.t) + 3 + wide < width ? x(m.t) + 3 : x(m.t) - 3 - wide;
      let line = 0;
      while (taken.some(o => o.line === line && o.left < left + wide && left < o.right)) ++line;
      taken.push({ line, left, right: left + wide });
      c.fillStyle = colour.paper;
      c.fillRect(left, kAxis + 2 + 14 * line, wide, 13);
      c.fillStyle = m.bad ? colour.bad : colour.mark;
      c.fillText(m.n, left + 2, kAxis + 9 + 14 * line);
    }
  }

  function drawCursor(c, height) {
    if (view.cursor === null || view.cursor < view.from || view.cursor > view.to) return;
    c.fillStyle = colour.published;
    c.fillRect(x(view.cursor), 0, 1, height);
    data.rows.forEach((row, i) => {
      if (!row.at) return;
      const what = words(row, row.value(index(row, view.cursor)));
      const right = x(view.cursor) + 6 + 7.3 * what.length < width, left = right ? x(view.cursor) + 4 : x(view.cursor) - 6 - 7.3 * what.length;
      c.fillStyle = colour.paper;
      c.fillRect(left - 1, kAxis + i * kRow + 3, 7.3 * what.length + 4, kRow - 6);
      c.fillStyle = colour.published;
      c.fillText(what, left + 1, kAxis + (i + 0.5) * kRow);
    });
  }

  const place = t => (t / 1e6).toFixed(4);
  function tell() {
    root.dataset.from = Math.round(view.from);
    root.dataset.to = Math.round(view.to);
    root.dataset.cursor = view.cursor === null ? '' : Math.round(view.cursor);
    let text = place(view.from) + ' to ' + place(view.to) + ' µs';
    if (view.cursor !== null) {
      text += '; cursor ' + place(view.cursor) + ' µs';
      for (const row of data.rows) {
        const there = row.d && row.d.find(([begin, end, what]) => begin <= view.cursor && view.cursor <= end && what !== 'null');
        if (there) text += '; ' + there[2];
      }
    }
    says.textContent = text;
  }

  const keys = {
    ArrowLeft: e => pan(e.shiftKey ? -0.5 : -0.1), ArrowRight: e => pan(e.shiftKey ? 0.5 : 0.1), '+': () => zoom(0.5, view.cursor ?? undefined),
    '=': () => zoom(0.5, view.cursor ?? undefined), '-': () => zoom(2), Home: () => show(0, data.length), n: () => next(1), p: () => next(-1),
    Escape: () => { view.cursor = null; redraw(); },
  };
  /// To the next or previous moment of the packet.
  function next(way) {
    const from = view.cursor === null ? (way > 0 ? -1 : data.length + 1) : view.cursor;
    const found = data.marks.filter(m => way > 0 ? m.t > from : m.t < from);
    if (found.length) go((way > 0 ? found[0] : found[found.length - 1]).t);
  }
  function go(t) {
    const span = Math.min(view.to - view.from, 800000);
    view.cursor = t;
    show(t - span / 2, t + span / 2);
  }

  canvas.addEventListener('keydown', e => {
    if (!keys[e.key] || e.ctrlKey || e.metaKey || e.altKey) return;
    keys[e.key](e);
    e.preventDefault();
  }, lasting);
  canvas.addEventListener('wheel', e => {
    if (document.activeElement !== canvas && !e.ctrlKey) return;  // a page that scrolls is not caught on its way
    e.preventDefault();
    if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) pan((e.deltaX || e.deltaY) / (width - names));
    else zoom(Math.pow(1.002, e.deltaY), time(e.offsetX));
  }, { passive: false, ...lasting });
  let drag = null;
  canvas.addEventListener('pointerdown', e => {
    canvas.focus({ preventScroll: true });
    drag = { x: e.offsetX, from: view.from, to: view.to, moved: false };
    canvas.setPointerCapture(e.pointerId);
  }, lasting);
  canvas.addEventListener('pointermove', e => {
    if (!drag) return;
    const d = (drag.x - e.offsetX) / (width - names) * (drag.to - drag.from);
    drag.moved = drag.moved || Math.abs(drag.x - e.offsetX) > 3;
    if (drag.moved) show(drag.from + d, drag.to + d);
  }, lasting);
  canvas.addEventListener('pointerup', e => {
    if (drag && !drag.moved && e.offsetX > names) { view.cursor = time(e.offsetX); redraw(); }
    drag = null;
  }, lasting);
  canvas.addEventListener('pointercancel', () => { drag = null; }, lasting);
  canvas.addEventListener('dblclick', e => zoom(0.25, time(e.offsetX)), lasting);
  for (const button of root.querySelectorAll('button[data-key]'))
    button.addEventListener('click', () => keys[button.dataset.key]({ shiftKey: true }), lasting);
  root.querySelector('[data-marks]').innerHTML = data.marks.map(m => `<button type="button" data-mark="${escaped(m.k)}">${escaped(m.n)}</button>`).join('');
  for (const button of root.querySelectorAll('button[data-mark]'))
    button.addEventListener('click', () => go(data.marks.find(m => m.k === button.dataset.mark).t));

  const recolour = () => { readColours(); draw(); };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolour, lasting);
  addEventListener('beforeprint', recolour, lasting);  // after the page's own listener, which makes it light
  addEventListener('afterprint', recolour, lasting);
  const resized = new ResizeObserver(recolour);
  resized.observe(root);
  return { show, recolour, close: () => { over.abort(); resized.disconnect(); } };
}
