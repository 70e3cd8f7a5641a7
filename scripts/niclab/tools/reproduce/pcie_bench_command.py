"""niclab reproduce pcie_bench: rows.csv, a summary and a page of what the program has simulated."""
import argparse
import pathlib
from collections.abc import Sequence

from niclab import files, terminal
from niclab.pages import render
from niclab.runs.points import version
from niclab.tools.reproduce import pcie_bench, score, standing
from niclab.tools.reproduce.row import Row, rows_csv
from niclab.tools.reproduce.traffic_page import heads_of, sentence

PAPER = "pcie_bench"


def page(named: str, rows: Sequence[Row], summary: str) -> str:
    tables = [{"title": name[:1].upper() + name[1:], "heads": pcie_bench.HEADS, "pictures": [], "rows": lines} for name, lines in pcie_bench.tables(rows) if lines]
    sentences = [r for r in rows if r.is_sentence]
    if sentences:
        tables.append({"title": "Our own statements", "heads": heads_of(sentences[0].table), "pictures": [], "rows": [sentence(r) for r in sentences]})
    return render("traffic_paper.html", version=named, paper=PAPER, level="transaction level", tables=tables, summary=summary.strip().splitlines(),
                  note=pcie_bench.NOTE, beside=None)


def reproduce(a: argparse.Namespace) -> int:
    out, data, named = pathlib.Path(a.out), pathlib.Path(a.data), version(a.niclab)
    rows = pcie_bench.compared(pcie_bench.read(out))
    standing.assign(rows, data, PAPER)
    summary, missed = score.summary(rows)
    text = terminal.folded(f"{summary}\n{pcie_bench.text(rows)}{pcie_bench.NOTE}\n\n{named}  reproduce {PAPER}\n")
    files.write(out / "summary.txt", text)
    files.write(out / "rows.csv", rows_csv(rows))
    files.write(out / "report.html", page(named, rows, summary))
    print(terminal.folded(text, terminal.columns()) + str(out))
    return 1 if missed else 0
