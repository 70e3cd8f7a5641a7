"""The first packet's waveform as compact data for the page's viewer."""
import itertools
from collections.abc import Sequence
from typing import Any

from niclab.pages import words
from niclab.results import Packet, Run
from niclab.scene import buses, vcd

PCI = ("CLK", "REQ_n", "GNT_n", "FRAME_n", "IRDY_n", "TRDY_n", "DEVSEL_n", "STOP_n", "AD", "CBE_n", "INTA_n")
ISA = ("BCLK_HALF", "BALE", "SA", "IOR_n", "IOW_n", "MEMR_n", "MEMW_n", "IOCS16_n", "IOCHRDY", "SD", "REFRESH_n", "IRQ3", "IRQ10")
EISA = ("BCLK", "MREQ5_n", "MAK_n", "START_n", "CMD_n", "M_IO", "W_R", "LA", "BE_n", "EX32_n", "MSBURST_n", "EXRDY", "D", "REFRESH_n", "IRQ10")
Group = tuple[str, str, tuple[str, ...], str]  # scope, title, signals, kind
CHOSEN = {"isa": ISA, "eisa": EISA}  # of other buses with a BCLK all are shown
MAC = ("TXEN", "TXD", "CRS", "COL", "RXDV", "RXD")
UTOPIA = ("Clk", "SOC", "Enb_n", "Clav", "Data")
# Moments that the waveform shows, too: the first user cell on TxUTOPIA; the first bit of a frame's
# attempt that goes through.
FIRST_CELL, FIRST_BIT = "tx_soc", "first_bit"
SHORTEST = 560 * 100_000  # ps at 10 Mb/s: less than a preamble and 64 octets, more than an attempt that collides


def boards(recorded: Sequence[str], host: str) -> list[Group]:
    """Of the buses with a BCLK of a host."""
    signals: dict[str, list[str]] = {}
    for scope, _, name in (full.rpartition(".") for full in recorded):
        signals.setdefault(scope, []).append(name)
    found = [(scope, scope.removeprefix(f"{host}.")) for scope, names in signals.items() if scope.startswith(f"{host}.") and "BCLK_HALF" in names]
    return [(scope, f"{bus.upper()} of the {host}", CHOSEN.get(bus, tuple(signals[scope])), "") for scope, bus in found]


def groups(sender: str, receiver: str, recorded: Sequence[str]) -> list[Group]:
    """Those along the packet's way; those whose scope is not recorded are left out."""
    return [(f"{sender}.pci", f"PCI of the {sender}", PCI, "pci"), *boards(recorded, sender),
            (f"{sender}.nic.mac", f"MAC of the {sender}", MAC, ""), (f"{receiver}.nic.mac", f"MAC of the {receiver}", MAC, ""),
            (f"{sender}.nic.utopia_tx", f"TxUTOPIA of the {sender}", UTOPIA, "Tx"),
            (f"{sender}.nic.phy", "line, sent", ("TxFrame", "TxOctet"), ""), (f"{receiver}.nic.phy", "line, received", ("RxFrame", "RxOctet"), ""),
            (f"{receiver}.nic.utopia_rx", f"RxUTOPIA of the {receiver}", UTOPIA, "Rx"),
            *boards(recorded, receiver),
            (f"{receiver}.pci", f"PCI of the {receiver}", PCI, "pci")]


def compact(signal: vcd.Signal, begin: int) -> dict[str, Any]:
    """Times as differences; of one bit that only alternates the first value is enough."""
    times = [t for t, _ in signal.changes[1:]]
    values = [-1 if v is None else v for _, v in signal.changes]
    even, odd = values[::2], values[1::2]
    alternates = signal.bits == 1 and values[0] >= 0 and even.count(values[0]) == len(even) and odd.count(1 - values[0]) == len(odd)
    return {"n": signal.name.rsplit(".", 1)[1], "b": signal.bits, "t": [t - last for last, t in zip([begin, *times], times)],
            "v": values[:1] if alternates else values}


