"""The paper's tables and figures as a page of pictures, published values next to simulated ones."""
import dataclasses
import re
from collections.abc import Sequence

from markupsafe import Markup

from niclab.charts import panels, rows, svg
from niclab.pages import drawings, number, render
from niclab.results import Json
from niclab.scene import scene
from niclab.tools.report.machines import busy_shares
from niclab.tools.reproduce import figures, score
from niclab.tools.reproduce.dollas import DIRECTIONS, OUT, RUNS, Bench, Consistency
from niclab.tools.reproduce.dollas import name as run_name
from niclab.tools.reproduce.row import Row

HEADS = ("quantity (us)", "what", "stat", ">published", ">analyzer", ">simulated", ">error %", ">null", "standing", "verdict")
VERDICTS = {"fitted": "", "no tolerance": "no tolerance", "within": Markup('<span class="ok">within</span>'),
            "DEVIATES": Markup('<span class="fail">deviates</span>'), "MISSES": Markup('<span class="fail">misses</span>')}


@dataclasses.dataclass(frozen=True)
class PaperTable:
    """One table of the paper: charts with their titles, all its rows, and the reasons of its known
    deviations.
    """
    name: str
    title: str
    charts: list[tuple[str, Markup]]
    rows: list[list[object]]
    reasons: list[str]

    @property
    def place(self) -> str:
        return self.name.lower().replace(" ", "")


def tree_of(found: Sequence[Row]) -> Json:
    """What the page's numbers are held against; the same as in rows.csv."""
    return {"rows": [{"published": r.published, "analyzer": r.seen, "known": r.known} for r in found]}


def paper_table(found: Sequence[Row], name: str, title: str, charts: list[tuple[str, Markup]]) -> PaperTable:
    tree, reasons = tree_of(found), list[str]()
    lines: list[list[object]] = []
    for i, r in enumerate(found):
        if r.table != name:
            continue
        seen = number(tree, "rows", i, "analyzer", digits=2) if r.seen is not None else ""
        lines.append([r.quantity, r.what, r.stat, number(tree, "rows", i, "published", digits=2), seen,
                      number(tree, "rows", i, "known", digits=2), f"{100 * r.error / r.published:.1f}", score.null_cell(r), r.standing, VERDICTS[r.verdict]])
        if r.verdict == "DEVIATES":
            reasons.append(f"{r.quantity} {r.what} {r.stat}: {r.deviation}")
    return PaperTable(name, title, charts, lines, reasons)


