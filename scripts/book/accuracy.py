"""Tables of the errors of published numbers, by paper and by kind of question, for pages.

They are made from the rows.csv of each `niclab reproduce PAPER`.
"""
import fnmatch
import functools
import pathlib

from niclab import files
from niclab.tools.reproduce import score
from niclab.tools.reproduce.row import CHOSEN, COMPUTED, FITTED, PREDICTED, Row, read_rows

ROOT = pathlib.Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "traces/reference"
PAPERS = {"dollas": "Dollas et al., two ATM cards with a logic analyzer", "borriss": "Borriss et al., TCP over ATM on two systems",
          "eberhardt": "Eberhardt et al., TCP over local and wide ATM", "sandia": "Tolendino, ATM and Ethernet on Windows NT",
          "an880": "Novell AN-880, PERFORM3 with eleven cards", "pcie_bench": "Neugebauer et al., DMA on server hosts with PCI Express",
          "published": "single measurements from other sources"}
PATTERNS = ("table", "quantity", "what", "stat")


def rows_of(folder: pathlib.Path, paper: str) -> list[Row]:
    """Rows of a reproduction in `folder`/PAPER, without claims."""
    return [r for r in read_rows(folder / paper / "rows.csv") if not r.is_sentence]


def errors(score_of: score.Score) -> str:
    return f"{score.mean(score_of.errors)} %, {score.worst(score_of.errors)} %" if score_of.errors else ""


def within(found: score.Score) -> str:
    return f"{found.within} of {len(found.gated)}" if found.gated else "none"


def paper_table(folder: pathlib.Path) -> list[str]:
    """One line per paper."""
    lines = ["| paper | predicted: within tolerance | mean, worst error | null model: within | chosen in view: numbers | mean, worst error | fitted, computed |",
             "|---|---|---|---|---|---|---|"]
    for paper, title in PAPERS.items():
        rows = rows_of(folder, paper)
        free, chosen = score.numbers(rows, PREDICTED, gated=True), score.numbers(rows, CHOSEN)
        others = f"{len(score.numbers(rows, FITTED).rows)}, {len(score.numbers(rows, COMPUTED).rows)}"
        null = f"{free.null_within} of {len(free.gated)}" if free.gated else ""
        lines.append(f"| {title} | {within(free)} | {errors(free)} | {null} | {len(chosen.rows) or ''} | {errors(chosen)} | {others} |")
    return lines


@functools.cache
def questions() -> list[dict[str, str]]:
    """The lines of questions.csv."""
    return files.rows(REFERENCE / "questions.csv")


def question_of(paper: str, row: Row) -> str:
    """The kind of question that a row answers. Raises LookupError if no line of questions.csv matches."""
    for line in questions():
        if line["paper"] == paper and all(fnmatch.fnmatchcase(getattr(row, name), line[name]) for name in PATTERNS):
            return line["question"]
    raise LookupError(f"{REFERENCE / 'questions.csv'}: no line for {paper} {row.table} {row.quantity} {row.what}; expected one")


def question_table(folder: pathlib.Path) -> list[str]:
    """One line per kind of question."""
    found: dict[str, list[Row]] = {}
    for paper in PAPERS:
        for row in rows_of(folder, paper):
            found.setdefault(question_of(paper, row), []).append(row)
    lines = ["| question | predicted: numbers | within tolerance | mean, worst error | chosen in view: numbers | mean, worst error |", "|---|---|---|---|---|---|"]
    for question, rows in sorted(found.items()):
        free, chosen = score.numbers(rows, PREDICTED), score.numbers(rows, CHOSEN)
        lines.append(f"| {question} | {len(free.rows)} | {within(free)} | {errors(free)} | {len(chosen.rows)} | {errors(chosen)} |")
    return lines


def first_runs(folder: pathlib.Path) -> list[str]:
    """Single measurements: published, first run and present run, with the error of both."""
    rows = {r.what: r for r in rows_of(folder, "published")}
    lines = ["| experiment | source | published | first run | error | now | error |", "|---|---|---|---|---|---|---|"]
    for entry in files.rows(REFERENCE / "published.csv"):
        row, first = rows[entry["experiment"]], float(entry["first"])
        lines.append(f"| `{row.what}` | {entry['source']} | {row.published:g} {row.stat} | {first:.3f} | {100 * (first / row.published - 1):+.1f} % | "
                     f"{row.known:.3f} | {100 * (row.known / row.published - 1):+.1f} % |")
    return lines


def variants(folder: pathlib.Path) -> list[str]:
    """Changes of single keys that explain misses of the single measurements."""
    lines = ["| experiment | changed | published | simulated | error |", "|---|---|---|---|---|"]
    for line in files.rows(folder / "published/variants.csv"):
        lines.append(f"| `{line['experiment']}` | {line['changed']} | {line['published']} | {line['simulated']} | {line['error_percent']} % |")
    return lines
