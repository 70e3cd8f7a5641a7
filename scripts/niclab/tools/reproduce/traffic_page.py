"""The page of a paper on TCP over ATM: each of its tables as a picture and as rows."""
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from niclab.charts import rows as charts
from niclab.pages import render
from niclab.tools.reproduce import score
from niclab.tools.reproduce.row import BESIDES, CLAIMS, Row

LEVELS = {"an880": "segments, at the MACs' pins"}  # of hosts and cards; else
HEADS = ["quantity", "what", "unit", ">published", ">simulated", ">error %", ">null", "standing", "verdict"]
SENTENCE_HEADS = ["name", "what", "source", "here", "standing", "verdict"]


@dataclass(frozen=True)
class Study:
    """What is shown beside a paper's rows: `text` for the summary, the rest for the page. `heads`
    and `rows` as of parts.html's table.
    """
    title: str
    about: str
    heads: Sequence[str]
    rows: Sequence[Sequence[object]]
    picture: Markup
    text: str


def sentence(r: Row) -> list[object]:
    so = "true" if r.known else "FALSE"
    return [r.quantity, r.what, so] if r.table == BESIDES else [r.quantity, r.what, r.stat, so, r.standing, judged(r)]


def judged(r: Row) -> str:
    if r.waits:
        return "waits"
    why = r.deviation if r.verdict == "DEVIATES" else r.reason
    return ("" if r.fitted else r.verdict) + (f": {why}" if why else "")


def heads_of(table: str) -> Sequence[str]:
    return {CLAIMS: SENTENCE_HEADS, BESIDES: ["name", "what", "here"]}.get(table, HEADS)


def cells(r: Row) -> list[object]:
    known = "" if r.waits else f"{r.known:.2f}"
    error = "" if r.waits or r.percent is None else f"{r.percent:+.1f}"
    return [r.quantity, r.what, r.stat, f"{r.published:.2f}", known, error, score.null_cell(r), r.standing, judged(r)]


def pictures(rows: Sequence[Row]) -> Iterator[tuple[Markup, str]]:
    """Of each quantity and unit: the simulated value a bar, the published one a mark."""
    for quantity, unit in dict.fromkeys((r.quantity, r.stat) for r in rows):
        shown = [r for r in rows if (r.quantity, r.stat) == (quantity, unit) and not r.waits]
        if shown:
            yield charts.breakdown([(r.what or quantity, r.known, r.known, r.known, [(r.published, not r.fitted)]) for r in shown], unit,
                                   f"{quantity} in {unit}, simulated and published"), f"{quantity}, {unit}"


def page(paper: str, named: str, rows: Sequence[Row], summary: str, note: str, beside: Study | None = None) -> str:
    tables = [(table, [r for r in rows if r.table == table]) for table in dict.fromkeys(r.table for r in rows)]
    found = [{"title": table[:1].upper() + table[1:], "heads": heads_of(table), "pictures": [] if of[0].is_sentence else list(pictures(of)),
              "rows": [sentence(r) if r.is_sentence else cells(r) for r in of]} for table, of in tables]
    return render("traffic_paper.html", version=named, paper=paper, level=LEVELS.get(paper, "coarse level"), tables=found,
                  summary=summary.strip().splitlines(), note=note, beside=beside)
