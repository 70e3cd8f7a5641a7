"""Tolendino 1997 (SAND97-0642): ttcp and ftp on Windows NT over LAN emulation, two ATM cards on two PCs.

What a segment costs a PC is published: CPU a megabit. It is split over the stack's steps in fixed shares (assumed); that the simulated CPU comes out
as published is seen to by scaling, row by row. What is predicted is throughput: two numbers of the Sparc 20 for all rows, the 8 KB of send buffer that
NT gives a socket, and Solaris' acks of up to half a window (`solaris251` of `models/tcp/policy.cpp`).
"""
import pathlib
from collections.abc import Sequence

from niclab import files
from niclab.tools.reproduce.dollas import Row
from niclab.tools.reproduce.traffic import NOT_YET, Plan, Runs, claim, percent, rising

SPARC_RECEIVE_US, SPARC_SEND_US = 115.0, 205.0  # a segment; fitted to the TTCP rows (split `cal`)
SPARC_FILE_US = 50.0                            # more, when it stores a file; fitted to the Adaptec's FTP transmit (split `cal`)
SEGMENT = 1460
# Shares of what a segment costs its sender and its receiver. Assumed.
SEND = {"call_us": 0.10 * 8192 / SEGMENT, "segment_out_us": 0.40, "interrupt_us": 0.16, "driver_us": 0.08, "ack_in_us": 0.16, "wake_us": 0.05}
SEND_COPY = 0.30
RECEIVE = {"interrupt_us": 0.15, "driver_us": 0.20, "segment_in_us": 0.25, "ack_out_us": 0.20, "read_us": 0.05, "wake_us": 0.05}
RECEIVE_COPY = 0.20
WINDOWS, DIP = (1024, 1460, 1500, 4096, 8192, 16384, 32768), 1500  # of Figure 6's sweep; its points are lost
ATM = ("interphase_5515", "adaptec_ana5240")


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


def ftp_extra(found: Sequence[Cell], direction: str) -> float:
    """What a file costs a segment more, from the Adaptec's rows (split `cal`)."""
    cost = {c.test: c.segment_us for c in found if c.nic == "adaptec_ana5240" and c.direction == direction}
    return cost["FTP"] - cost["TTCP"]


def sending(where: str, us: float) -> dict[str, object]:
    found: dict[str, object] = {f"host.{where}.costs.{key}": round(share * us, 4) for key, share in SEND.items()}
    return found | {f"host.{where}.costs.send_octet_ns": round(1e3 * SEND_COPY * us / SEGMENT, 4)}


def receiving(where: str, us: float) -> dict[str, object]:
    found: dict[str, object] = {f"host.{where}.costs.{key}": round(share * us, 4) for key, share in RECEIVE.items()}
    # Octets received are split in equal thirds; here their driver and checksum are in the fixed shares, so a third is the copy.
    return found | {f"host.{where}.costs.receive_octet_ns": round(1e3 * RECEIVE_COPY * us / SEGMENT, 4)}


def wanted_us(cell: Cell, found: Sequence[Cell]) -> float:
    """What the PC's CPU shall spend on a segment: as published; of a file, as the same card's TTCP and the Adaptec's extra."""
    if cell.test == "TTCP" or cell.nic == "adaptec_ana5240":
        return cell.segment_us
    memory = next(c for c in found if (c.host, c.nic, c.test, c.direction) == (cell.host, cell.nic, "TTCP", cell.direction))
    return memory.segment_us + ftp_extra(found, cell.direction)


def settings(cell: Cell, us: float) -> dict[str, object]:
    """`us`: the PC's cost a segment before scaling."""
    transmit = cell.direction == "transmit"
    sparc = (SPARC_RECEIVE_US if transmit else SPARC_SEND_US) + (SPARC_FILE_US if transmit and cell.test == "FTP" else 0)
    where = {"pc": "sender" if transmit else "receiver", "sun": "receiver" if transmit else "sender"}
    common: dict[str, object] = {f"host.{where['pc']}.software": "nt40", f"host.{where['sun']}.software": "solaris251",
                                 f"host.{where['pc']}.card": "interphase5515_like" if cell.nic == "interphase_5515" else "ana5240_like",
                                 "flow.flow0.octets": 16_384_000 if cell.test == "TTCP" else 11_000_000}
    if transmit:
        common |= {"flow.flow0.send_buffer": 8192, "host.sender.tcp.nagle": False, "host.sender.tcp.wake_fraction": 0.5}
        return common | sending("sender", us) | receiving("receiver", sparc)
    return common | sending("sender", sparc) | receiving("receiver", us) | {"host.sender.tcp.wake_fraction": 0.05, "flow.flow0.send_buffer": 32768}


