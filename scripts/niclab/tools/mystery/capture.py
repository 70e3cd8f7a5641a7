"""Cells of a capture with a wrong header."""
import pathlib
import struct
from collections.abc import Iterator

INTERFACE, PACKET, NAME_OPTION = 1, 6, 2  # pcapng (draft-ietf-opsawg-pcapng): blocks 4.2 and 4.3, option if_name
GENERATOR, COSET = 0x07, 0x55             # x^8 + x^2 + x + 1, and what is added to it (I.432.1, 4.3.2)
LINE = "line_cells"


def hec(header: bytes) -> int:
    """Of the first four octets of a cell.

    >>> hex(hec(bytes.fromhex("00000001")))  # of an idle cell, I.432.1
    '0x52'
    """
    crc = 0
    for octet in header:
        crc ^= octet
        for _ in range(8):
            crc = (crc << 1 ^ (GENERATOR if crc & 0x80 else 0)) & 0xFF
    return crc ^ COSET


def name_of(block: bytes) -> str:
    """The name in an interface's description."""
    at = 8
    while at + 4 <= len(block):
        code, length = struct.unpack_from("<HH", block, at)
        if code == NAME_OPTION:
            return block[at + 4:at + 4 + length].decode()
        at += 4 + (length + 3) // 4 * 4
    return ""


def packets(path: pathlib.Path) -> Iterator[tuple[str, bytes]]:
    """(interface, octets) of a file that niclab wrote."""
    data, at, names = path.read_bytes(), 0, []
    while at < len(data):
        kind, length = struct.unpack_from("<II", data, at)
        block = data[at + 8:at + length - 4]
        if kind == INTERFACE:
            names.append(name_of(block))
        elif kind == PACKET:
            interface, _, _, octets = struct.unpack_from("<IIII", block)
            yield names[interface], block[20:20 + octets]
        at += length


def wrong_headers(path: pathlib.Path) -> dict[str, tuple[int, int]]:
    """How many cells came off the fiber with a HEC that does not fit, and the most of them in a
    row, by direction.
    """
    found: dict[str, tuple[int, int]] = {}
    row: dict[str, int] = {}
    for interface, cell in packets(path):
        direction, _, tap = interface.partition(" ")
        if tap == LINE:
            count, longest = found.get(direction, (0, 0))
            wrong = hec(cell[:4]) != cell[4]
            row[direction] = row.get(direction, 0) + 1 if wrong else 0
            found[direction] = (count + wrong, max(longest, row[direction]))
    return found
