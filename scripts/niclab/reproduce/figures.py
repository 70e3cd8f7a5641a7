"""Figures 4, 5 and 7 and Table 4 of the paper, from simulated packets, as text, and Table 1 as a picture."""
import collections

from niclab.reproduce.dollas import DIRECTIONS, STAGES, name

# What the paper wrote beside the states' ends in its Figure 4.
NOTES = {"1": "call: start bit of the client's serial port", "2": "client REQ#", "3": "client TRDY#", "4": "Z: 800 clocks, nothing stored",
         "5": "5b: third octet F4H; 5a is the last sample with TxSOC, up to three before", "6": "F4H on the server's RxUTOPIA", "7": "server REQ#",
         "8": "server TRDY#", "9": "start bit of the server's serial port"}


def figure4(folder):
    """The listing of one packet of one octet, annotated."""
    text = (folder / name("1", "pentium", "486", "tcp") / "analyzer.txt").read_text().split("acquisition 1")[0]
    lines = ["Figure 4: what the analyzer's memory held, Pentium to 486, TCP, 1 octet", ""]
    for line in text.splitlines()[1:]:
        words = line.split()
        ends = len(words) > 1 and words[-1] == "<"
        lines.append(line[:-2] + f"  <- {words[-2]}: {NOTES[words[-2]]}" if ends else line)
    return "\n".join(lines) + "\n"


def figure5(folder):
    """Timing mode, 4 ns: the start of the packet's first cell on TxUTOPIA, one line a change."""
    changes, columns = [], []
    for line in (folder / "figure5" / "analyzer.txt").read_text().splitlines():
        words = line.split()
        if words[:1] == ["word"]:
            columns = [c for c in words if c.isupper()]
        if not words or not words[0].isdigit():
            continue
        shown = dict(zip(columns, words[3:]))
        now = (float(words[1]) * 1000, shown["TSOC"], shown["TXD"])
        if not changes or changes[-1][1:] != now[1:]:
            changes.append(now)
    third = next(i for i, (_, _, data) in enumerate(changes) if data == "F4")
    start = max(i for i in range(third) if changes[i][1] == "1")
    zero = changes[start][0]
    lines = [f"{at - zero:10.0f} ns   TxSOC {soc}   TxData {data}" for at, soc, data in changes[start - 1:third + 12]]
    return "\n".join(["Figure 5: the first cell's start on TxUTOPIA, timing mode, 4 ns between samples", "", *lines]) + "\n"


def table4(results):
    """The six states of a PCI clock, counted in real cycles."""
    lines = ["Table 4: PCI clocks by state, decoded with priority 6, 2, 5, 4, 3, 1 (the printed patterns overlap)", ""]
    for direction in DIRECTIONS:
        run = results[name("1", *direction, "tcp")]
        for side, host in zip(("client", "server"), direction):
            states = run["pci"][side]["table4_clocks"]
            lines.append(f"{host:8} as {side}: " + ", ".join(f"{state} {clocks}" for state, clocks in states.items()))
    return "\n".join(lines) + "\n"


def figure7(results):
    """The parts of a bus access: arbitration, acquisition, target latency, in PCI clocks."""
    lines = ["Figure 7: the card's bus access in PCI clocks: REQ# to GNT#, GNT# to FRAME#, FRAME# to TRDY#", ""]
    for direction in DIRECTIONS:
        for side, host in zip(("client", "server"), direction):
            account = results[name("1", *direction, "tcp")]["pci"][side]["masters"]["nic"]
            parts = [f"{part} {account[part + '_clocks']['avg']:.2f} (max {account[part + '_clocks']['max']:.0f})" for part in ("arbitration", "acquisition", "target")]
            lines.append(f"{host:8} {'sends' if side == 'client' else 'receives'}: " + ", ".join(parts))
    return "\n".join(lines) + "\n"


def cell_period(folder, results):
    """The period of cells as a 30.3 ns state analyzer reads it, beside the true mean."""
    periods = collections.Counter()
    for line in (folder / "cells" / "analyzer.txt").read_text().splitlines():
        words = line.split()
        if len(words) == 6 and words[0].isdigit() and words[0] != "0":
            periods[f"{round(float(words[2]) * 33) / 33:.3f}"] += 1
    total = sum(periods.values())
    read = ", ".join(f"{us} us {100 * n / total:.1f} %" for us, n in periods.most_common() if n * 200 > total)
    spacing = results["cells"]["cell_spacing"]["client_to_server"]
    return (f"Periods of {total} cells as that analyzer reads them (paper 2.76): {read}.\n"
            f"True: {spacing['min']:.4f} us between SONET overheads, mean over all {spacing['mean']:.4f} us.\n")


def svg(rows):
    """Table 1 as a picture: simulated range and average of each stage, published values as marks; held-out ones hollow."""
    wanted = [r for r in rows if r.table == "Table 1" and r.quantity in STAGES and "%" not in r.stat
              and (r.what == "pooled" or r.quantity.startswith("pci"))]
    groups = {}
    for r in wanted:
        groups.setdefault((r.quantity, r.what), []).append(r)
    height, top, left, width = 34, 40, 250, 420
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 {top + height * len(groups) + 46}" font-family="sans-serif" font-size="13">',
           '<rect width="100%" height="100%" fill="#fff"/>',
           '<text x="10" y="22" font-size="15">Dollas et al. 1997, Table 1: published and simulated (each row on its own scale)</text>']
    for i, ((quantity, what), group) in enumerate(groups.items()):
        y = top + height * i + 18
        numbers = [v for r in group for v in (r.published, r.known)]
        low, high = min(numbers), max(numbers)
        span = (high - low) or 1
        at = lambda v, low=low, span=span: left + 20 + (width - 40) * (v - low) / span
        simulated = {r.stat: r.known for r in group}
        out.append(f'<text x="10" y="{y + 4}">{quantity} <tspan fill="#666" font-size="11">{what}</tspan></text>')
        out.append(f'<line x1="{at(simulated["min"]):.1f}" x2="{at(simulated["max"]):.1f}" y1="{y}" y2="{y}" stroke="#2a6fb0" stroke-width="6"/>')
        out.append(f'<circle cx="{at(simulated["avg"]):.1f}" cy="{y}" r="6" fill="#2a6fb0"/>')
        for r in group:
            fill = "#d0501e" if r.split == "cal" else "#fff"
            out.append(f'<path d="M {at(r.published):.1f} {y - 9} l 5 -8 l -10 0 z" fill="{fill}" stroke="#d0501e"/>')
        out.append(f'<text x="{left + width + 4}" y="{y + 4}" font-size="11" fill="#666">{low:.2f} .. {high:.2f} us</text>')
    y = top + height * len(groups) + 22
    out.append(f'<text x="10" y="{y}" font-size="12" fill="#444">Bar and dot: simulated minimum to maximum, average. Triangles: published minimum, '
               'average, maximum;</text>')
    out.append(f'<text x="10" y="{y + 16}" font-size="12" fill="#444">filled where the model was fitted to it, hollow where it is held out.</text></svg>')
    return "\n".join(out) + "\n"


def all_figures(folder, results):
    return {"figure4.txt": figure4(folder), "figure5.txt": figure5(folder), "table4.txt": table4(results), "figure7.txt": figure7(results),
            "cell_period.txt": cell_period(folder, results)}