def plan(niclab: str, data: pathlib.Path, scale: dict[str, float], tag: str) -> Plan:
    """`scale`: of a cell's costs, so that the simulated CPU a segment is the wanted one."""
    planned, found = Plan(niclab), cells(data)
    for cell in found:
        if cell.nic in ATM:
            planned.add(f"{cell.name}_{tag}", "sandia", settings(cell, wanted_us(cell, found) * scale.get(cell.name, 1.0)))
    for window in WINDOWS:
        planned.add(f"window_{window}", "sandia", {"host.receiver.software": "solaris251", "flow.flow0.send_buffer": window, "flow.flow0.receive_buffer": window,
                                                   "flow.flow0.octets": 500_000})
    return planned


def simulated_us(runs: Runs, cell: Cell, tag: str) -> float:
    name = f"{cell.name}_{tag}"
    return runs.busy(name, "sender" if cell.direction == "transmit" else "receiver") / 100 * SEGMENT * 8 / runs.rate(name)


def rescaled(runs: Runs, data: pathlib.Path, scale: dict[str, float], tag: str) -> dict[str, float]:
    found = cells(data)
    return {c.name: scale.get(c.name, 1.0) * wanted_us(c, found) / simulated_us(runs, c, tag) for c in found if c.nic in ATM}


def compared(runs: Runs, data: pathlib.Path, tag: str) -> list[Row]:
    rows = []
    for c in cells(data):
        if c.nic not in ATM:
            rows.append(Row(c.table, f"{c.test} {c.direction}", f"{c.host[8:14]} {c.nic}: {NOT_YET}", "Mb/s", c.split, c.mbit_s, None, float("nan")))
            continue
        name = f"{c.name}_{tag}"
        what, known = f"{c.host[8:14]} {c.nic}", runs.rate(name)
        cpu = runs.busy(name, "sender" if c.direction == "transmit" else "receiver")
        tolerance = percent(c.mbit_s, 12 if c.test == "TTCP" else 20)
        gated = c.split == "hold"
        rows += [Row(c.table, f"{c.test} {c.direction}", what, "Mb/s", c.split, c.mbit_s, None, known, tolerance if gated else None),
                 Row(c.table, f"{c.test} {c.direction}", what, "CPU %", c.split, c.cpu, None, cpu),
                 Row(c.table, f"{c.test} {c.direction}", what, "M", c.split, c.merit, None, known / cpu * 100)]
    return rows + claims(runs, data, tag)


def claims(runs: Runs, data: pathlib.Path, tag: str) -> list[Row]:
    atm = [c for c in cells(data) if c.nic in ATM]

    def merit(c: Cell) -> float:
        name = f"{c.name}_{tag}"
        return runs.rate(name) / runs.busy(name, "sender" if c.direction == "transmit" else "receiver")

    def pair(c: Cell, **other: str) -> list[Cell]:
        key = {"host": c.host, "nic": c.nic, "test": c.test, "direction": c.direction} | other
        return [d for d in atm if all(getattr(d, k) == v for k, v in key.items())]

    q07 = all(merit(c) < merit(pair(c, direction="transmit")[0]) for c in atm if c.direction == "receive")
    order = [(c, pair(c, nic="adaptec_ana5240")[0]) for c in atm if c.nic == "interphase_5515" and pair(c, nic="adaptec_ana5240")]
    same = all((runs.rate(f"{a.name}_{tag}") > runs.rate(f"{b.name}_{tag}")) == (a.mbit_s > b.mbit_s) for a, b in order)
    return [claim("sandia", "Q07", "to receive costs more than to send, for every card", q07, True),
            claim("sandia", "order", "which ATM card is faster, in each test", same, True),
            claim("sandia", "Q06", f"ATM is faster than 10 Mb/s Ethernet: {NOT_YET}", None, False),
            claim("sandia", "Q08", f"100BASE-T is about as fast as ATM at an MTU of 1500: {NOT_YET}", None, False),
            claim("sandia", "Q09", "throughput rises with the window but for a dip at 1500 octets", dips(runs), True)]


def dips(runs: Runs) -> bool:
    rate = {window: runs.rate(f"window_{window}") for window in WINDOWS}
    around = [rate[window] for window in WINDOWS if window != DIP]
    return rising(around) and rate[DIP] < rate[1460]
