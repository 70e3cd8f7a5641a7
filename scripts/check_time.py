#!/usr/bin/env python3
"""Checks that models take the time, and act on the kernel's events, through `core` alone.

Clock edges and links are called ahead of the kernel (models/core/dispatcher.h). The kernel's own
time would be a time of the past, and a notification of one of its events would come too early.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent / "models"
RULES = {  # what is found, and what to write instead
    r"sc_time_stamp\(": "core::now_fs()",
    r"sc_delta_count\(": "core::moment()",
    r"\bsc_start\(": "core::simulate()",
    r"\.notify\(": "core::fire()",
    r"sc_time_to_pending_activity\(": "core::Dispatcher::next_activity()",
    r"\brequest_update\(": "core::moment()",
}


def violations(root: pathlib.Path):
    """One sentence a line that goes past `core`."""
    for path in sorted(p for p in root.rglob("*") if p.suffix in {".h", ".cpp"}):
        name = path.relative_to(root).as_posix()
        if name.startswith("core/"):
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for pattern, instead in RULES.items():
                if re.search(pattern, line.split("//")[0]):
                    yield f"models/{name}:{number}: '{line.strip()}'; expected {instead}"


def main() -> int:
    found = list(violations(ROOT))
    print("\n".join(found) or "models take the time through core")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