def decoded(signals: dict[str, vcd.Signal], scope: str, kind: str, masters: list[str]) -> list[tuple[int, int, str]]:
    if kind == "pci":
        return buses.transactions(signals, scope, masters)
    return buses.cells(signals, scope, kind)


def first_frame(signals: dict[str, vcd.Signal], scope: str) -> int | None:
    """When TXEN rose for the first attempt that went through."""
    enable, data = signals.get(f"{scope}.TXEN"), signals.get(f"{scope}.TXD")
    if enable is None or data is None:
        return None
    shortest = SHORTEST // (1 if data.bits == 1 else 10)
    return next((rise for (rise, high), (fall, _) in itertools.pairwise(enable.changes) if high and fall - rise >= shortest), None)


def run_begin(run: Run, direction: str, seen: dict[str, int | None], begin: int) -> float | None:
    """When the first packet's run began, in the waveform's picoseconds: the waveform knows absolute
    time, the packet that since its run's start. `seen`: moments of the packet that were found in
    the waveform; None where none of its was.
    """
    packet: Packet | None = next(iter(run.of(direction)), None)
    for moment, at in seen.items():
        if packet is not None and at is not None and moment in packet.at:
            return at - packet.at[moment] * 1e6 - begin
    return None


def marks(run: Run, direction: str, zero: float | None, begin: int, end: int) -> list[dict[str, Any]]:
    """The first packet's moments as far as they were recorded, and rules that were broken meanwhile."""
    found: list[dict[str, Any]] = []
    if zero is not None:
        found = [{"n": words(moment), "k": moment, "t": round(zero + at * 1e6)} for moment, at in run.of(direction)[0].at.items()]
    for check in run.json["checks"].values():
        found += [{"n": v["rule"], "k": f"violation {i}", "t": round(v["time_ns"] * 1e3) - begin, "bad": True} for i, v in enumerate(check["violations"])]
    return sorted((m for m in found if 0 <= m["t"] <= end - begin), key=lambda mark: mark["t"])


def arrived(run: Run, wave: dict[str, Any]) -> bool:
    """Whether the recorded time holds the packet's arrival in the other host's memory, or in its
    card where that does not bring it there.
    """
    return any(mark["k"] in {chain.to_bus for chain in run.chains.values()} for mark in wave["marks"])


def read(run: Run) -> dict[str, Any] | None:
    """Everything the viewer shows, or None where there is no waveform."""
    path = run.folder / "first_packet.vcd"
    if not path.exists() or not path.stat().st_size:
        return None
    rows: list[dict[str, Any]] = []
    first_cell, direction = None, run.json["ledger"][0]["direction"]
    sender, receiver = direction.split("_to_", 1)
    shown = [(scope, title, names, kind, kind if kind in ("Tx", "Rx") else "") for scope, title, names, kind in groups(sender, receiver, vcd.names(path))]
    signals, begin, end = vcd.read(path, {f"{scope}.{prefix}{name}" for scope, _, names, _, prefix in shown for name in names})
    for scope, title, names, kind, prefix in shown:
        if f"{scope}.{prefix}{names[0]}" not in signals:
            continue
        rows.append({"g": f"{title} ({scope})"})
        if kind:
            masters = list(run.json["pci"].get(scope.split(".")[0], {}).get("masters", {}))
            found = decoded(signals, scope, kind, masters)
            user = [c for c in found if kind == "Tx" and c[2] != "null"]
            first_cell = user[0][0] if user and first_cell is None else first_cell
            rows.append({"n": "transaction" if kind == "pci" else "cell", "d": [[b - begin, e - begin, w] for b, e, w in found]})
        rows += [compact(signals[f"{scope}.{prefix}{name}"], begin) for name in names if f"{scope}.{prefix}{name}" in signals]
    zero = run_begin(run, direction, {FIRST_CELL: first_cell, FIRST_BIT: first_frame(signals, f"{direction.partition('_to_')[0]}.nic.mac")}, begin)
    return {"begin": begin, "length": max(end - begin, 1), "rows": rows, "zero": zero, "marks": marks(run, direction, zero, begin, end)}
