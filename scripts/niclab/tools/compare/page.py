"""The comparison as one HTML file: static, offline, light and dark."""
import pathlib
from collections.abc import Sequence

from markupsafe import Markup

from niclab.charts import panels, rows
from niclab.intervals import short
from niclab.pages import drawings, lab_link, render, words
from niclab.results import Json
from niclab.scene import scene
from niclab.tools.compare import ranks
from niclab.tools.compare.comparison import Comparison, Share
from niclab.tools.compare.findings import answer, findings, rankings
from niclab.tools.compare.plan import run_name
from niclab.tools.compare.text import change, label, notes, number

MOST_CAUSES = 8
MOST_WAYS = 2
CELL = Markup('{}<br><span class="change">{}</span>')


def cause_chart(comparison: Comparison) -> Markup:
    """The causes that changed most, for any subject."""
    def change_of(share: Share) -> float:
        return max(abs(share.difference(i).mean) for i in range(1, len(comparison.subjects)))

    most = sorted(comparison.causes, key=change_of, reverse=True)[:MOST_CAUSES]
    groups = [(f"{s.resource}: {s.cause}", [s.interval(i) for i in range(len(comparison.subjects))]) for s in most]
    return rows.bars(groups, [s.name for s in comparison.subjects], "us", "Causes that changed most, microseconds a packet")


def question_charts(comparison: Comparison, asked: Sequence[ranks.Question]) -> list[tuple[str, str, Markup]]:
    """(question, unit and which way is better, chart) of each; of those who have no such thing it
    says nothing.
    """
    found = []
    for q in asked:
        entries = [(comparison.subjects[i].name, value, q.ranks[i] == 1) for i in q.order if (value := q.values[i])]
        found.append((q.words, f"{q.unit}, {'more' if q.larger else 'less'} is better", panels.ranked(entries, q.words)))
    return found


def ranking_tables(comparison: Comparison) -> list[tuple[str, list[list[object]]]]:
    """(what, rows of place, name, value, how far behind)."""
    return [(f"{r.what} ({r.unit})", [[n, comparison.subjects[p.subject].name, number(p.value, 2), p.behind] for n, p in enumerate(r.places, 1)])
            for r in rankings(comparison)]


def rank_cell(question: ranks.Question, i: int) -> Markup:
    value, rank = question.values[i], question.ranks[i]
    if value is None:
        return Markup('<span class="chip">-</span>')
    kind = " first" if rank == 1 else " unusable" if question.unusable(i) else ""
    return Markup('<span class="chip{}"><b>{}</b><small>{}</small></span>').format(kind, rank, short(value.mean))


def rank_matrix(comparison: Comparison, asked: Sequence[ranks.Question]) -> tuple[list[str], list[list[object]]]:
    """(heads, a row per subject): ranks and values of every question. Throughput counts once in
    the last column.
    """
    counted = ranks.different_questions(comparison)
    heads = ["what", *(f">{q.words}, {q.unit}" for q in asked), f">first in, of {len(counted)}"]
    return heads, [[comparison.subjects[i].name, *(rank_cell(q, i) for q in asked), ranks.firsts(counted, i)]
                   for i in ranks.order(counted, len(comparison.subjects))]


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
    """A strip a subject, of its first seed; and the directions that the first subject has. None
    where nothing arrived.
    """
    folders = [(s.name, runs / run_name(s, "latency", comparison.options.seeds[0])) for s in comparison.subjects]
    scenes = [(name, scene.make(folder)) for name, folder in folders]
    ways = [(way["name"], words(way["name"])) for way in scenes[0][1]["directions"]][:MOST_WAYS]
    return (drawings("strips", sorted(scenes, key=driver_time)), ways) if all(s["directions"] for _, s in scenes) else (None, [])


def driver_time(named: tuple[str, Json]) -> float:
    """Of a scene: microseconds from driver to driver, the mean of its first direction."""
    spans = [span for span in named[1]["directions"][0]["spans"] if span["inside"]]
    return spans[-1]["end"] - spans[0]["begin"]


def commands(comparison: Comparison) -> list[tuple[str, str]]:
    """(subject, command) of each that the bench knows by its name, the first one as the ghost of
    the others.
    """
    found = []
    for s in comparison.subjects:
        cards = [f"{side}.card={s.path.stem}" for side in ("client", "server")] if s.kind == "card" else []
        found.append((s.name, comparison.options.workload if s.kind == "card" else s.path.stem, [*cards, *s.settings]))
    same = [one for one in found if one[1] == found[0][1]]  # a ghost is a run of the same experiment
    return [(name, lab_link.command(experiment, settings, same[0][2] if i else None)) for i, (name, experiment, settings) in enumerate(same)]


def page(comparison: Comparison, version: str, runs: pathlib.Path) -> str:
    strips, ways = ribbons(comparison, runs)
    lines, classes = table_rows(comparison)
    asked = ranks.questions(comparison)
    against = [(f"{subject.name} against {comparison.subjects[0].name}", found)
               for subject, found in zip(comparison.subjects[1:], findings(comparison))]
    return render("compare.html", subjects=comparison.subjects, names=[s.name for s in comparison.subjects], version=version,
                  options=comparison.options, answer=answer(comparison), matrix=rank_matrix(comparison, ranks.main_questions(asked)),
                  rankings=ranking_tables(comparison), against=against,
                  notes=notes(comparison), questions=question_charts(comparison, asked), causes=cause_chart(comparison),
                  rows=lines, classes=classes, strips=strips, ways=ways, commands=commands(comparison),
                  numeric_heads=[f">{s.name}" for s in comparison.subjects])
