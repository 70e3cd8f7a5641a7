"""Tolendino 1997 (SAND97-0642): ttcp and ftp on Windows NT over LAN emulation: two ATM cards and
two for Ethernet, on two PCs.

What a segment costs a PC is published: CPU a megabit. It is split over the stack's steps in fixed
shares (assumed). A scale factor for each row makes the simulated CPU time equal to the published
one. Throughput then follows from three numbers of the Sparc 20 for all rows, NT's socket buffer of
8 KB, and Solaris' acks (`solaris251` of `models/tcp/policy.cpp`). CPU of the 3C509 is simulated as
well. It is what the ATM cards cost the same PC, and the copies of its own (`3c509_like` of
`models/coarse/cards`). What a file costs the PC it costs the program, before a
write and after a read: the protocols' own steps cost what they cost in ttcp.

Buffers: NT's are 8 KB, with or without ttcp's `-b`, in whole segments for its window. The window is
8760 on Ethernet (Microsoft, Windows NT 3.5/3.51/4.0: TCP/IP Implementation Details, 1996, which has
`setsockopt` for others). That it had no effect here is chosen in view of the TTCP rows. Octets in
NT's sockets leave the window open until they fill the buffer. DefaultReceiveWindow is the number of
octets "that AFD buffers on a connection before imposing flow control" (Microsoft, AFD Registry
Parameters). The Sparc has what `-b` says; for a file 8 KB (*assumed*). A file is written 8192
octets at a time, as ttcp writes. This is chosen in view of all rows: NT 3.51's ftp wrote 4096
(Microsoft Knowledge Base, Q149525). With 4096 the ATM cards here would send 10 to 27 % more than
published.
"""
import pathlib
import statistics
from collections.abc import Sequence

from niclab import files
from niclab.tools.reproduce import sandia_windows
from niclab.tools.reproduce.row import Row
from niclab.tools.reproduce.traffic import Plan, Runs, claim, percent, rising

SPARC_RECEIVE_US, SPARC_SEND_US = 175.0, 120.0  # a segment; fitted to the TTCP rows of the ATM cards (split `cal`)
SPARC_FILE_US = 30.0                            # more, when it stores a file; fitted to the Adaptec's FTP transmit (split `cal`)
SEGMENT = 1460
# Shares of what a segment costs its sender and its receiver. Assumed.
SEND = {"call_us": 0.10 * 8192 / SEGMENT, "segment_out_us": 0.40, "interrupt_us": 0.16, "driver_us": 0.08, "ack_in_us": 0.16, "wake_us": 0.05}
SEND_COPY = 0.30
RECEIVE = {"interrupt_us": 0.15, "driver_us": 0.20, "segment_in_us": 0.25, "ack_out_us": 0.20, "read_us": 0.05, "wake_us": 0.05}
RECEIVE_COPY = 0.20
WINDOWS, DIP = (1024, 1460, 1500, 4096, 8192, 16384, 32768), 1500  # of Figure 6's sweep; its points are lost
STANDARD_BUFFER = 8192
CARDS = {"interphase_5515": "interphase5515_like", "adaptec_ana5240": "ana5240_like", "3com_3c509_isa": "3c509_like", "3com_3c595_pci": "3c595_like"}
ATM = ("interphase_5515", "adaptec_ana5240")
SLOW, FAST = "3com_3c509_isa", "3com_3c595_pci"
RATES = {SLOW: "10 Mb/s", FAST: "100 Mb/s"}  # of the line to the Catalyst, half duplex
STEP = 0.7  # of the scaling; a whole one goes too far where another wake-up costs as much
TIMES = 4  # runs of the 3C509's rows, as the paper's; the winner of a collision differs

Key = tuple[str, str, str, str]  # host, card, test, direction


class Cell:
    """One test of one card on one PC in one direction."""

    def __init__(self, table: str, rows: Sequence[dict[str, str]]):
        value = {row["quantity"]: row for row in rows}
        self.table, self.nic, self.test, self.direction = table, rows[0]["nic"], rows[0]["test"], rows[0]["direction"]
        self.host, self.split = rows[0]["host"], value["throughput"]["split"]
        self.mbit_s, self.cpu = float(value["throughput"]["value"]), float(value["cpu_utilisation"]["value"])

    @property
    def name(self) -> str:
        return f"{self.host[8:14]}_{self.nic}_{self.test}_{self.direction}"

    @property
    def transmits(self) -> bool:
        return self.direction == "transmit"

    @property
    def ends(self) -> tuple[str, str]:
        """The PC and the Sparc, as the experiment calls them."""
        if self.nic in RATES:
            return "pc", "sun"
        return ("sender", "receiver") if self.transmits else ("receiver", "sender")

    @property
    def tolerance(self) -> float:
        """Of its throughput, in percent of what was published."""
        return 15 if self.nic == SLOW else 12 if self.test == "TTCP" else 20

    @property
    def segment_us(self) -> float:
        return self.cpu / 100 * SEGMENT * 8 / self.mbit_s

    @property
    def merit(self) -> float:
        return self.mbit_s / self.cpu * 100


