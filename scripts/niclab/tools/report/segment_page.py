"""The page of a run on an Ethernet segment: which station had the cable when, where each flow's
time went, what became of the frames.
"""
import functools
import pathlib
from typing import Any

from markupsafe import Markup

from niclab import files
from niclab.charts import rows, svg
from niclab.counts import count_of
from niclab.pages import number, words
from niclab.results import Json
from niclab.scene import segment
from niclab.tools.report.machines import page_of_hosts

STAGES = {"queue": "wait for earlier frames of the same host", "deferral": "wait while others send", "gap": "interframe gap",
          "backoff": "back-off slots after collisions", "collided": "attempts that collided", "wire": "the successful attempt", "arrival": "propagation to the receiver"}
FATES = {"delivered": "delivered", "waiting": "waiting", "on_the_way": "on the way", "excessive_collisions": "excessive collisions", "late_collision": "late collision",
         "damaged": "damaged", "queue_full": "refused"}
FLOW_HEADS = ["flow", "from", "to", ">Mb/s", ">frames", ">time, median us", ">99 % us", *(f">{stage} us" for stage in STAGES)]
BEHIND_HEADS = ["flow", "sender", ">us per frame"]
STATION_HEADS = ["station", ">offered", *(f">{fate}" for fate in FATES.values()), ">attempts", ">collisions", ">received", "octets balance"]
RULE_HEADS = ["rule", ">at ns", "where", "observation"]
FRAMES_SHOWN = 12  # of those that got through, in a waterfall
FS_PER_US = 1e9
Use = dict[str, str]


def window(uses: list[Use]) -> list[Use]:
    """From the first collision on, or from the beginning where there is none: what a reader wants to see."""
    first = next((k for k, use in enumerate(uses) if use["outcome"] == "collided"), 0)
    shown, frames = list[Use](), 0
    for use in uses[first:]:
        frames += use["outcome"] == "frame"
        shown.append(use)
        if frames == FRAMES_SHOWN:
            break
    return shown


def title(use: Use) -> str:
    about = f"frame {use['frame']}, attempt {use['attempt']}, {(int(use['end_fs']) - int(use['begin_fs'])) / FS_PER_US:.1f} us"
    return f"{about}, collided, then {count_of(int(use['slots']), 'slot')}" if use["outcome"] == "collided" else about


def lane(uses: list[Use], at: svg.Scale, y: float) -> str:
    """The attempts of one station."""
    return "".join(svg.bar(at(int(use["begin_fs"]) / FS_PER_US), y - 7, at(int(use["end_fs"]) / FS_PER_US) - at(int(use["begin_fs"]) / FS_PER_US), 14,
                           "waiting" if use["outcome"] == "collided" else "working", title(use)) for use in uses)


def waterfall(stations: list[str], uses: list[Use]) -> Markup:
    """A row a station: when it sent, and what came of it."""
    begin, end = int(uses[0]["begin_fs"]) / FS_PER_US, max(int(use["end_fs"]) for use in uses) / FS_PER_US

    def draw(width: int) -> Markup:
        lanes = rows.Rows(width, begin, end, "us", label_width=90, value_width=90)
        for station in stations:
            own = [use for use in uses if use["station"] == station]
            sent = sum(use["outcome"] == "frame" for use in own)
            lanes.row(station, "label", 18, functools.partial(lane, own), count_of(sent, "frame"))
        return lanes.picture("Cable usage over time")

    return svg.both(draw)


def flow_rows(results: Json) -> list[list[Any]]:
    found = []
    for k, f in enumerate(results["segment"]["flows"]):
        of = ("segment", "flows", k)
        times = [*(number(results, *of, name, digits=1) for name in ("time_p50_us", "time_p99_us")),
                 *(number(results, *of, "stage_us", stage, digits=1) for stage in STAGES)]
        found.append([f["name"], f["from"], f["to"], number(results, *of, "mbit_s", digits=3), number(results, *of, "frames"),
                      *(times if f["frames"] else ["–"] * len(times))])
    return found


def behind_rows(results: Json) -> list[list[Any]]:
    """Behind whom frames wait, the longest first."""
    return [[f["name"], "a collision" if who == "collision" else f"station {who}", number(results, "segment", "flows", k, "deferral_by_us", who, digits=1)]
            for k, f in enumerate(results["segment"]["flows"])
            for who, _ in sorted(f["deferral_by_us"].items(), key=lambda pair: -pair[1])]


def station_rows(results: Json) -> list[list[Any]]:
    found = []
    for k, s in enumerate(results["segment"]["stations"]):
        of = ("segment", "stations", k)
        found.append([s["name"], number(results, *of, "offered"), *(number(results, *of, "frames", fate) for fate in FATES),
                      *(number(results, *of, name) for name in ("attempts", "collisions", "received")), "yes" if s["balances"] else "NO"])
    return found


def warnings(results: Json) -> list[str]:
    lines = list(results["messages"])
    if results["partial"]:
        lines.append("Partial: the simulation was stopped.")
    if not results["segment"]["sums_exact"]:
        lines.append("The stages of some frame do not sum to its time.")
    return lines


def make(folder: pathlib.Path, results: Json) -> str:
    """The text of the page."""
    uses = window([use for use in files.rows(folder / "cable.csv") if use.get("run", "0") == "0"])  # older folders have no column
    stations = [s["name"] for s in results["segment"]["stations"]]
    violations = results["checks"].get("csma", {"violations": []})["violations"]  # --no-check
    broken = [[v["rule"], f"{v['time_ns']:.1f}", v["where"], words(v["what"])] for v in violations]
    return page_of_hosts("segment_run.html", results, segment.make(results), warnings(results),
                         waterfall=waterfall(stations, uses) if uses else None, stages=STAGES, flow_heads=FLOW_HEADS, flows=flow_rows(results),
                         behind_heads=BEHIND_HEADS, behind=behind_rows(results), station_heads=STATION_HEADS, stations=station_rows(results),
                         rule_heads=RULE_HEADS, broken=broken)
