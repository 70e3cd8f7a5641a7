"""The paper's tables and figures as a page of pictures, published values beside simulated ones."""
import re

from niclab.report import charts, panels, svg
from niclab.report.machines import STATES
from niclab.report.page import details, escape, figure, number, page, section, table
from niclab.reproduce import figures
from niclab.reproduce.dollas import DIRECTIONS, RUNS, STAGES, name

KEY = ('<p class="about"><span class="key" style="--c:var(--working)"></span>simulated: average, whisker from minimum to maximum '
       '<span class="key" style="--c:var(--published)"></span>published, a number of the model was fitted to it '
       '<span class="key open" style="--c:var(--published)"></span>published and held out</p>')
MARKS = {"fitted": "fitted", "held": '<span class="ok">held</span>', "DEVIATES": '<span class="fail">deviates</span>',
         "MISSES": '<span class="fail">misses</span>', "shown": "not gated"}


def verdict(row):
    """What a row proves: fitted, held, DEVIATES (known and explained), MISSES, or shown without a tolerance."""
    if row.split == "cal":
        return "fitted"
    if row.tolerance is None:
        return "shown"
    return "held" if row.held else "DEVIATES" if row.deviation else "MISSES"


def tree_of(rows):
    """What the page's numbers are held against; the same as in rows.csv."""
    return {"rows": [{"published": r.published, "analyzer": r.seen, "known": r.known} for r in rows]}


def row_table(rows, name_of_table, tree):
    lines = []
    for i, r in enumerate(rows):
        if r.table == name_of_table:
            seen = number(tree, "rows", i, "analyzer", digits=2) if r.seen is not None else ""
            lines.append([r.quantity, escape(r.what), escape(r.stat), number(tree, "rows", i, "published", digits=2), seen,
                          number(tree, "rows", i, "known", digits=2), f"{100 * r.error / r.published:.1f}", MARKS[verdict(r)]])
    heads = ["quantity (us)", "what", "stat", ">published", ">analyzer", ">simulated", ">error %", "use"]
    reasons = "".join(f"<li>{escape(r.quantity)} {escape(r.what)} {escape(r.stat)}: {escape(r.deviation)}</li>"
                      for r in rows if r.table == name_of_table and verdict(r) == "DEVIATES")
    return details(f"All rows of {name_of_table}", table(heads, lines, name_of_table)) + (f"<p>Deviations:</p><ul>{reasons}</ul>" if reasons else "")


def table1(rows, tree):
    """Each stage on its own scale: the differences are small."""
    groups = {}
    for r in rows:
        if r.table == "Table 1" and r.quantity in STAGES and "%" not in r.stat:
            groups.setdefault((r.quantity, r.what), []).append(r)
    entries = []
    for (quantity, what), group in groups.items():
        known = {r.stat: r.known for r in group}
        entries.append((f"{quantity}, {what}", known["min"], known["avg"], known["max"], [(r.published, r.split != "cal") for r in group]))
    if not entries:
        return None
    return section("table1", "Table 1: the card's stages", figure(charts.ranges(entries, "us", "Table 1: published and simulated")) + KEY +
                   '<p class="about">Each row is on its own scale, whose ends stand at the right.</p>' + row_table(rows, "Table 1", tree))


def table_by_size(rows, name_of_table, title, tree):
    """Tables 2 and 3: one average for each size."""
    inside = ""
    chosen = [r for r in rows if r.table == name_of_table]
    for group in dict.fromkeys((r.quantity, r.what.rsplit(" ", 2)[0]) for r in chosen):
        entries = [(" ".join(r.what.rsplit(" ", 2)[1:]), r.low, r.known, r.high, [(r.published, r.split != "cal")])
                   for r in chosen if (r.quantity, r.what.rsplit(" ", 2)[0]) == group]
        words = f"{group[0]}, {group[1]}"
        inside += f"<h3>{escape(words)}</h3>" + figure(charts.breakdown(entries, "us", f"{name_of_table}: {words}"))
    return section(name_of_table.lower().replace(" ", ""), title, inside + KEY + row_table(rows, name_of_table, tree)) if inside else None


def consistency(lines):
    """Experiment 3's aggregates beside the parts of 1 and 2."""
    if not lines:
        return None
    cells = [[escape(what), f"{aggregate:.3f}", f"{total:.3f}", '<span class="ok">agrees</span>' if good else '<span class="fail">differs</span>']
             for what, aggregate, total, good in lines]
    return section("consistency", "Experiment 3 against the parts of 1 and 2", table(["what, us", ">aggregate", ">sum of parts", ""], cells, "Consistency"))


