"""niclab reproduce PAPER[/PART]: a paper's experiments on the simulated bench, its tables next to
the published ones.
"""
import argparse
import pathlib
from collections.abc import Sequence

from niclab import files, terminal
from niclab.charts import svg
from niclab.runs.engine import results_of
from niclab.runs.points import version
from niclab.tools.reproduce import dollas, dollas_page, dollas_software, figures, pcie_bench_command, score, standing, traffic_command
from niclab.tools.reproduce.row import Row, rows_csv

PARTS = ("table1", "table2", "table3", "figures")
AN880_PARTS = ("figure3", "figure4", "figure5")
CONTRADICTIONS = """The paper contradicts itself, and these readings were taken:
  Table 1 calls the card PCI target when it sends and initiator when it receives, section 2.2 the reverse: it masters the bus in both.
  State 5 of Figure 3 says RxUTOPIA of the client: it transmits, TxUTOPIA is meant; the "first byte of data" is the third of the header.
  "The PHY adds the header", yet F4H is seen on TxUTOPIA: the SAR makes the header, the PHY its fifth octet.
  "PCI v. 2.16" is taken as 2.1; "TDRDY#" as TRDY#. The HFBR-5103 is an FDDI part: modelled as an ideal 155.52 Mb/s module.
  SEL of the 486 falls from 1 to 10 octets, SRL of UDP from 1000 to 1472: no cost that grows with size gives either.
  "Six control signals" a side, but Table 4 has REQ# and GNT# among its six.
"""


def known_deviations(data: pathlib.Path) -> dict[tuple[str, ...], str]:
    return {(d["table"], d["quantity"], d["what"], d["stat"]): d["reason"] for d in files.rows(data / "dollas_deviations.csv")}


def line(row: Row) -> str:
    seen = "" if row.seen is None else f"{row.seen:.2f}"
    verdict = "" if row.verdict in ("fitted", "within", "no tolerance") else f"  {row.verdict}"
    return (f"{row.quantity:<18}{row.what:<19}{row.stat:<10}{row.published:9.2f}{seen:>9}{row.known:9.2f}{100 * row.error / row.published:+8.1f}"
            f"{score.null_cell(row):>9}  {row.standing}{verdict}")


def tables(rows: Sequence[Row]) -> str:
    text = ""
    head = f"{'quantity':<18}{'what':<19}{'stat':<10}{'published':>9}{'analyzer':>9}{'known':>9}{'error %':>8}{'null':>9}  standing\n"
    for table in dict.fromkeys(row.table for row in rows):
        text += f"{table}, microseconds\n{head}" + "".join(line(row) + "\n" for row in rows if row.table == table) + "\n"
    return text


def compared(bench: dollas.Bench, data: pathlib.Path, parts: set[str]) -> list[Row]:
    """Every published value of the selected tables next to the simulated one."""
    rows: list[Row] = []
    for table in ("table1", "table2", "table3"):
        if table in parts:
            rows += getattr(bench, table)(files.rows(data / f"dollas_{table}.csv"))
    deviations = known_deviations(data)
    for row in rows:
        row.deviation = deviations.get((row.table, row.quantity, row.what, row.stat), "")
    standing.assign(rows, data, "dollas")
    return rows


def consistency_text(consistent: Sequence[dollas.Consistency]) -> str:
    lines = "".join(f"  {c.what:<40}{c.aggregate:9.3f}{c.total:9.3f}  {'agrees' if c.agrees else 'DIFFERS'}\n" for c in consistent)
    return f"\nExperiment 3 against the parts of 1 and 2, as the analyzer saw them (us):\n{lines}\n"


def reproduce(a: argparse.Namespace) -> int:
    out, data = pathlib.Path(a.out), pathlib.Path(a.data)
    parts = {a.part} if a.part else set(PARTS)
    store, results = results_of(dollas.plan(a.niclab, parts), out)
    bench, named = dollas.Bench(store.folder, results), version(a.niclab)
    rows = compared(bench, data, parts)
    summary, missed = score.summary(rows)
    text = tables(rows)
    consistent = bench.consistency() if "table1" in parts else []
    if consistent:
        text += bench.gaps() + consistency_text(consistent)
        files.write(out / "table1.svg", svg.standalone(dollas_page.table1_chart(rows)))
    drawn = figures.all_figures(bench) if "figures" in parts else {}
    for file, figure in drawn.items():
        files.write(out / file, figure)
    text += figures.cell_period(bench) + "\n" if drawn else ""
    if not a.part:
        config = results[dollas.name("1", *dollas.DIRECTIONS[0], "tcp")]["config"]
        summary += dollas_software.claims(a.niclab, config, out / "software")
    text = (f"{summary}\n" if rows else "") + text + CONTRADICTIONS
    text = terminal.folded(f"{text}\n{named}  reproduce dollas{'/' + a.part if a.part else ''}\n")
    files.write(out / "summary.txt", text)
    files.write(out / "rows.csv", rows_csv(rows))
    files.write(out / "report.html", dollas_page.make(named, rows, summary if rows else "", CONTRADICTIONS, consistent, bench, drawn))
    print(terminal.folded(text, terminal.columns()) + str(out))
    return 1 if missed or not all(c.agrees for c in consistent) else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="niclab reproduce")
    parser.add_argument("paper", choices=["dollas", "eberhardt", "borriss", "sandia", "an880", "published", pcie_bench_command.PAPER])
    parser.add_argument("part", choices=["", *PARTS, *AN880_PARTS])
    for name in ("niclab", "data", "out"):
        parser.add_argument(f"--{name}", required=True)
    a = parser.parse_args()
    if a.paper == pcie_bench_command.PAPER:
        return pcie_bench_command.reproduce(a)
    return reproduce(a) if a.paper == "dollas" else traffic_command.reproduce(a)
