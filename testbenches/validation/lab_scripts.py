"""What tests run inside the bench's page, or inside a hostile one."""

# Each pair of colours that text and its ground have, with their contrast.
CONTRASTS = """(() => {
  const style = getComputedStyle(document.documentElement), canvas = document.createElement('canvas').getContext('2d');
  const light = (name) => { canvas.fillStyle = style.getPropertyValue(name).trim(); const c = parseInt(canvas.fillStyle.slice(1), 16);
    const part = (k) => { const v = ((c >> k) & 255) / 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
    return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0); };
  const ratio = (a, b) => { const [x, y] = [light(a), light(b)]; return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05); };
  return [['--ink', '--paper'], ['--ink', '--card'], ['--ink', '--panel'], ['--ink', '--waiting-soft'], ['--ink', '--software'],
    ['--muted', '--paper'], ['--muted', '--card'],
    ['--muted', '--panel'], ['--on-working', '--working'], ['--on-waiting', '--waiting'], ['--waiting-text', '--paper'], ['--waiting-text', '--card'],
    ['--mark', '--paper'], ['--mark', '--card'],
    ['--working', '--paper'], ['--working', '--card'], ['--good', '--card'], ['--bad', '--card'], ['--paper', '--muted']].map(([a, b]) => [a, b, ratio(a, b)]); })()"""

# Links of random states that do not lead back to them.
ROUND_TRIPS = """(async () => {
  const {link, state, EMPTY} = await import('/static/link.js');
  let seed = 1;
  const random = (n) => { seed = (seed * 48271) % 2147483647; return seed % n; };
  const text = () => Array.from({length: 1 + random(12)}, () => 'aZ9_-. &=#%+"\\u00e9\\u20ac[],:/?'[random(23)]).join('');
  const keys = () => Object.fromEntries(Array.from({length: random(5)}, (_, i) => ['nic.k' + i + '_' + random(99), text()]));
  const wrong = [];
  for (let i = 0; i < 1000; i++) {
    const some = {...EMPTY, experiment: 'e' + random(9), set: keys(), seed: random(2) ? random(1e9) : null, runs: random(2) ? 1 + random(99) : null, 
      dir: random(2) ? text() : '', step: random(2) ? random(99) : null, sel: random(2) ? text() : '', wires: Boolean(random(2)),
      window: ['', 'bus'][random(2)], lesson: random(2) ? 1 + random(6) : null,
      pin: random(2) ? 'nic.a' + random(9) + ',b.c' : '', kept: '', ghost: random(2) ? keys() : null};
    const l = link(some), sorted = (o) => o && JSON.stringify(Object.entries(o).sort());
    const back = state(l);
    if (link(back) !== l || sorted(back.set) !== sorted(some.set)
        || sorted(back.ghost) !== sorted(some.ghost) 
        || back.dir !== some.dir || back.window !== some.window
        || back.lesson !== some.lesson
        || back.pin !== some.pin || back.sel !== some.sel) wrong.push([l, link(back)]);
  }
  return wrong;
})()"""

# What another origin's page tries against the bench at `base`: what it could read of each, and of a
# frame.
HOSTILE = """async (base) => {
            const tries = [["/", {}], ["/api/runs", {method: "POST", body: '{"experiment":"echo"}'}], 
                ["/api/runs", {method: "POST", mode: "no-cors", body: '{"experiment":"echo"}'}],
                ["/api/runs/x", {method: "DELETE"}], ["/", {credentials: "include"}], ["/", {mode: "no-cors", credentials: "include"}]];
            const found = [];
            for (const [path, how] of tries) found.push(await fetch(base + path, how).then((r) => r.type === "opaque" ? "opaque" : r.text(), () => "refused"));
            const frame = document.createElement("iframe");
            frame.src = base + "/";
            document.body.append(frame);
            await new Promise((done) => { frame.onload = done; setTimeout(done, 1500); });
            let inside = "none";
            try { inside = frame.contentDocument?.body?.innerText ?? "none"; } catch { inside = "refused"; }
            return {found, inside};
        }"""
