#!/usr/bin/env python3
"""Checks the includes between the folders of models/, and that every folder has its page.

ALLOWED is the include table of the architecture: a folder with its rooms may include itself and the
folders in its entry. An entry that names a header allows that header alone. A folder `fast` has the
transaction level of the plain model around it. Only an entry that names it allows it.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent / "models"
BUSES = ["pci", *sorted(path.stem for path in (ROOT / "lab/buses").glob("*.cpp") if path.stem != "kind")]
PORTS = ["host/port.h", "host/netdevice.h"]
KIND = ["base", "core", "bus", *BUSES, "atm", "ether", "utopia", "card", "cards/board", "cards/ether_board", *PORTS]
ALLOWED = {
    "base": [],
    "atm": ["base"],
    "sonet": ["base"],
    "core": ["base"],
    "bus": ["base", "core"],
    **{bus: ["base", "core", "bus"] for bus in BUSES},
    "pci/fast": ["base", "core", "bus", "pci"],
    "utopia": ["base", "core", "atm"],
    "utopia/fast": ["base", "core", "atm", "utopia"],
    "fiber": ["base", "core", "atm"],
    "phy": ["base", "core", "atm", "sonet", "utopia", "fiber"],
    "phy/fast": ["base", "core", "atm", "sonet", "utopia", "fiber", "phy"],
    "ether": ["base", "core"],
    "medium": ["base", "core", "ether"],
    "tcp": ["base"],
    "netware": ["base"],
    "card": ["base", "core", "bus"],
    "host": ["base", "core", "bus", *BUSES],
    "cards/board": ["base", "core", "atm", "bus", "pci", "utopia", "phy", "fiber/pins.h", "card", *PORTS],
    "cards/ether_board": ["base", "core", "bus", *BUSES, "ether", "medium", "card", *PORTS],
    "cards/KIND": KIND,  # any other folder of cards: no kind includes another
    "stack": ["base", "core", "atm", "ether", "tcp"],
    "apps": ["base", "core", "tcp", "stack"],
    "kernel": ["base", "core", "tcp", "stack", "apps", "host"],
    "net": ["base", "core", "atm", "sonet", "utopia", "utopia/fast", "phy", "phy/fast", "fiber", "ether", "tcp", "stack"],
    "coarse": ["base", "core", "atm", "ether", "tcp", "stack", "net"],
    "check": ["base", "core"],
    "cosim": ["base", "core", "bus", "pci", "pci_signals.h"],
    "probe": ["base", "atm", "sonet", "core", "bus", *BUSES, "pci/fast", "utopia", "utopia/fast", "fiber", "phy", "phy/fast", "ether",
              "medium", "card", "check"],
    "lab": ["base", "atm", "sonet", "core", "bus", *BUSES, "pci/fast", "utopia", "utopia/fast", "fiber", "phy", "phy/fast", "ether",
            "medium", "card", "host", "cards", "check", "probe", "tcp", "stack", "apps", "kernel", "net", "coarse", "netware"],
}
INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')


def row_of(path: str) -> str:
    """The row of the table a file below models/ belongs to, or its folder where there is none."""
    folder = path.rsplit("/", 1)[0]
    row = next((row for row in sorted(ALLOWED, key=len, reverse=True) if f"{folder}/".startswith(f"{row}/")), None)
    return row or ("cards/KIND" if folder.startswith("cards/") else folder)


def may_include(folder: str, target: str) -> bool:
    allowed = (folder, *ALLOWED[row_of(f"{folder}/")])
    own = row_of(target)
    if own.endswith("/fast"):
        return own in allowed
    return any(target == entry or target.startswith(f"{entry}/") for entry in allowed)


def violations():
    for path in sorted(ROOT.rglob("*.[hc]*")):
        name = path.relative_to(ROOT).as_posix()
        row = row_of(name)
        if row not in ALLOWED:
            yield f"models/{name}: {row} is not in the include table"
            continue
        text = path.read_text()
        if "fmt::join" in text and "#include <fmt/ranges.h>" not in text:  # where fmt 11 declares it
            yield f"models/{name}: fmt::join without <fmt/ranges.h>"
        for number, line in enumerate(text.splitlines(), 1):
            match = INCLUDE.match(line)
            if match and not may_include("/".join(name.split("/")[: row.count("/") + 1]), match.group(1)):
                yield f"models/{name}:{number}: {row} must not include {match.group(1)}"
    for folder in sorted(path for path in ROOT.rglob("*") if path.is_dir() and any(path.glob("*.h"))):
        if not (folder / "README.md").is_file():
            yield f"models/{folder.relative_to(ROOT)}: has no README.md"


def main() -> int:
    found = list(violations())
    print("\n".join(found) or f"{len(ALLOWED)} folders include only what they may")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
