"""The comparison as one HTML file: static, offline, light and dark."""
import pathlib
from collections.abc import Sequence

from markupsafe import Markup

from niclab.charts import plots, rows
from niclab.pages import drawings, render, words
from niclab.scene import scene
from niclab.tools.compare import ranks
from niclab.tools.compare.comparison import Comparison, Row, Share
from niclab.tools.compare.findings import answer, findings, rankings
from niclab.tools.compare.plan import run_name
from niclab.tools.compare.text import change, label, notes, number

MOST_CAUSES = 8
MOST_WAYS = 2
CELL = Markup('{}<br><span class="change">{}</span>')


def chart_of(named: Sequence[tuple[str, Row | Share]], comparison: Comparison, title: str) -> Markup:
    groups = [(name, [row.interval(i) for i in range(len(comparison.subjects))]) for name, row in named]
    return rows.bars(groups, [s.name for s in comparison.subjects], "us", title)


def stage_chart(comparison: Comparison) -> Markup:
    whole = [row for row in comparison.group("latency") if row.measure.name.startswith("driver to driver")]
    return chart_of([(row.measure.name, row) for row in [*whole, *comparison.hardware_rows()]], comparison,
                    "Driver to driver, and the stages of its first cell, microseconds")


def cause_chart(comparison: Comparison) -> Markup:
    """The causes that changed most, for any subject."""
    def change_of(share: Share) -> float:
        return max(abs(share.difference(i).mean) for i in range(1, len(comparison.subjects)))

    most = sorted(comparison.causes, key=change_of, reverse=True)[:MOST_CAUSES]
    return chart_of([(f"{s.resource}: {s.cause}", s) for s in most], comparison, "Causes that changed most, microseconds a packet")


def throughput_chart(comparison: Comparison) -> Markup:
    """A column a size: what lies between two sizes was not measured. Or a column a flow, where the experiment has some."""
    measured = comparison.group("throughput")
    sizes = all(row.measure.name.endswith(("octet", "octets")) for row in measured)
    columns = [row.measure.name.split()[0] for row in measured]
    groups = [(s.name, [row.interval(i) for row in measured]) for i, s in enumerate(comparison.subjects)]
    return plots.columns(columns, groups, "octets a packet" if sizes else "", "Mb/s", f"Throughput by the {'packet size' if sizes else 'flow'}")


def ranking_tables(comparison: Comparison) -> list[tuple[str, list[list[object]]]]:
    """(what, rows of place, name, value, how far behind)."""
    return [(f"{r.what} ({r.unit})", [[n, comparison.subjects[p.subject].name, number(p.value, 2), p.behind] for n, p in enumerate(r.places, 1)])
            for r in rankings(comparison)]


def rank_cell(question: ranks.Question, i: int) -> Markup:
    mean, rank = question.means[i], question.ranks[i]
    if mean is None:
        return Markup("-")
    best = " first" if rank == 1 else ""
    return Markup('<span class="rank{}">{}</span><small>{}</small>').format(best, rank, f"{mean:.4g}" if mean < 1000 else f"{mean:.0f}")


def rank_matrix(comparison: Comparison) -> tuple[list[str], list[list[object]]]:
    """(heads, a row a subject): ranks and values of every question, those who are first most often at the top."""
    asked = ranks.questions(comparison)
    heads = ["what", *(f">{q.words}" for q in asked), ">first in"]
    return heads, [[comparison.subjects[i].name, *(rank_cell(q, i) for q in asked), ranks.firsts(asked, i)]
                   for i in ranks.order(asked, len(comparison.subjects))]


def table_rows(comparison: Comparison) -> tuple[list[list[object]], list[str]]:
    """(rows, their classes): each subject's value with the difference to the first below it."""
    lines: list[list[object]] = []
    classes = []
    for row in comparison.rows:
        changes = [change(row, i) for i in range(1, len(comparison.subjects))]
        values = [number(row.interval(i), row.measure.decimals) for i in range(len(comparison.subjects))]
        lines.append([f"{row.measure.group}: {label(row.measure)}", values[0], *(CELL.format(v, c) for v, c in zip(values[1:], changes))])
        classes.append("same" if all(c.startswith("no difference") for c in changes) else "")
    return lines, classes


def ribbons(comparison: Comparison, runs: pathlib.Path) -> tuple[Markup | None, list[tuple[str, str]]]:
    """A strip a subject, of its first seed; and the directions that the first subject has. None where nothing arrived."""
    folders = [(s.name, runs / run_name(s, "latency", comparison.options.seeds[0])) for s in comparison.subjects]
    scenes = [(name, scene.make(folder)) for name, folder in folders]
    ways = [(way["name"], words(way["name"])) for way in scenes[0][1]["directions"]][:MOST_WAYS]
    return (drawings("strips", scenes), ways) if all(s["directions"] for _, s in scenes) else (None, [])


def page(comparison: Comparison, version: str, runs: pathlib.Path) -> str:
    strips, ways = ribbons(comparison, runs)
    lines, classes = table_rows(comparison)
    against = [(f"{subject.name} against {comparison.subjects[0].name}", found)
               for subject, found in zip(comparison.subjects[1:], findings(comparison))]
    return render("compare.html", subjects=comparison.subjects, names=[s.name for s in comparison.subjects], version=version,
                  options=comparison.options, answer=answer(comparison), matrix=rank_matrix(comparison), rankings=ranking_tables(comparison), against=against,
                  notes=notes(comparison), stages=stage_chart(comparison), causes=cause_chart(comparison), throughput=throughput_chart(comparison),
                  rows=lines, classes=classes, strips=strips, ways=ways,
                  numeric_heads=[f">{s.name}" for s in comparison.subjects])
