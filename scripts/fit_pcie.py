#!/usr/bin/env python3
"""Fits the numbers of a card of models/pcie/cards to the calibration rows of pcie-bench.

Each number has one row that it is fitted to. All are corrected together, until none changes by more
than a thousandth. The rows are those marked cal of one machine, with its IOMMU off and on. Tags,
padding and the entries of the TLB are not fitted.

    scripts/fit_pcie.py --niclab build/release/testbenches/niclab/niclab           # prints the fitted numbers and the file's
    scripts/fit_pcie.py --niclab ... --check                                       # exit code 1 where the file is more than 1 % off
"""
import argparse
import csv
import pathlib
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
CARD = ROOT / "models/pcie/cards/nfp6000.toml"
DATA = ROOT / "traces/reference/pcie_bench"
MACHINE, TRANSLATED = "hsw-Xeon-E5-2637v3_supermicro", "hsw-Xeon-E5-2637v3_supermicro-iommu-nosp"
ROUNDS, DAMPING = 12, 0.9
LARGE, SMALL = 2048, 64
TAGS = 32
OFF = 0.01  # of a number in the file, or half a nanosecond
Numbers = dict[str, float]
Point = tuple[str, str, str, int, int]  # host, experiment, cache, size, window

READ, READ_LARGE = (MACHINE, "lat_dma_rd", "HWarm", SMALL, 8192), (MACHINE, "lat_dma_rd", "HWarm", LARGE, 8192)
WRITE_READ, WRITE_READ_LARGE = (MACHINE, "lat_dma_wrrd", "HWarm", SMALL, 8192), (MACHINE, "lat_dma_wrrd", "HWarm", LARGE, 8192)
COLD, WALK = (MACHINE, "lat_dma_rd", "Cold", SMALL, 8192), (TRANSLATED, "lat_dma_rd", "HWarm", SMALL, 8 << 20)
READS, WALKS = (MACHINE, "bw_dma_rd", "HWarm", SMALL, 8192), (TRANSLATED, "bw_dma_rd", "HWarm", SMALL, 64 << 20)
WRITES, WRITES_129, WRITES_LARGE = (MACHINE, "bw_dma_wr", "HWarm", SMALL, 8192), (MACHINE, "bw_dma_wr", "HWarm", 129, 8192), (MACHINE, "bw_dma_wr", "HWarm", LARGE, 8192)


def calibration(host: str) -> str:
    """A host file with its facts and the rows marked cal."""
    lines = (DATA / f"{host}.csv").read_text().splitlines()
    return "\n".join(line for line in lines if line.startswith(("#", "experiment,")) or line.endswith(",cal")) + "\n"


def points(path: pathlib.Path) -> tuple[dict[Point, float], dict[Point, float]]:
    """Measured and simulated values; goodput as ns per transfer."""
    measured, simulated = {}, {}
    with open(path, newline="") as f:
        for r in csv.DictReader(f):
            key = (r["host"], r["experiment"], r["cache"], int(r["size"]), int(r["window"]))
            for column, into in (("measured", measured), ("simulated", simulated)):
                value = float(r[column])
                into[key] = 8 * key[3] / value if key[1].startswith("bw") else value
    return measured, simulated


def text_of(file: dict[str, dict[str, object]], numbers: Numbers) -> str:
    text = ""
    for table, keys in file.items():
        text += f"[{table}]\n"
        for key, value in keys.items():
            fitted = numbers.get(f"{table}.{key}")
            written = f'"{value}"' if isinstance(value, str) else str(value)
            text += f"{key} = " + (written if fitted is None else f'"{fitted:.5f} ns"') + "\n"
    return text


def corrected(numbers: Numbers, measured: dict[Point, float], simulated: dict[Point, float]) -> Numbers:
    miss = {key: measured[key] - simulated[key] for key in measured}
    per_octet = LARGE - SMALL
    landing = (miss[READ_LARGE] - miss[READ]) / per_octet
    steps = {
        "engine.per_transfer": -DAMPING * TAGS * miss[READS],  # a tag is held for what the engine does not take
        "engine.landing_octet": landing,
        "engine.write_start": DAMPING * miss[WRITES],
        "engine.write_chunk": DAMPING * (miss[WRITES_129] - miss[WRITES]),
        "engine.write_signal": miss[WRITE_READ] - miss[READ],
        "engine.write_signal_octet": (miss[WRITE_READ_LARGE] - miss[WRITE_READ]) / per_octet - landing,
        "host.llc_miss": miss[COLD] - miss[READ],
        "host.page_walk": miss[WALK],
        "host.walker": DAMPING * miss[WALKS],
    }
    return {key: max(0.0, numbers[key] + step) for key, step in steps.items()}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--niclab", required=True)
    parser.add_argument("--check", action="store_true")
    a = parser.parse_args()
    file = tomllib.loads(CARD.read_text())
    written = {f"{table}.{key}": float(value.removesuffix(" ns")) for table, keys in file.items() for key, value in keys.items() if isinstance(value, str)}
    numbers = written
    with tempfile.TemporaryDirectory() as folder:
        at = pathlib.Path(folder)
        for host in (MACHINE, TRANSLATED):
            (at / f"{host}.csv").write_text(calibration(host))
        for _ in range(ROUNDS):
            (at / "card.toml").write_text(text_of(file, numbers))
            done = subprocess.run([a.niclab, "reproduce", "pcie_bench", "--card", at / "card.toml", "--out", at / "out",
                                   *(word for host in (MACHINE, TRANSLATED) for word in ("--host", at / f"{host}.csv"))], capture_output=True, text=True)
            if done.returncode not in (0, 1):
                sys.exit(done.stderr)
            measured, simulated = points(at / "out/simulated.csv")
            before, numbers = numbers, corrected(numbers, measured, simulated)
            if all(abs(numbers[key] - before[key]) <= 1e-3 * before[key] for key in numbers):
                break
    for key, value in numbers.items():
        print(f"{key:<28}{value:10.4f} ns, in the file {written[key]:10.4f} ns")
    print(f"link.gap_octets: writes of {LARGE} octets take {simulated[WRITES_LARGE]:.1f} ns, measured {measured[WRITES_LARGE]:.1f}")
    off = [key for key in numbers if abs(numbers[key] - written[key]) > max(0.5, OFF * written[key])]
    return 1 if a.check and off else 0


if __name__ == "__main__":
    sys.exit(main())
