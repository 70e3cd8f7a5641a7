#!/usr/bin/env python3
"""Fits the numbers of PCs that scale, and writes them into their files in models/kernel/machines.

Costs of a machine with [hardware] follow from its clock, its processor and its memory
(models/kernel/hardware.h). These are the numbers, and the rows that each was fitted to:

Linux 2.0 and Windows NT 4.0: clocks and copies of the fitted Pentium 100 (p100.toml). Its memory is
*assumed* to copy 21 MB/s, as the Pentiums of 100 MHz of lmbench do.

4.4BSD: clocks from round trips of four Pentiums of 100 MHz with FreeBSD in lmbench (split `cal`),
with the simulator in the loop. Copies are *assumed* to be Linux'.

Work per clock of the Pentium Pro: from the units of p100.toml and ppro200.toml on Linux.

Work per clock of the 486: from the echo times of the 486 and the Pentium of Dollas et al.

Work per clock of the 386: the 486's, times 11.4 / 27, their MIPS at 33 MHz (*assumed*).

    scripts/fit_machines.py --niclab build/release/testbenches/niclab/niclab [--check]
"""
import argparse
import csv
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
MACHINES, PROFILES = ROOT / "models/kernel/machines", ROOT / "models/host/profiles"
COPY_MB_S = 21  # of p100.toml, *assumed* as that of lmbench's Pentiums of 100 MHz
CLOCKS = {"p100": 100.0, "ppro200": 200.0, "pentium133": 133.3, "486dx4_100": 100.0}  # MHz
MIPS_386, MIPS_486 = 11.4, 27.0  # at 33 MHz
BEGIN, END = "# fitted: begin\n", "# fitted: end\n"
PAGE = ROOT / "docs/explanation/machines.md"
PAGE_BEGIN, PAGE_END = "<!-- machines: begin, made by scripts/fit_machines.py -->\n", "<!-- machines: end -->\n"


def read(path: pathlib.Path) -> dict:
    return tomllib.loads(path.read_text())


def costs(machine: str, system: str) -> dict[str, float]:
    return read(MACHINES / f"{machine}.toml")["costs"][system]


def pentium_system(system: str) -> dict[str, float]:
    """Clocks and copies of the fitted Pentium 100."""
    fitted = costs("p100", system)
    return {"unit_clocks": round(fitted["unit_us"] * CLOCKS["p100"], 1), "send_copies": round(fitted["send_octet_ns"] * COPY_MB_S / 1000, 3),
            "receive_copies": round(fitted["receive_octet_ns"] * COPY_MB_S / 1000, 3)}


def pentium_pro() -> float:
    return costs("p100", "linux20")["unit_us"] / costs("ppro200", "linux20")["unit_us"] * CLOCKS["p100"] / CLOCKS["ppro200"]


def i486() -> float:
    """The geometric mean of the echo times of TCP and UDP."""
    slow, fast = read(PROFILES / "486dx4_100.toml"), read(PROFILES / "pentium133.toml")
    ratio = math.prod(slow[p]["echo"]["fixed_us"] / fast[p]["echo"]["fixed_us"] for p in ("tcp", "udp")) ** 0.5
    return CLOCKS["pentium133"] / CLOCKS["486dx4_100"] / ratio


def round_trip_us(niclab: str, unit_clocks: float) -> float:
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([niclab, "run", str(ROOT / "testbenches/experiments/published/lmbench_bsd_p133_rr.toml"), "--quiet", "--out", out,
                        "--set", "host.pc.profile=pentium_100", "--set", 'host.pc.machine.hardware.clock="100 MHz"',
                        "--set", f"host.pc.costs.unit_clocks={unit_clocks}"], check=True, stdout=subprocess.DEVNULL)
        flow = json.loads((pathlib.Path(out) / "results.json").read_text())["network"]["flows"][0]
        return 1e6 / flow["transactions_s"]