def cells(data: pathlib.Path) -> list[Cell]:
    found: dict[tuple[str, ...], list[dict[str, str]]] = {}
    for table in ("sandia_fig1", "sandia_fig3"):
        for row in files.rows(data / f"{table}.csv"):
            found.setdefault((table, row["host"], row["nic"], row["test"], row["direction"]), []).append(row)
    return [Cell(key[0].replace("sandia_fig", "Figure "), rows) for key, rows in found.items()]


def file_us(cell: Cell, found: Sequence[Cell]) -> float:
    """What a segment costs the PC's program to read it from a file or to write it there, from the
    Adaptec's rows (split `cal`).
    """
    if cell.test != "FTP":
        return 0.0
    cost = {c.test: c.segment_us for c in found if c.nic == "adaptec_ana5240" and c.direction == cell.direction}
    return cost["FTP"] - cost["TTCP"]


def sending(where: str, us: float) -> dict[str, object]:
    found: dict[str, object] = {f"host.{where}.costs.{key}": round(share * us, 4) for key, share in SEND.items()}
    return found | {f"host.{where}.costs.send_octet_ns": round(1e3 * SEND_COPY * us / SEGMENT, 4)}


def receiving(where: str, us: float) -> dict[str, object]:
    found: dict[str, object] = {f"host.{where}.costs.{key}": round(share * us, 4) for key, share in RECEIVE.items()}
    # Octets received are split in equal thirds; here their driver and checksum are in the fixed
    # shares, so a third is the copy.
    return found | {f"host.{where}.costs.receive_octet_ns": round(1e3 * RECEIVE_COPY * us / SEGMENT, 4)}


def protocol_us(cell: Cell, found: Sequence[Cell]) -> float:
    """What a segment shall cost the PC besides: as published of the same card's TTCP. Of the 3C509,
    without its copies: the mean of the ATM cards in the same PC, which copy nothing.
    """
    cards = ATM if cell.nic == SLOW else (cell.nic,)
    costs = [c.segment_us for c in found if c.nic in cards and (c.host, c.test, c.direction) == (cell.host, "TTCP", cell.direction)]
    return statistics.fmean(costs)


def settings(cell: Cell, us: float, more_us: float) -> dict[str, object]:
    """`us`: what a segment costs the PC's protocols. `more_us`: its program, for a file. How much
    is sent the kind of flow says.
    """
    file = cell.test == "FTP"
    sparc = (SPARC_RECEIVE_US if cell.transmits else SPARC_SEND_US) + (SPARC_FILE_US if cell.transmits and file else 0)
    pc, sun = cell.ends
    sender, receiver = (pc, sun) if cell.transmits else (sun, pc)
    keys: dict[str, object] = {f"host.{pc}.software": "nt40", f"host.{sun}.software": "solaris251", f"host.{pc}.card": CARDS[cell.nic],
                               "flow.flow0.kind": "ftp" if file else "ttcp"}
    if file:
        keys[f"host.{pc}.costs.file_octet_ns"] = round(1e3 * more_us / SEGMENT, 4)
    if file or not cell.transmits:
        keys["flow.flow0.receive_buffer"] = STANDARD_BUFFER
    if cell.nic in RATES:
        keys |= {"flow.flow0.from": sender, "flow.flow0.to": receiver, "link.line.rate": RATES[cell.nic], "run.runs": TIMES if cell.nic == SLOW else 1}
    if cell.transmits:
        keys |= {"flow.flow0.send_buffer": STANDARD_BUFFER, f"host.{pc}.tcp.nagle": False, f"host.{pc}.tcp.wake_fraction": 0.5}
        return keys | sending(pc, us) | receiving(sun, sparc)
    keys |= {f"host.{sun}.tcp.wake_fraction": 0.05, "flow.flow0.send_buffer": 32768, f"host.{pc}.tcp.stream_head": True}
    return keys | sending(sun, sparc) | receiving(pc, us)


def run_name(cell: Cell, tag: str) -> str:
    """One that nothing is scaled of runs once."""
    return cell.name if cell.nic == SLOW else f"{cell.name}_{tag}"


