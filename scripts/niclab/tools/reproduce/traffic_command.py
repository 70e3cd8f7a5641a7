"""niclab reproduce of all papers but dollas: runs, rows.csv, a summary and a page."""
import argparse
import pathlib

from niclab import files, terminal
from niclab.runs.engine import results_of
from niclab.runs.points import version
from niclab.tools.reproduce import an880, borriss, eberhardt, published, sandia, sandia_windows, score, standing
from niclab.tools.reproduce.row import BESIDES, SENTENCES, Row, rows_csv
from niclab.tools.reproduce.traffic import Plan, Runs, deviations, explain
from niclab.tools.reproduce.traffic_page import page

ROUNDS = 5  # of Sandia's scaling
NOTES = {
    "an880": "Values were fitted to rows marked cal only. Chosen in view of all rows: the pause behind a file, the share of the copy before the reply, two "
    "transmit buffers, waits for a card's own DMA. Bus cycles are counted in whole clocks, not at pins.",
    "borriss": "Table 1 sets the ratio of what an octet costs on these machines, nothing else: its rows themselves are not met. "
    "The 200 ms timeouts of Linux 2.0 and the rows PPro to P100 hang on PDUs lost in the card, which neither level predicts: clock by clock pca200e_like loses "
    "none, as far as that card is known. "
    "Between two Pentium Pro the card's gap decides, which is fitted with the Sun as receiver; so it hangs on how often the Sun acks: at most half a window "
    "may wait, three segments (software solaris251, Sun's tcp.c of October 1996). Did it ack every second one, the gap would come to 68 us instead of 77 and the "
    "row with NT to 113.16 Mb/s, +8.5 %. That this paper's Sun and Tolendino's have that rule, Eberhardt's not, was chosen in view of all rows.",
    "eberhardt": "That a write's tail goes out alone (separate_tail of solaris26) was chosen in view of all rows, and so was that these Suns ack every second "
    "segment: with acks of half a window (solaris251) 140000 octets at 6 Mb/s would carry 4.4 of 5.04 Mb/s, 524288 at 50 Mb/s 17.9 of 21.35. Standard TCP has six "
    "whole segments under way here; with the window that solaris251 leaves open it would have seven: 2.27 Mb/s at 6 Mb/s, 2.47 at 26.",
    "published": "Rates with preamble and gap are those of frames that were delivered. The experiments state their sources and assumptions.",
    "sandia": "M is the paper's figure of merit: throughput over CPU, Mb/s for the whole of it. "
    "CPU and M of TTCP are as published by scaling, but for the 3C509's, which follow from what the ATM cards cost the same PC and its own copies. "
    "Chosen in view of all rows: NT's 8 KB for what it sends; that what its sockets hold leaves the window open; that a 3C509's "
    "memory is free again as octets leave it; that the Sparc acks every eighth segment at the latest, as Solaris 8 does (with half a window, as Sun's tcp.c of "
    "October 1996 has it, the 3C595 would send from memory 22 % slower than the Interphase, 14 published); 8 KB at the Sparc for a file, and writes of "
    "8 KB from it (NT 3.51's ftp wrote 4 KB, with which the ATM cards would send files 10 to 27 % too fast). Chosen in view of the TTCP rows: NT's 8 KB for "
    "what it receives, whatever -b said; with 32768 octets the capture effect would leave the 3C509 6.8 of 7.9 Mb/s, and the 3C595 would receive 51 of 44.4.",
}


def run(plan: Plan, out: pathlib.Path) -> Runs:
    _, results = results_of(list(plan.points.values()), out, unwanted=("hosts.csv", "tcp.csv", "queues.csv", "drops.csv"))
    return Runs(results)


def rows_of(paper: str, niclab: str, data: pathlib.Path, out: pathlib.Path) -> tuple[list[Row], Runs]:
    if paper == "borriss":
        runs = run(borriss.plan(niclab), out)
        return borriss.compared(runs, data), runs
    if paper == "eberhardt":
        runs = run(eberhardt.plan(niclab, data), out)
        return eberhardt.compared(runs, data), runs
    scale: dict[str, float] = {}
    for k in range(ROUNDS):
        runs = run(sandia.plan(niclab, data, scale, f"round{k}"), out)
        if k + 1 < ROUNDS:
            scale = sandia.rescaled(runs, data, scale, f"round{k}")
    return sandia.compared(runs, data, f"round{ROUNDS - 1}"), runs


def line(row: Row, widths: tuple[int, int]) -> str:
    """`widths`: of the quantity and of what it is about."""
    begin = f"{row.quantity:<{widths[0]}}  {row.what:<{widths[1]}}  {row.stat:<5}"
    if row.waits:
        return f"{begin} not simulated yet"
    if row.is_sentence:
        return f"{row.quantity:<8}{row.what}: {'true' if row.known else 'FALSE'}  {row.standing}  {'' if row.fitted or row.table == BESIDES else row.verdict}".rstrip()
    share = "" if row.percent is None else f"{row.percent:+.1f}"
    gate = f"{row.verdict}, tolerance {row.tolerance:.3g}" if row.gated else ""
    return f"{begin}{row.published:9.2f}{row.known:9.2f}{share:>8}{score.null_cell(row):>9}  {row.standing:<9} {gate}".rstrip()


def tables(rows: list[Row]) -> str:
    text = ""
    for table in dict.fromkeys(row.table for row in rows):
        of = [row for row in rows if row.table == table]
        widths = max(len(r.quantity) for r in of), max(len(r.what) for r in of)
        head = f"{'quantity':<{widths[0]}}  {'what':<{widths[1]}}  {'unit':<5}{'published':>9}{'known':>9}{'error %':>8}{'null':>9}  standing\n"
        text += f"{table}\n{'' if table in SENTENCES else head}" + "".join(line(row, widths) + "\n" for row in of) + "\n"
    return text


def reproduce(a: argparse.Namespace) -> int:
    out, data = pathlib.Path(a.out), pathlib.Path(a.data)
    beside = None
    if a.paper == "an880":
        rows, unbalanced = an880.compared(a.niclab, data, out, a.part)
    elif a.paper == "published":
        results = run(published.plan(a.niclab, data), out).results
        rows, unbalanced = published.compared(results, data), []
        beside = published.study(rows, results, data)
        files.write(out / "variants.csv", published.variants_csv(results, data))
    else:
        rows, runs = rows_of(a.paper, a.niclab, data, out)
        unbalanced = runs.balance()
        beside = sandia_windows.study(runs) if a.paper == "sandia" else None
    explain(rows, deviations(data, a.paper))
    lines = standing.assign(rows, data, a.paper)
    unused = [] if a.part else lines  # a part has only some of the rows
    summary, missed = score.summary(rows)
    text = f"{summary}\n{tables(rows)}{beside.text if beside else ''}{NOTES[a.paper]}\n"
    if unbalanced:
        text += f"Ledgers that do not balance: {', '.join(unbalanced)}\n"
    for entry in unused:
        text += f"{data / standing.FILE}: no row of {a.paper} is {entry['table']} {entry['quantity']} {entry['what']}; expected one\n"
    text = terminal.folded(f"{text}\n{version(a.niclab)}  reproduce {a.paper}\n")
    files.write(out / "summary.txt", text)
    files.write(out / "rows.csv", rows_csv(rows))
    files.write(out / "report.html", page(a.paper, version(a.niclab), rows, summary, NOTES[a.paper], beside))
    print(terminal.folded(text, terminal.columns()) + str(out))
    return 1 if missed or unbalanced or unused else 0
