"""Numbers with units, as students write them."""
import re

FAMILIES: tuple[dict[str, float], ...] = (
    {"ps": 1e-12, "ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0},
    {"bit/s": 1.0, "kb/s": 1e3, "Mb/s": 1e6, "Gb/s": 1e9},
    {"octets": 1.0, "KB": 1e3, "KiB": 1024.0},
)
SPELLINGS = {"µs": "us", "μs": "us", "b/s": "bit/s", "Mbit/s": "Mb/s", "octet": "octets", "bytes": "octets", "percent": "%", "clock": "clocks",
             "cell": "cells"}
NUMBER = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(\S*)\s*")


def in_unit(text: str, unit: str) -> float:
    """The number in `unit`.

    >>> in_unit("2.83 us", "us"), in_unit("2830 ns", "us"), in_unit("55.6 %", "%")
    (2.83, 2.83, 55.6)

    Raises ValueError where there is no number, no unit or one of another kind."""
    found = NUMBER.fullmatch(text)
    if not found:
        raise ValueError(f"'{text}' is not a number")
    number, given = float(found[1]), SPELLINGS.get(found[2], found[2])
    if given == unit:
        return number
    for family in FAMILIES:
        if unit in family and given in family:
            return float(f"{number * family[given] / family[unit]:.12g}")
    raise ValueError(f"'{text}' has {'another' if given else 'no'} unit")