def table1_chart(found: Sequence[Row]) -> Markup:
    """Each stage on its own scale: the differences are small."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for r in found:
        if r.table == "Table 1" and "%" not in r.stat and not r.quantity.endswith("_total"):
            groups.setdefault((r.quantity, r.what), []).append(r)
    entries = []
    for (quantity, what), group in groups.items():
        known = {r.stat: r.known for r in group}
        entries.append((f"{quantity}, {what}", known["min"], known["avg"], known["max"], [(r.published, not r.fitted) for r in group]))
    return rows.ranges(entries, "us", "Dollas et al. 1997, Table 1: published and simulated")


def charts_by_size(found: Sequence[Row], name: str) -> list[tuple[str, Markup]]:
    """Tables 2 and 3: one average for each size."""
    charts = []
    groups: dict[str, list[rows.Entry]] = {}
    for r in found:
        if r.table == name:
            host, octets, unit = r.what.rsplit(" ", 2)
            entry = (f"{octets} {unit}", r.low, r.known, r.high, [(r.published, not r.fitted)])
            groups.setdefault(f"{r.quantity}, {host}", []).append(entry)
    for group, entries in groups.items():
        charts.append((group, rows.breakdown(entries, "us", f"{name}: {group}")))
    return charts


def tables(found: Sequence[Row]) -> list[PaperTable]:
    there = {r.table for r in found}
    made = []
    if "Table 1" in there:
        made.append(paper_table(found, "Table 1", "Table 1: the card's stages", [("Each row on its own scale, whose ends stand at the right",
                                                                                 table1_chart(found))]))
    for name, title in (("Table 2", "Table 2: the Pentium's software"), ("Table 3", "Table 3: the echoing host")):
        if name in there:
            made.append(paper_table(found, name, title, charts_by_size(found, name)))
    return made


def timing(text: str) -> Markup:
    """Figure 5 drawn from its listing: TxSOC and the octets."""
    found = [(float(at), int(soc), data) for at, soc, data in re.findall(r"(-?\d+) ns +TxSOC (\d) +TxData (\w+)", text)]
    begin, end = -200.0, found[-1][0] + 50
    found[0] = (begin, *found[0][1:])

    def draw(width: int) -> Markup:
        x = svg.scale(begin, end, 60, width - 8)
        inside = [svg.axis(x, begin, end, 6, 84, 8 if width > 500 else 4, "ns"), svg.text(2, 24, "TxSOC"), svg.text(2, 64, "TxData")]
        points = []
        for (at, soc, data), until in zip(found, [f[0] for f in found[1:]] + [end]):
            points += [(x(at), 30 - 18 * soc), (x(until), 30 - 18 * soc)]
            inside.append(svg.bar(x(at), 46, x(until) - x(at), 24, "octet"))
            if x(until) - x(at) > 16:
                inside.append(svg.text((x(at) + x(until)) / 2, 62, data, "tick", "middle"))
        return svg.picture(width, 104, [*inside, svg.path(points, "mean")], "Figure 5: the first cell's start on TxUTOPIA")

    return svg.both(draw)


def bus_states(bench: Bench) -> list[tuple[str, int, Markup, list[tuple[str, int]]]]:
    """(whose, idle clocks, chart, states) of each direction's two buses: Table 4."""
    found = []
    for host, side, account in figures.accounts(bench):
        states = account["table4_clocks"]
        name = f"{host} as {side}"
        found.append((name, states["idle"], panels.shares(busy_shares(states), f"States of the PCI clocks, {name}"), busy_shares(states)))
    return found


def access_parts(bench: Bench) -> Markup:
    """Figure 7: the parts of the card's bus access."""
    entries = [(f"{' '.join(who.split())}: {part}", c["min"], c["avg"], c["max"], ())
               for who, clocks in figures.card_accesses(bench) for part, c in clocks.items()]
    return rows.breakdown(entries, "clocks", "Parts of a bus access")


def answer(found: Sequence[Row]) -> str:
    """How well the simulator meets what it was not fitted to, in one sentence."""
    return score.sentence(found) if found else "The paper's figures, from simulated packets."


def ribbons(bench: Bench) -> tuple[Markup | None, list[tuple[str, str]]]:
    """One packet's time as the first experiment had it, each way; None where that was not wanted."""
    runs = [(f"from the {sender} to the {receiver}", bench.folder / run_name("1", sender, receiver, "tcp")) for sender, receiver in DIRECTIONS]
    scenes = [(words, scene.make(folder)) for words, folder in runs if folder.is_dir()]
    return (drawings("strips", scenes), [(OUT, "TCP, the packet of median time")]) if scenes else (None, [])


def make(version: str, found: Sequence[Row], summary: str, notes: str, consistent: Sequence[Consistency], bench: Bench,
         drawn: dict[str, str]) -> str:
    """The text of the page. `drawn`: the figures' texts by their files, empty where they are not wanted."""
    first, *contradictions = (line.strip() for line in notes.strip().splitlines())
    pictures = {"timing": timing(drawn["figure5.txt"]), "states": bus_states(bench), "access": access_parts(bench)} if drawn else {}
    strips, ways = ribbons(bench)
    return render("dollas.html", strips=strips, ways=ways, version=version, runs=RUNS, answer=[answer(found), *(line.strip() for line in summary.splitlines())],
                  tables=tables(found), heads=HEADS, consistent=consistent, drawn=drawn, pictures=pictures, told=first, contradictions=contradictions)