def bsd_clocks(niclab: str) -> float:
    """Two runs and a line: the time of a round trip is linear in the unit."""
    with open(ROOT / "traces/reference/lmbench.csv", newline="") as f:
        wanted = [float(row["value"]) for row in csv.DictReader(f) if row["system"] == "FreeBSD" and row["split"] == "cal"]
    low, high = 500.0, 2000.0
    at_low, at_high = round_trip_us(niclab, low), round_trip_us(niclab, high)
    return low + (sum(wanted) / len(wanted) - at_low) * (high - low) / (at_high - at_low)


def tables(niclab: str) -> dict[str, str]:
    """Of each machine's file, the text between its marks."""
    systems: dict[str, dict[str, float]] = {system: pentium_system(system) for system in ("linux20", "nt40")}
    systems["bsd44"] = systems["linux20"] | {"unit_clocks": round(bsd_clocks(niclab), 1)}
    work = {"386dx_33": i486() * MIPS_386 / MIPS_486, "486dx_33": i486(), "pentium_pro_150": pentium_pro()}
    made = {name: f"work_per_clock = {value:.4f}\n" for name, value in work.items()}
    made["pentium_100"] = "".join(f"[costs.{system}]\n" + "".join(f"{key} = {value:g}\n" for key, value in numbers.items())
                                  for system, numbers in systems.items())
    return made


def explained(niclab: str, machine: str, system: str) -> dict:
    """Keys of a host with the machine and the system, as the program resolves them."""
    words = ["--set", f"host.a.profile={machine}", "--set", f"host.a.software={system}"]
    said = subprocess.run([niclab, "explain", str(ROOT / "testbenches/experiments/window.toml"), *words], check=True, capture_output=True, text=True).stdout
    host: dict = json.loads(said)["config"]["host"]["a"]
    return host


def page_table(niclab: str) -> str:
    """Unit, octet sent and octet received of each machine with [hardware], by system."""
    systems = list(read(MACHINES / "pentium_100.toml")["costs"])
    found = {p.stem: explained(niclab, p.stem, "linux20") for p in MACHINES.glob("*.toml") if p.stem == "pentium_100" or "pentium_100" in bases(p)}
    lines = ["", f"| machine | clock, MHz | copy, MB/s | {' | '.join(f'{s}: unit, us; octet sent, received, ns' for s in systems)} |",
             "|---" * (3 + len(systems)) + "|"]
    for name in sorted(found, key=lambda machine: (-found[machine]["costs"]["unit_us"], machine)):
        hardware = found[name]["machine"]["hardware"]
        cells = []
        for numbers in (explained(niclab, name, s)["costs"] for s in systems):
            octets = (numbers[key] for key in ("send_octet_ns", "receive_octet_ns"))
            cells.append("; ".join((f"{numbers['unit_us']:.1f}", ", ".join(f"{o:.0f}" for o in octets))))
        lines.append(f"| `{name}` | {float(hardware['clock'].removesuffix(' MHz')):g} | {hardware['memory_copy_mb_s']:g} | {' | '.join(cells)} |")
    return "\n".join([*lines, "", ""])


def bases(path: pathlib.Path) -> list[str]:
    """Names of the machines whose files are below this one."""
    base = read(path).get("base")
    return [base, *bases(MACHINES / f"{base}.toml")] if base else []


def between(text: str, begin: str, block: str, end: str) -> str:
    """The text with `block` between the marks."""
    return re.sub(re.escape(begin) + ".*?" + re.escape(end), lambda _: begin + block + end, text, flags=re.S)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--niclab", required=True)
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 if a file differs")
    arguments = parser.parse_args()
    niclab = str(pathlib.Path(arguments.niclab).resolve())
    made = tables(niclab)
    differs = []

    def replace(path: pathlib.Path, *block: str) -> None:
        text = path.read_text()
        if (new := between(text, *block)) == text:
            return
        differs.append(path.name)
        if not arguments.check:
            path.write_text(new)

    for name, block in made.items():
        replace(MACHINES / f"{name}.toml", BEGIN, block, END)
    replace(PAGE, PAGE_BEGIN, page_table(niclab), PAGE_END)
    if arguments.check and differs:
        print(f"{', '.join(differs)}: not what scripts/fit_machines.py makes; run it without --check")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