def timing(text):
    """Figure 5 drawn from its listing: TxSOC and the octets."""
    found = [(float(at), int(soc), data) for at, soc, data in re.findall(r"(-?\d+) ns +TxSOC (\d) +TxData (\w+)", text)]
    begin, end = -200, found[-1][0] + 50
    found[0] = (begin, *found[0][1:])

    def draw(width):
        x = svg.scale(begin, end, 60, width - 8)
        inside = [svg.axis(x, begin, end, 6, 84, 8 if width > 500 else 4, "ns"), svg.text(2, 24, "TxSOC"), svg.text(2, 64, "TxData")]
        points = []
        for (at, soc, data), until in zip(found, [f[0] for f in found[1:]] + [end]):
            points += [(x(at), 30 - 18 * soc), (x(until), 30 - 18 * soc)]
            inside.append(f'<rect x="{x(at):.1f}" y="46" width="{x(until) - x(at):.1f}" height="24" class="octet"/>')
            if x(until) - x(at) > 16:
                inside.append(svg.text((x(at) + x(until)) / 2, 62, data, "tick", "middle"))
        return svg.picture(width, 104, [*inside, svg.path(points, "mean")], "Figure 5: the first cell's start on TxUTOPIA")

    return charts.both(draw)


def bus_states(results):
    """Table 4 of each direction's two buses."""
    inside = ""
    for direction in DIRECTIONS:
        account = results[name("1", *direction, "tcp")]["pci"]
        for side, host in zip(("client", "server"), direction):
            states = account[side]["table4_clocks"]
            busy = [(f"{s} {STATES[s]}", n) for s, n in states.items() if s != "idle"]
            words = f"{host} as {side}"
            keys = ", ".join(f'<span class="key part{int(label[0]) - 1}"></span>{label} {n}' for label, n in busy)
            inside += figure(panels.shares(busy, f"States of the PCI clocks, {words}"), f"{words}: idle {states['idle']} clocks; {keys}")
    return section("table4", "Table 4: states of a PCI clock", f'<div class="panels">{inside}</div>')


def access_parts(results):
    """Figure 7: the parts of the card's bus access."""
    entries = []
    for direction in DIRECTIONS:
        for side, host in zip(("client", "server"), direction):
            account = results[name("1", *direction, "tcp")]["pci"][side]["masters"]["nic"]
            for part in ("arbitration", "acquisition", "target"):
                clocks = account[f"{part}_clocks"]
                entries.append((f"{host} {'sends' if side == 'client' else 'receives'}: {part}", clocks["min"], clocks["avg"], clocks["max"], []))
    about = '<p class="about">REQ# to GNT#, GNT# to FRAME#, FRAME# to TRDY#; average, whisker from minimum to maximum.</p>'
    return section("figure7", "Figure 7: the parts of a bus access", figure(charts.breakdown(entries, "clocks", "Parts of a bus access")) + about)


def pictures(folder, results):
    """The paper's figures, from the runs."""
    texts = figures.all_figures(folder, results)
    figure5 = texts["figure5.txt"]
    return [section("figure4", "Figure 4: what the analyzer's memory held", details("State listing of one packet", f"<pre>{escape(texts['figure4.txt'])}</pre>")),
            section("figure5", "Figure 5: the start of a cell", figure(timing(figure5), "TxUTOPIA in timing mode, 4 ns between samples.")),
            bus_states(results), access_parts(results),
            section("period", "The period of cells", "".join(f"<p>{escape(line)}</p>" for line in texts["cell_period.txt"].splitlines()))]


def answer(rows):
    """How well the simulator meets what it was not fitted to, in one sentence."""
    gated = [r for r in rows if r.split == "hold" and r.tolerance is not None]
    if not gated:
        return "The paper's figures, from simulated packets."
    held = sum(r.held for r in gated)
    return (f"Of {len(gated)} published values that no number of the model was fitted to, {held} are met within their tolerance; "
            f"their mean error is {100 * sum(abs(r.error / r.published) for r in gated) / len(gated):.1f} %.")


def make(version, rows, summary, notes, consistent, figure_sections):
    """The text of the page. `consistent`: (what, aggregate, sum of parts, agrees)."""
    tree = tree_of(rows)
    deviating = summary.splitlines()
    head = (f"<h1>Dollas et al. 1997, Experimental ATM Network Interface Performance Evaluation; {escape(version)}</h1>"
            f'<p class="answer">{escape(answer(rows))}</p>' + "".join(f"<p>{escape(words.strip())}</p>" for words in deviating))
    first, *contradictions = notes.strip().splitlines()
    told = f"<p>{escape(first)}</p><ul>" + "".join(f"<li>{escape(words.strip())}</li>" for words in contradictions) + "</ul>"
    origin = (f"<p>{escape(version)}; {RUNS} runs of each size, direction and protocol, seed 1. The numbers are those of <code>rows.csv</code>; "
              "<code>runs</code> holds each run's results with its whole configuration.</p>")
    return page("niclab: Dollas et al. 1997", head, [
        table1(rows, tree), table_by_size(rows, "Table 2", "Table 2: the Pentium's software", tree),
        table_by_size(rows, "Table 3", "Table 3: the echoing host", tree), consistency(consistent), *figure_sections,
        section("contradictions", "Where the paper contradicts itself", told), section("origin", "Where this comes from", origin)])
