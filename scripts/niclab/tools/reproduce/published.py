"""Measurements from single sources, one experiment each (`testbenches/experiments/published`).

No parameter of a model was fitted to one of them. Their null model is a full line: what frames,
headers and cells leave of its rate, without hosts, acknowledgements or losses. Their tolerances
were set before the first run, from the error that the source states or 5 to 10 % (0.5 Mb/s for the
collapse of a TCP). The results of that first run stay in `published.csv`.

`published_variants.csv` has changes of keys that explain misses. They were chosen in view of
the results, and count nowhere.
"""
import csv
import io
import math
import pathlib
import re
from collections.abc import Callable, Mapping, Sequence

from niclab import files
from niclab.charts import rows as charts
from niclab.results import Json
from niclab.tools.reproduce.row import Row
from niclab.tools.reproduce.traffic import Plan
from niclab.tools.reproduce.traffic_page import Study

FILE, VARIANTS = "published.csv", "published_variants.csv"
BETWEEN_FRAMES = 20  # octets of preamble and gap
FULL_FRAMES_S = 10e6 / 8 / (1518 + BETWEEN_FRAMES)
HEADS = ["experiment", "source", ">published", ">first run", ">now", "unit"]
VARIANT_HEADS = ["experiment", "changed", "published", "simulated", "error_percent"]
TITLE = "First run and present run"
ABOUT = "The first run was made when the experiment had been written. No number of an experiment or model was changed for its result."


def flow(results: Json) -> float:
    """Throughput of the first flow in Mb/s."""
    return float(results["network"]["flows"][0]["mbit_s"])


def round_trip(results: Json) -> float:
    """Mean time of a request and its response in us."""
    return 1e6 / float(results["network"]["flows"][0]["transactions_s"])


def cable(results: Json) -> float:
    """Frames on a segment with preamble and gap in Mb/s."""
    stations = results["segment"]["stations"]
    octets, frames, rate = (math.fsum(v) for v in zip(*((s["octets"]["delivered"], s["frames"]["delivered"], s["mbit_s"]) for s in stations), strict=True))
    return rate * (octets + BETWEEN_FRAMES * frames) / octets


def stream(results: Json) -> float:
    """Frames of a flow per second, in percent of the most that 10 Mb/s can carry."""
    found = next(iter(results["throughput"].values()))
    return 100 * float(found["packets"]) / float(found["us"]) * 1e6 / FULL_FRAMES_S


def cpu(results: Json) -> float:
    """CPU that the first host needs while its flow runs, in percent."""
    return 100 - float(results["network"]["hosts"][0]["cpu_percent"]["idle"])


MEASURES: dict[str, Callable[[Json], float]] = {"flow": flow, "round_trip": round_trip, "cable": cable, "stream": stream, "cpu": cpu}


def entries(data: pathlib.Path) -> list[dict[str, str]]:
    return files.rows(data / FILE)


def experiment_of(entry: Mapping[str, str]) -> str:
    """Name of its experiment file, which several entries with other `settings` may share."""
    return entry["file"] or entry["experiment"]


def plan(niclab: str, data: pathlib.Path) -> Plan:
    found = Plan(niclab)
    for entry in entries(data):
        found.add(entry["experiment"], f"published/{experiment_of(entry)}", {})
        found.points[entry["experiment"]].settings = tuple(entry["settings"].split(";")) if entry["settings"] else ()
    for variant in variants(data):
        name = variant_name(variant)
        found.add(name, f"published/{variant['experiment']}", {})
        found.points[name].settings = tuple(variant["settings"].split(";"))
    return found


def variants(data: pathlib.Path) -> list[dict[str, str]]:
    return files.rows(data / VARIANTS)


def variant_name(variant: dict[str, str]) -> str:
    """Of a run: the experiment, and the values of its settings."""
    return f"{variant['experiment']}_" + re.sub(r"\W+", "_", variant["settings"]).strip("_")


def explained(results: Mapping[str, Json], data: pathlib.Path) -> list[list[object]]:
    """Of each variant: experiment, what is changed, published and simulated value, error in percent."""
    found = {e["experiment"]: e for e in entries(data)}
    lines: list[list[object]] = []
    for v in variants(data):
        entry = found[v["experiment"]]
        published, known = float(entry["value"]), MEASURES[entry["measure"]](results[variant_name(v)])
        lines.append([v["experiment"], v["what"], f"{published:g} {entry['unit']}", f"{known:.3f}", f"{100 * (known / published - 1):+.1f}"])
    return lines


def compared(results: Mapping[str, Json], data: pathlib.Path) -> list[Row]:
    """Tables are the kinds of question."""
    return [Row(e["area"], e["quantity"], e["experiment"], e["unit"], "hold", float(e["value"]), None, MEASURES[e["measure"]](results[e["experiment"]]),
                float(e["tolerance"]), null=float(e["null"])) for e in entries(data)]


def variants_csv(results: Mapping[str, Json], data: pathlib.Path) -> str:
    """Text of variants.csv."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([VARIANT_HEADS, *explained(results, data)])
    return out.getvalue()


def study(rows: Sequence[Row], results: Mapping[str, Json], data: pathlib.Path) -> Study:
    """Each row next to its first run, then the variants."""
    firsts = {e["experiment"]: e for e in entries(data)}
    cells = [[r.what, firsts[r.what]["source"], f"{r.published:.3g}", firsts[r.what]["first"], f"{r.known:.3f}", r.stat] for r in rows]
    text = f"{TITLE}\n" + "".join(f"{c[0]:<22}{c[2]:>8}{c[3]:>9}{c[4]:>9} {c[5]:<5} {c[1]}\n" for c in cells) + f"{ABOUT}\n\n"
    text += "Variants that explain misses, not counted: published, simulated, error in percent\n"
    text += "".join(f"{e:<20}{published:>11}{known:>9}{error:>8}  {what}\n" for e, what, published, known, error in explained(results, data)) + "\n"
    drawn: list[charts.Entry] = [(r.what, r.known, r.known, r.known, [(r.published, True)]) for r in rows if r.stat == "Mb/s"]
    return Study(TITLE, ABOUT, HEADS, cells, charts.breakdown(drawn, "Mb/s", "Throughput, simulated and published"), text)
