"""What happens on a bus, in words: cells on UTOPIA and transactions on PCI, out of a waveform's pins."""
from collections.abc import Sequence

from niclab.scene.vcd import Signal

COMMANDS = {0x0: "interrupt acknowledge", 0x2: "I/O read", 0x3: "I/O write", 0x6: "memory read", 0x7: "memory write", 0xA: "configuration read",
            0xB: "configuration write", 0xC: "memory read multiple", 0xD: "dual address", 0xE: "memory read line", 0xF: "write and invalidate"}
CELL_OCTETS = 53


class Pins:
    """The values of some signals just before a clock's rising edges."""

    def __init__(self, signals: dict[str, Signal], scope: str):
        self.signals, self.scope = signals, scope

    def at(self, name: str, edges: Sequence[int]) -> list[int | None]:
        """One value per edge; these are in the order of time."""
        changes = self.signals[f"{self.scope}.{name}"].changes
        values, after, value = list[int | None](), 0, changes[0][1]
        for edge in edges:
            while after < len(changes) and changes[after][0] < edge:
                value = changes[after][1]
                after += 1
            values.append(value)
        return values

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
    edges = pins.edges(f"{side}Clk")
    for edge, enable_n, soc, value in zip(edges, *(pins.at(f"{side}{name}", edges) for name in ("Enb_n", "SOC", "Data"))):
        enabled = enable_n == 0
        valid, enabled_before = (enabled if side == "Tx" else enabled_before), enabled
        if not valid:
            continue
        if soc == 1:
            octets, begin = bytearray(), edge
        if octets is None:
            continue
        octets += (value or 0).to_bytes(2 if wide else 1, "big")
        if len(octets) >= CELL_OCTETS:
            found.append((begin, edge, cell_words(bytes(octets[:5] + octets[6:] if wide else octets))))
            octets = None
    return found


def granted(lines: int | None, masters: list[str]) -> str:
    """The master that holds the grant; `lines`: GNT# of all."""
    return next((name for i, name in enumerate(masters) if lines is not None and not lines >> i & 1), "")


def transactions(signals: dict[str, Signal], scope: str, masters: list[str]) -> list[tuple[int, int, str]]:
    """(begin, end, words) of each PCI transaction. `masters`: names of the REQ#/GNT# pairs."""
    pins, found = Pins(signals, scope), list[tuple[int, int, str]]()
    running, begin, dwords, what, who = False, 0, 0, "", ""
    edges = pins.edges("CLK")
    levels = (pins.at(name, edges) for name in ("FRAME_n", "IRDY_n", "TRDY_n", "AD", "CBE_n", "GNT_n"))
    for edge, frame_n, irdy_n, trdy_n, address, command, grants in zip(edges, *levels):
        frame, irdy, trdy = frame_n == 0, irdy_n == 0, trdy_n == 0
        if not running and frame:
            running, begin, dwords = True, edge, 0
            what = f"{who}{' ' if who else ''}{COMMANDS.get(command or 0, 'reserved')} {address or 0:08X}"
        elif running:
            dwords += irdy and trdy
            if not frame and not irdy:
                found.append((begin, edge, f"{what}, {dwords} dword{'' if dwords == 1 else 's'}"))
                running = False
        who = granted(grants, masters)
    return found
