"""What happens on a bus, in words: cells on UTOPIA and transactions on PCI, out of a waveform's pins."""
import bisect

from niclab.scene.vcd import Signal

COMMANDS = {0x0: "interrupt acknowledge", 0x2: "I/O read", 0x3: "I/O write", 0x6: "memory read", 0x7: "memory write", 0xA: "configuration read",
            0xB: "configuration write", 0xC: "memory read multiple", 0xD: "dual address", 0xE: "memory read line", 0xF: "write and invalidate"}
CELL_OCTETS = 53


class Pins:
    """The values of some signals just before a clock's rising edges."""

    def __init__(self, signals: dict[str, Signal], scope: str):
        self.signals, self.scope = signals, scope
        self.changes: dict[str, tuple[list[int], list[int | None]]] = {}  # times and values by name

    def at(self, name: str, time: int) -> int | None:
        if name not in self.changes:
            found = self.signals[f"{self.scope}.{name}"].changes
            self.changes[name] = [t for t, _ in found], [value for _, value in found]
        times, values = self.changes[name]
        return values[max(bisect.bisect_left(times, time) - 1, 0)]

    def edges(self, clock: str) -> list[int]:
        return [t for t, value in self.signals[f"{self.scope}.{clock}"].changes[1:] if value == 1]


def cell_words(octets: bytes) -> str:
    """What a cell's header says."""
    header = int.from_bytes(octets[:4], "big")
    vpi, vci, pti, clp = header >> 20 & 0xFF, header >> 4 & 0xFFFF, header >> 1 & 7, header & 1
    if vpi == 0 and vci == 0:
        return "null"
    last = ", last of its PDU" if pti < 4 and pti & 1 else ""
    return f"VPI {vpi} VCI {vci} PTI {pti} CLP {clp}{last}, payload {octets[5:9].hex(' ').upper()} .."


def cells(signals: dict[str, Signal], scope: str, side: str) -> list[tuple[int, int, str]]:
    """(begin, end, words) of each cell on a UTOPIA interface; `side` is Tx or Rx. Begins at the
    edge that samples SOC.
    """
    pins, found = Pins(signals, scope), list[tuple[int, int, str]]()
    octets: bytearray | None = None
    wide = signals[f"{scope}.{side}Data"].bits == 16
    begin, enabled_before = 0, False
    for edge in pins.edges(f"{side}Clk"):
        enabled = pins.at(f"{side}Enb_n", edge) == 0
        valid, enabled_before = (enabled if side == "Tx" else enabled_before), enabled
        if not valid:
            continue
        if pins.at(f"{side}SOC", edge) == 1:
            octets, begin = bytearray(), edge
        if octets is None:
            continue
        octets += (pins.at(f"{side}Data", edge) or 0).to_bytes(2 if wide else 1, "big")
        if len(octets) >= CELL_OCTETS:
            found.append((begin, edge, cell_words(bytes(octets[:5] + octets[6:] if wide else octets))))
            octets = None
    return found


def granted(pins: Pins, edge: int, masters: list[str]) -> str:
    """The master that holds the grant at an edge."""
    lines = pins.at("GNT_n", edge)
    return next((name for i, name in enumerate(masters) if lines is not None and not lines >> i & 1), "")


def transactions(signals: dict[str, Signal], scope: str, masters: list[str]) -> list[tuple[int, int, str]]:
    """(begin, end, words) of each PCI transaction. `masters`: names of the REQ#/GNT# pairs."""
    pins, found = Pins(signals, scope), list[tuple[int, int, str]]()
    running, begin, dwords, what, who = False, 0, 0, "", ""
    for edge in pins.edges("CLK"):
        frame, irdy, trdy = (pins.at(n, edge) == 0 for n in ("FRAME_n", "IRDY_n", "TRDY_n"))
        if not running and frame:
            address, command = pins.at("AD", edge) or 0, pins.at("CBE_n", edge) or 0
            running, begin, dwords = True, edge, 0
            what = f"{who}{' ' if who else ''}{COMMANDS.get(command, 'reserved')} {address:08X}"
        elif running:
            dwords += irdy and trdy
            if not frame and not irdy:
                found.append((begin, edge, f"{what}, {dwords} dword{'' if dwords == 1 else 's'}"))
                running = False
        who = granted(pins, edge, masters)
    return found
