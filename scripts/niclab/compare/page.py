"""The comparison as one HTML file: static, offline, light and dark."""
import html

from niclab.compare import charts
from niclab.compare.findings import findings
from niclab.compare.measures import HARDWARE
from niclab.compare.text import cells, heads, label, notes

MOST_CAUSES = 8
STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --muted: #5b6470; --grid: #e3e6ea; --soft: #f1f4f7;
  --s0: #2a6fb0; --s1: #c26a12; --s2: #1d7a3d; --s3: #8a4bb8; --s4: #b3261e; --s5: #54636f; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181d; --ink: #e6e9ed; --muted: #9aa5b1; --grid: #2c333b; --soft: #1d232a;
  --s0: #62a8e8; --s1: #efa04f; --s2: #6fcf8e; --s3: #c79bf0; --s4: #ff8a80; --s5: #a9b8c4; } }
@media print { section, svg, tr { break-inside: avoid; } }
body { margin: 0 auto; padding: 1rem; max-width: 1000px; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, "DejaVu Sans", sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.05rem; color: var(--muted); margin: 0; }
h2 { font-size: 1.2rem; margin: 2rem 0 .3rem; border-top: 1px solid var(--grid); padding-top: .8rem; }
.answer { font-size: 1.3rem; line-height: 1.35; font-weight: 600; }
.about { color: var(--muted); font-size: .9rem; }
ul { padding-left: 1.2rem; }
.key { display: inline-block; width: .9em; height: .9em; margin-right: .4em; }
.scroll { overflow-x: auto; }
.scroll:focus-visible { outline: 2px solid var(--s3); }
table { border-collapse: collapse; font-size: .85rem; white-space: nowrap; font-variant-numeric: tabular-nums; }
th, td { padding: .15rem .7rem; text-align: right; border-bottom: 1px solid var(--grid); }
th:first-child { text-align: left; font-weight: normal; }
thead th { font-weight: 600; background: var(--soft); }
tr.same td { color: var(--muted); }
svg { display: block; width: 100%; height: auto; margin: .6rem 0; }
svg.narrow { display: none; }
@media screen and (max-width: 640px) { svg.wide { display: none; } svg.narrow { display: block; } .answer { font-size: 1.1rem; } }
svg text { font: 13px system-ui, "DejaVu Sans", sans-serif; fill: var(--ink); }
svg text.tick { font-size: 11.5px; fill: var(--muted); }
svg .grid { stroke: var(--grid); }
svg .whisker { stroke: var(--ink); stroke-width: 1.3; }
svg .curve { fill: none; stroke-width: 2.2; }
""" + "".join(f"svg rect.s{i}, svg circle.s{i}, svg text.s{i} {{ fill: var(--s{i}); }} .key.s{i} {{ background: var(--s{i}); }}\n"
              f"svg .curve.s{i}, svg .whisker.s{i} {{ stroke: var(--s{i}); }}\n" for i in range(charts.COLOURS))


def legend(comparison):
    lines = [f'<li><span class="key {charts.colour(i)}"></span><b>{s.letter}</b> {html.escape(s.text)} ({s.kind})</li>'
             for i, s in enumerate(comparison.subjects)]
    return f'<ul style="list-style: none; padding: 0">{"".join(lines)}</ul>'


def sentences(comparison):
    parts = []
    for subject, found in zip(comparison.subjects[1:], findings(comparison)):
        first, *more = map(html.escape, found)
        parts.append(f'<p class="answer">{first}</p><ul>{"".join(f"<li>{s}</li>" for s in more)}</ul>')
    return "".join(parts)


def table(comparison):
    rows = ""
    for row in comparison.rows:
        words = cells(comparison, row)
        same = all(word.startswith("no difference") for word in words[len(comparison.subjects):])
        rows += (f'<tr{" class=same" if same else ""}><th scope="row">{html.escape(f"{row.measure.group}: {label(row.measure)}")}</th>'
                 + "".join(f"<td>{html.escape(word)}</td>" for word in words) + "</tr>\n")
    head = "".join(f'<th scope="col">{html.escape(word)}</th>' for word in heads(comparison))
    return (f'<div class="scroll" tabindex="0" role="region" aria-label="All numbers"><table><thead><tr><th scope="col"></th>{head}</tr></thead>'
            f"<tbody>{rows}</tbody></table></div>")


def stage_chart(comparison):
    rows = [r for r in comparison.group("latency") if r.measure.name.split()[0] in HARDWARE or r.measure.name.startswith("bus to bus")]
    return chart_of([(row.measure.name, row) for row in rows], comparison, "Stages from bus to bus, microseconds")


def chart_of(named, comparison, title):
    groups = [(name, [row.interval(i) for i in range(len(comparison.subjects))]) for name, row in named]
    return charts.bars(groups, [s.letter for s in comparison.subjects], "us", title)


def cause_chart(comparison):
    """The causes that changed most, for any subject."""
    others = range(1, len(comparison.subjects))
    change = lambda share: max(abs(share.difference(i).mean) for i in others)
    most = sorted(comparison.causes, key=change, reverse=True)[:MOST_CAUSES]
    return chart_of([(f"{s.resource}: {s.cause}", s) for s in most], comparison, "Causes that changed most, microseconds a packet")


def throughput_chart(comparison):
    rows = [[row.interval(i) for i in range(len(comparison.subjects))] for row in comparison.group("throughput")]
    return charts.curves(comparison.options.sizes, rows, [s.letter for s in comparison.subjects], "Mb/s", "Throughput over the packet size")


def page(comparison, version):
    title = html.escape("niclab compare: " + " against ".join(s.text for s in comparison.subjects))
    seeds = comparison.options.seeds
    sections = [("Stages from bus to bus", stage_chart), ("Where the difference comes from", cause_chart),
                ("Throughput of a direction", throughput_chart), ("All numbers", table)]
    body = "".join(f"<section><h2>{name}</h2>{draw(comparison)}</section>\n" for name, draw in sections)
    return (f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<link rel="icon" href="data:,"><title>{title}</title><style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n'
            f'{legend(comparison)}{sentences(comparison)}\n<p class="about">{html.escape(notes(comparison))}</p>\n{body}'
            f'<p class="about">{html.escape(version)}, workload {html.escape(comparison.options.workload)}, seeds {seeds[0]} to {seeds[-1]}.</p>'
            f"</body></html>\n")
