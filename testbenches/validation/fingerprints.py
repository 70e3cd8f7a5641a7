"""Fingerprints: hashes of every file that every experiment and every card write, kept with the
sources. A change of a result is seen, named and given a reason. The answer of each run fits a
screen.

    fingerprints.py PROGRAM                    seed 1; runs at transaction level
    fingerprints.py PROGRAM --long             seeds 1 and 2; each run at both levels
    fingerprints.py PROGRAM --update REASON    writes those that differ, and adds the reason to the log
    fingerprints.py PROGRAM --only RUN,RUN     these runs alone, also with the other options
    fingerprints.py PROGRAM --keep FOLDER      keeps the files, for golden.py compare

traces/golden/fingerprints.csv has a row for each file: the run, its seed, the file's name, and the
first 16 digits of its SHA-256. golden.py takes out before what differs by design. A run at signal
level has the fingerprints of one at transaction level. traces/golden/reasons.md is the log.
"""
import concurrent.futures
import csv
import os
import pathlib
import subprocess
import sys
import tempfile

import golden
from card_frames import pair
from common import NARROWEST, NICLAB, ROOT, fits_a_screen, listed, settings

sys.path.insert(0, str(ROOT / "scripts"))
from niclab import levels

TABLE = ROOT / "traces/golden/fingerprints.csv"
REASONS = ROOT / "traces/golden/reasons.md"
NARROW = {**os.environ, "COLUMNS": str(NARROWEST)}
COLUMNS = ["run", "seed", "file", "sha256"]
DIGITS = 16
EXPERIMENTS = ROOT / "testbenches/experiments"
# Settings that shorten experiments of seconds.
SHORT = {"noisy_line": ["--set", "workload.count=300"], "clock_offset": ["--set", "workload.count=8"], "overload": ["--set", "workload.count=60"],
         "two_flows": ["--runs", "1"], "ethernet_segment": ["--set", 'run.duration="50 ms"'], "perform3": ["--set", 'reads.measure="50 ms"']}
# The kind of line of a card that cannot use that of ethernet_echo.
LINES = {card: settings(line__cable='"1000BASE-T"') for card in ("82540em", "82540em_pcie", "82574l")}


def runs():
    """The arguments of each run by its name, and whether it has two levels of simulation."""
    found = {}
    for file in sorted(EXPERIMENTS.rglob("*.toml")):
        name = file.relative_to(EXPERIMENTS).with_suffix("").as_posix()
        found[name] = ([file, *SHORT.get(name, [])], levels.of_shipped(file) == levels.CYCLE)
    for card in listed("cards"):
        hosts, experiment = pair(card), "ethernet_echo"
        if card in golden.CARDS:
            hosts, experiment = settings(client__card=card, server__card=card), "echo"
        found[f"{experiment} of {card}"] = ([EXPERIMENTS / f"{experiment}.toml", "--runs", 3, *hosts, *LINES.get(card, [])], True)
    found["echo with a waveform"] = ([EXPERIMENTS / "echo.toml", "--runs", 2, "--vcd", "wave.vcd"], True)
    return found


def taken(name, arguments, seed, level, kept):
    """The fingerprint of each file that a run writes."""
    with tempfile.TemporaryDirectory() as temporary:
        place = pathlib.Path(temporary).resolve()
        words = [NICLAB, "run", *arguments, "--out", "out", "--pcap", "capture.pcapng", "--seed", seed]
        if level:
            words += ["--fidelity", level]
        done = subprocess.run([*map(str, words)], cwd=place, capture_output=True, text=True, timeout=golden.RUN_SECONDS, env=NARROW)
        assert done.returncode in (0, 1) and (place / "out").is_dir(), f"{name}, seed {seed}: exit code {done.returncode}\n{done.stderr}"
        fits_a_screen(done.stdout, "out")
        return {file: digest[:DIGITS] for file, digest in golden.hash_files(place, kept / "files" / f"{name}/{level}/{seed}").items()}


def committed():
    with open(TABLE, newline="") as f:
        return {(row["run"], int(row["seed"]), row["file"]): row["sha256"] for row in csv.DictReader(f)}


def planned(long):
    for name, (arguments, two_levels) in runs().items():
        for seed in (1, 2) if long else (1,):
            for level in ("transaction", "signal") if two_levels and long else ("transaction",) if two_levels else ("",):
                yield name, arguments, seed, level


def differences(found, wanted):
    """A line for each run with files that differ."""
    by_run = {}
    for key in sorted(found.keys() | wanted.keys()):
        if found.get(key) != wanted.get(key):
            how = "new" if key not in wanted else "missing" if key not in found else "differs"
            by_run.setdefault(key[:2], []).append(f"{key[2]} ({how})")
    return [f"{run}, seed {seed}: {', '.join(files)}" for (run, seed), files in by_run.items()]


def write(table, reason, changed):
    rows = [dict(zip(COLUMNS, (*key, digest), strict=True)) for key, digest in sorted(table.items())]
    with open(TABLE, "w", newline="") as f:
        writer = csv.DictWriter(f, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    names = sorted({line.split(", seed ")[0] for line in changed})
    which = "all runs" if len(names) > 12 else ", ".join(f"`{name}`" for name in names)
    with open(REASONS, "a") as f:
        f.write(f"- {reason.rstrip('.')}: {which}.\n")


def option(name):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else ""


def main():
    update, only = option("--update"), option("--only").split(",")
    long = "--long" in sys.argv or bool(update)
    plan = [run for run in planned(long) if only == [""] or run[0] in only]
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        kept = pathlib.Path(option("--keep") or temporary)
        results = list(pool.map(lambda run: taken(*run, kept), plan))
    found, apart = {}, []
    for (name, _, seed, _), files in zip(plan, results, strict=True):
        for file, digest in files.items():
            if found.setdefault((name, seed, file), digest) != digest:
                apart.append(f"{name}, seed {seed}: {file} differs between the levels")
    if apart:
        sys.exit("\n".join(apart))
    seeds = {seed for _, _, seed, _ in plan}
    table = committed() if TABLE.exists() else {}
    wanted = {key: digest for key, digest in table.items() if key[1] in seeds and (only == [""] or key[0] in only)}
    changed = differences(found, wanted)
    if update and changed:
        write({key: digest for key, digest in table.items() if key not in wanted} | found, update, changed)
    print("\n".join(changed))
    print(f"{len(plan)} runs, {len(found)} files, {len(changed)} runs differ from {TABLE.relative_to(ROOT)}{' before' if update else ''}")
    if changed and not update:
        sys.exit("fingerprints: expected no difference; give the reason with --update, or see which lines differ with --keep and golden.py compare")


main()
