"""niclab reproduce PAPER[/PART]: a paper's experiments on the simulated bench, its tables beside the published ones."""
import argparse
import csv
import pathlib
import sys

from niclab.report import page
from niclab.reproduce import dollas, dollas_page, figures
from niclab.runs import Runner, exit_code, write

PARTS = ("table1", "table2", "table3", "figures")
CONTRADICTIONS = """The paper contradicts itself, and these readings were taken:
  Table 1 calls the card PCI target when it sends and initiator when it receives, section 2.2 the reverse: it masters the bus in both.
  State 5 of Figure 3 says RxUTOPIA of the client: it transmits, TxUTOPIA is meant; the "first byte of data" is the third of the header.
  "The PHY adds the header", yet F4H is seen on TxUTOPIA: the SAR makes the header, the PHY its fifth octet.
  "PCI v. 2.16" is taken as 2.1; "TDRDY#" as TRDY#. The HFBR-5103 is an FDDI part: modelled as an ideal 155.52 Mb/s module.
  SEL of the 486 falls from 1 to 10 octets, SRL of UDP from 1000 to 1472: no cost that grows with size gives either.
  "Six control signals" a side, but Table 4 has REQ# and GNT# among its six.
"""


def reference(data, table):
    with open(data / f"dollas_{table}.csv", newline="") as f:
        return list(csv.DictReader(f))


def known_deviations(data):
    return {(d["table"], d["quantity"], d["what"], d["stat"]): d["reason"] for d in reference(data, "deviations")}


def line(row):
    mark = "fitted" if row.split == "cal" else "held" if row.held else "DEVIATES" if row.deviation else "MISSES"
    if row.tolerance is None and row.split != "cal":
        mark = "shown"
    seen = f"{row.seen:10.2f}" if row.seen is not None else " " * 10
    return (f"{row.quantity:<20}{row.what:<20}{row.stat:<11}{row.published:10.2f}{seen}{row.known:10.2f}{row.error:9.2f}"
            f"{100 * row.error / row.published:8.1f} %  {mark}")


def tables(rows):
    text = ""
    for table in dict.fromkeys(row.table for row in rows):
        text += (f"{table}, microseconds\n{'quantity':<20}{'what':<20}{'stat':<11}{'published':>10}{'analyzer':>10}{'known':>10}{'error':>9}{'':>10}\n")
        text += "".join(line(row) + "\n" for row in rows if row.table == table) + "\n"
    return text


def counts(rows):
    fitted = [r for r in rows if r.split == "cal"]
    gated = [r for r in rows if r.split == "hold" and r.tolerance is not None]
    missed = [r for r in gated if not r.held]
    mean = lambda rs: sum(abs(r.error / r.published) for r in rs) / len(rs) * 100 if rs else 0
    text = (f"Held out: {len(gated) - len(missed)} of {len(gated)} rows within their tolerance, mean error {mean(gated):.1f} %. "
            f"Fitted: {len(fitted)} rows, mean error {mean(fitted):.1f} %, which prove nothing.\n")
    for r in missed:
        text += f"  {r.table} {r.quantity} {r.what} {r.stat}: {r.known:.2f} for {r.published:.2f}" + (f" ({r.deviation})\n" if r.deviation else "\n")
    return text, [r for r in missed if not r.deviation]


def gaps(rows_of_pool):
    """Share of packets that saw a third SONET overhead between their descriptor and their first cell."""
    values = [dollas.known_stage(row, "sar_segmentation") for row, _ in rows_of_pool]
    usual = sorted(values)[len(values) // 2]
    return f"{100 * sum(v > usual + 0.3 for v in values) / len(values):.1f} % of {len(values)} packets waited for a third SONET overhead.\n"


def rows_csv(rows):
    text = "table,quantity,what,stat,split,published,analyzer,known,tolerance,deviation\n"
    for r in rows:
        seen = "" if r.seen is None else f"{r.seen:.4f}"
        text += f'{r.table},{r.quantity},{r.what},{r.stat},{r.split},{r.published},{seen},{r.known:.4f},{r.tolerance or ""},"{r.deviation}"\n'
    return text


def reproduce(arguments):
    out, data = pathlib.Path(arguments.out), pathlib.Path(arguments.data)
    parts = {arguments.part} if arguments.part else set(PARTS)
    runner = Runner(arguments.niclab, out / "runs")
    results = runner.all(dollas.plan(parts))
    folder, rows = runner.folder, []
    for table in ("table1", "table2", "table3"):
        if table in parts:
            rows += getattr(dollas, table)(folder, reference(data, table))
    deviations = known_deviations(data)
    for row in rows:
        row.deviation = deviations.get((row.table, row.quantity, row.what, row.stat), "")
    summary, missed = counts(rows)
    text = f"{runner.version}  reproduce dollas{'/' + arguments.part if arguments.part else ''}\n\n{tables(rows)}"
    consistent = []
    if "table1" in parts:
        pool = [pair for d in dollas.DIRECTIONS for pair in dollas.one_way(folder, *d)]
        text += gaps(pool) + "\nExperiment 3 against the parts of 1 and 2, as the analyzer saw them (us):\n"
        for what, aggregate, total in dollas.consistency(folder):
            good = abs(aggregate - total) < 0.3
            consistent.append((what, aggregate, total, good))
            text += f"  {what:<40}{aggregate:9.3f}{total:9.3f}  {'agrees' if good else 'DIFFERS'}\n"
        text += "\n"
        write(out / "table1.svg", figures.svg(rows))
    if "figures" in parts:
        for file, figure in figures.all_figures(folder, results).items():
            write(out / file, figure)
        text += figures.cell_period(folder, results) + "\n"
    text += (summary if rows else "") + "\n" + CONTRADICTIONS
    write(out / "summary.txt", text)
    write(out / "rows.csv", rows_csv(rows))
    pictures = dollas_page.pictures(folder, results) if "figures" in parts else []
    page.write(out / "report.html", dollas_page.make(runner.version, rows, summary if rows else "", CONTRADICTIONS, consistent, pictures))
    print(text + str(out))
    return 1 if missed or not all(good for *_, good in consistent) else 0


def main():
    parser = argparse.ArgumentParser(prog="niclab reproduce")
    parser.add_argument("paper", choices=["dollas"])
    parser.add_argument("part", choices=["", *PARTS])
    parser.add_argument("--niclab", required=True)
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    return exit_code("niclab reproduce", lambda: reproduce(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
