#!/usr/bin/env python3
"""Fits the free numbers of the idt77901 card, one a stage, to the averages of Table 1 marked `cal`.

Each candidate is an echo of one octet by the paper's two hosts, RUNS times. The fit takes the
number with the nearest average, first of coarse steps, then of single steps around it. The stages
hardly influence each other, so one simulation tries a coarse candidate of each. Fine candidates are
tried one at a time, with the others held constant. Rows marked `hold` are not used.

    scripts/fit_card.py --niclab build/release/testbenches/niclab/niclab [--check | --write]
"""
import argparse
import csv
import functools
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent
CARD = ROOT / "models/cards/nicstar/idt77901.toml"
RUNS = 60  # of a coarse candidate
FINE = dict(runs=300, seeds=(1, 2))
# Stage: key of the card file, its path in an experiment, candidates.
FREE = {
    "sar_segmentation": ("schedule_clocks", "nic.sar.schedule_clocks", range(0, 24, 2)),
    "sar_reassembly": ("receive_clocks", "nic.sar.receive_clocks", range(0, 12)),
    "phy_in_to_phy_out": ("pipeline_octets", "nic.phy.pipeline_octets", range(16, 64, 4)),
}


def published():
    """Average of each stage over both directions, microseconds, of rows that may be fitted."""
    values = {}
    with open(ROOT / "traces/reference/dollas_table1.csv", newline="") as f:
        for row in csv.DictReader(f):
            if row["split"] == "cal" and row["stat"] == "avg" and row["quantity"] in FREE:
                values.setdefault(row["quantity"], []).append(float(row["value"]))
    return {stage: sum(v) / len(v) for stage, v in values.items()}


@functools.cache
def averages_of(niclab, candidates, runs, seed):
    """Pooled averages of an echo with these values of the keys."""
    command = [niclab, "run", str(ROOT / "testbenches/experiments/echo.toml"), "--runs", str(runs), "--seed", str(seed), "--quiet",
               "--no-check"]
    for (_, path, _), value in zip(FREE.values(), candidates):
        command += ["--set", f"{path}={value}"]
    with tempfile.TemporaryDirectory() as out:
        subprocess.run(command + ["--out", out], check=True, stdout=subprocess.DEVNULL)
        stages = json.loads((pathlib.Path(out) / "results.json").read_text())["stages"]
    return {s["name"]: s["avg"] for s in stages if s["direction"] == "pooled"}


def nearest(niclab, place, trials, target, runs, seeds):
    """Of the key at `place`: the candidate whose stage comes nearest to `target` among these trials."""
    key, stage = list(FREE.values())[place][0], list(FREE)[place]

    def average(trial):
        return sum(averages_of(niclab, tuple(trial), runs, seed)[stage] for seed in seeds) / len(seeds)

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(average, trials))
    best = min(zip((abs(value - target[stage]) for value in found), trials))[1][place]
    for trial, value in zip(trials, found):
        print(f"{key:<16}{trial[place]:>4}{value:10.3f} us, {target[stage]:.2f} published{'  <- nearest' * (trial[place] == best)}")
    return best


def coarse(niclab):
    """The nearest coarse candidate of each key."""
    ranges = [candidates for _, _, candidates in FREE.values()]
    diagonal = list(zip(*ranges))
    return [nearest(niclab, place, diagonal, published(), RUNS, (1,)) for place in range(len(ranges))]


def fit(niclab, best):
    """Key to its best value, of single steps around those of `best`."""
    target = published()
    for place in range(len(best)):
        around = [best[:place] + [value] + best[place + 1:] for value in range(max(0, best[place] - 1), best[place] + 2)]
        best[place] = nearest(niclab, place, around, target, **FINE)
    return {key: value for (key, _, _), value in zip(FREE.values(), best)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--niclab", required=True, help="the program")
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true", help="fail unless the card file holds these numbers: tries those next to them only")
    action.add_argument("--write", action="store_true", help="put the numbers into the card file")
    arguments = parser.parse_args()
    text, niclab = CARD.read_text(), str(pathlib.Path(arguments.niclab).resolve())
    wrong = []
    # A stage grows with its key: numbers that are nearer than their neighbours are those of the fit.
    held = [int(re.search(rf"^{key} = (\d+)", text, re.M)[1]) for key, _, _ in FREE.values()]
    for key, value in fit(niclab, held if arguments.check else coarse(niclab)).items():
        line = re.compile(rf"^{key} = (\d+)", re.M)
        if int(line.search(text)[1]) != value:
            wrong.append(f"{CARD.name}: {key} = {line.search(text)[1]}, the fit gives {value}")
        text = line.sub(f"{key} = {value}", text)
    if arguments.write:
        CARD.write_text(text)
        return 0
    print("\n".join(wrong) or "the card file holds the numbers of the fit")
    return 1 if wrong and arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