def plan(niclab: str, data: pathlib.Path, scale: dict[str, float], tag: str) -> Plan:
    """`scale`: of a cell's costs, so that the simulated CPU a segment is the wanted one."""
    planned, found = Plan(niclab), cells(data)
    for cell in found:
        experiment = "sandia_ethernet" if cell.nic in RATES else "sandia"
        planned.add(run_name(cell, tag), experiment, settings(cell, protocol_us(cell, found) * scale.get(cell.name, 1.0), file_us(cell, found)))
    for window in WINDOWS:
        planned.add(f"window_{window}", "sandia", {"host.receiver.software": "solaris251", "flow.flow0.send_buffer": window, "flow.flow0.receive_buffer": window,
                                                   "flow.flow0.octets": 500_000})
    sandia_windows.plan(planned)
    return planned


def rescaled(runs: Runs, data: pathlib.Path, scale: dict[str, float], tag: str) -> dict[str, float]:
    found = cells(data)
    return {c.name: scale.get(c.name, 1.0) * (protocol_us(c, found) / (Simulated(runs, c, tag).segment_us - file_us(c, found))) ** STEP
            for c in found if c.nic != SLOW}


class Simulated:
    """What a cell's runs gave, their mean."""

    def __init__(self, runs: Runs, cell: Cell, tag: str):
        self.mbit_s = runs.mean_rate(run_name(cell, tag))
        self.cpu = runs.mean_busy(run_name(cell, tag), cell.ends[0])
        self.merit = self.mbit_s / self.cpu * 100
        self.segment_us = self.cpu / 100 * SEGMENT * 8 / self.mbit_s


def compared(runs: Runs, data: pathlib.Path, tag: str) -> list[Row]:
    rows = []
    for c in cells(data):
        known, what, quantity = Simulated(runs, c, tag), f"{c.host[8:14]} {c.nic}", f"{c.test} {c.direction}"
        gated = c.split == "hold" or c.nic in RATES  # nothing was fitted to the throughput of the Ethernet cards
        copies = c.nic == SLOW and c.test == "TTCP"  # so is its CPU
        rows += [Row(c.table, quantity, what, "Mb/s", c.split, c.mbit_s, None, known.mbit_s, percent(c.mbit_s, c.tolerance) if gated else None),
                 Row(c.table, quantity, what, "CPU %", c.split, c.cpu, None, known.cpu),
                 Row(c.table, quantity, what, "M", c.split, c.merit, None, known.merit, percent(c.merit, c.tolerance) if copies else None)]
    return rows + claims(runs, data, tag)


def claims(runs: Runs, data: pathlib.Path, tag: str) -> list[Row]:
    found: dict[Key, Cell] = {(c.host, c.nic, c.test, c.direction): c for c in cells(data)}
    known = {key: Simulated(runs, c, tag) for key, c in found.items()}

    def pairs(first: str, second: str) -> list[tuple[Key, Key]]:
        """Tests of two cards in the same PC."""
        both = [(key, (key[0], second, key[2], key[3])) for key in found if key[1] == first]
        return [(a, b) for a, b in both if b in found]

    def same_order(first: str, second: str) -> bool:
        return all((known[a].mbit_s > known[b].mbit_s) == (found[a].mbit_s > found[b].mbit_s) for a, b in pairs(first, second))

    q06 = all(known[a].mbit_s > known[b].mbit_s for nic in ATM for a, b in pairs(nic, SLOW))
    q07 = all(known[key].merit < known[key[0], key[1], key[2], "transmit"].merit for key in found if key[3] == "receive")
    q08 = all(abs(known[b].mbit_s / known[a].mbit_s - 1) <= 0.15 for a, b in pairs(ATM[0], FAST))
    slow = {key[2]: known[key].mbit_s for key in found if key[1] == SLOW and key[3] == "transmit"}
    return [claim("sandia", "Q06", "ATM is faster than 10 Mb/s Ethernet in every test", q06, True),
            claim("sandia", "Q07", "to receive costs more than to send, for every card", q07, True),
            claim("sandia", "Q08", "100BASE-T is within 15 % of ATM at an MTU of 1500", q08, True),
            claim("sandia", "Q09", "throughput rises with the window but for a dip at 1500 octets", dips(runs), True),
            claim("sandia", "order", "which ATM card is faster, in each test", same_order(*ATM), True),
            claim("sandia", "order", "which of ATM and 100BASE-T is faster, in each test", same_order(ATM[0], FAST), True),
            claim("sandia", "P23", "the 3C509 sends a file faster than octets from memory", slow["FTP"] > slow["TTCP"], False),
            sandia_windows.claimed(runs)]


def dips(runs: Runs) -> bool:
    rate = {window: runs.rate(f"window_{window}") for window in WINDOWS}
    around = [rate[window] for window in WINDOWS if window != DIP]
    return rising(around) and rate[DIP] < rate[1460]
