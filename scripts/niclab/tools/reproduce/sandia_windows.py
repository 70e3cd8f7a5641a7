"""Why a larger window can be slower on half-duplex Ethernet: the capture effect, over windows and
in both duplex modes.

Data of one end and acks of the other collide. The winner continues with a collision count of 0, the
other with one more, so that it loses the next race with a higher probability (K. K. Ramakrishnan,
H. Yang, The Ethernet Capture Effect, LCN 1994). The acks come when nothing of the window is left to
send, and then their back-off has to end first: time in which the line is idle.
"""
from collections.abc import Iterator

from niclab.charts import rows as charts
from niclab.tools.reproduce.row import Row
from niclab.tools.reproduce.traffic import Plan, Runs, shown
from niclab.tools.reproduce.traffic_page import Study

EXPERIMENT, WINDOWS, DUPLEX = "lane_bridge", (8760, 16384, 32768), ("half", "full")
ALIKE = 0.01  # in full duplex, of the rate with the smallest window
HEADS = [">window, octets", "duplex", ">Mb/s", ">line occupied, %", ">collisions a data frame", ">back-off of the acks, slots"]
TITLE = "The capture effect: a larger window is slower in half duplex"
ABOUT = ("Nothing here was published. The end that holds the line sends its window while the other's back-off grows; then all wait for that to end. In full duplex "
        "nobody waits, and the window does not matter.")


def run_name(window: int, duplex: str) -> str:
    return f"capture_{window}_{duplex}"


def plan(planned: Plan) -> None:
    for duplex in DUPLEX:
        for window in WINDOWS:
            planned.add(run_name(window, duplex), EXPERIMENT, {"flow.flow0.socket_buffer": window, "link.link1.duplex": duplex})


def claimed(runs: Runs) -> Row:
    half, full = ([runs.rate(run_name(window, duplex)) for window in WINDOWS] for duplex in DUPLEX)
    slower = all(small > large for small, large in zip(half, half[1:], strict=False))
    alike = all(abs(rate / full[0] - 1) <= ALIKE for rate in full)
    return shown("capture", "a larger window is slower in half duplex, and not in full", slower and alike)


def table(runs: Runs) -> Iterator[list[object]]:
    """Cells by HEADS."""
    for duplex in DUPLEX:
        for window in WINDOWS:
            ports = {port["port"]: port for port in runs.results[run_name(window, duplex)]["network"]["ports"]}
            data, acks = ports["catalyst:2"], ports["pc"]
            yield [window, duplex, f"{runs.rate(run_name(window, duplex)):.2f}", f"{data['occupied_percent']:.1f}",
                   f"{data['collisions'] / data['frames_sent']:.2f}", acks["backoff_slots"]]


def study(runs: Runs) -> Study:
    rows = list(table(runs))
    lines = [f"{TITLE}\n{'window':>7} {'duplex':<7}{'Mb/s':>6}{'occupied %':>12}{'collisions a data frame':>25}{'back-off of the acks, slots':>29}\n"]
    lines += [f"{window:>7} {duplex:<7}{rate:>6}{occupied:>12}{collisions:>25}{slots:>29}\n" for window, duplex, rate, occupied, collisions, slots in rows]
    rates = [(f"{duplex} duplex, window {window}", runs.rate(run_name(window, duplex))) for duplex in DUPLEX for window in WINDOWS]
    entries: list[charts.Entry] = [(what, rate, rate, rate, []) for what, rate in rates]
    picture = charts.breakdown(entries, "Mb/s", "Throughput over the window, half and full duplex")
    return Study(TITLE, ABOUT, HEADS, rows, picture, "".join(lines) + f"{ABOUT}\n\n")
