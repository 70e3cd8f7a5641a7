#!/usr/bin/env python3
"""Checks who includes whom below models/, and that every folder has its page.

ALLOWED is the include table of the architecture: a folder may include itself and what stands here. An entry with a
slash allows one header.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent / "models"
ALLOWED = {
    "base": [],
    "atm": ["base"],
    "sonet": ["base"],
    "core": ["base"],
    "pci": ["base", "core", "atm"],
    "utopia": ["base", "core", "atm"],
    "fiber": ["base", "core", "atm"],
    "phy": ["base", "core", "atm", "sonet", "utopia", "fiber"],
    "sar": ["base", "core", "atm", "pci/command.h", "pci/dma_if.h", "pci/target_if.h", "utopia"],
    "packet_sar": ["base", "core", "atm", "pci/dma_if.h", "pci/target_if.h", "utopia", "sar/engine.h", "sar/fate.h",
                   "sar/register_port.h"],
    "host": ["base", "core", "atm", "pci"],
    "nic": ["base", "core", "pci", "sar", "packet_sar", "utopia", "phy", "fiber/pins.h"],
    "check": ["base", "core"],
    "probe": ["base", "atm", "sonet", "core", "pci", "utopia", "fiber", "phy", "sar", "check"],
    "system": ["check", "base", "atm", "sonet", "core", "pci", "utopia", "fiber", "phy", "sar", "packet_sar", "host", "nic",
               "probe"],
}
INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')


def violations():
    for folder, allowed in ALLOWED.items():
        if not (ROOT / folder / "README.md").is_file():
            yield f"models/{folder}: has no README.md"
        for path in sorted((ROOT / folder).glob("*.[hc]*")):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                match = INCLUDE.match(line)
                if not match:
                    continue
                target = match.group(1)
                if target.split("/")[0] not in (folder, *allowed) and target not in allowed:
                    yield f"models/{folder}/{path.name}:{number}: {folder} must not include {target}"
    for path in sorted(ROOT.iterdir()):
        if path.is_dir() and path.name not in ALLOWED:
            yield f"models/{path.name}: is not in the include table"


def main():
    found = list(violations())
    print("\n".join(found) or f"{len(ALLOWED)} folders include only what they may")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
