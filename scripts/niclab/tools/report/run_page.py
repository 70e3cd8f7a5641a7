"""The page of a run."""
import pathlib

from niclab.counts import count_of
from niclab.measures import line_units
from niclab.pages import data, drawings, numbers_of, render
from niclab.results import Run
from niclab.scene import scene, waves
from niclab.tools.report import machines, provenance, times


def warnings(run: Run) -> list[str]:
    """What a reader must know before he believes anything."""
    lines = [*run.json["warnings"], *run.json["messages"]]
    if run.json["partial"]:
        lines.insert(0, f"Partial: the simulation was stopped after {count_of(run.json['runs'], 'complete run')}.")
    bad = [name for name, check in run.json["checks"].items() if check["violations_seen"]]
    if bad:
        lines.append(f"Violated: {', '.join(bad)}. See Checks.")
    return lines


def make(folder: pathlib.Path | str) -> str:
    """The text of the page of a run's folder."""
    run = Run(folder)
    wave = waves.read(run)
    return render("run.html", run=run, results=run.json, provenance=provenance.line(run.json.get("provenance", {})),
                  number=numbers_of(run.json), warnings=warnings(run), times=times, machines=machines,
                  wave=wave, machine=drawings("machine", [("", scene.of_run(run))]), arrived=wave is not None and waves.arrived(run, wave),
                  cells=line_units(run.json) == ["cells"],
                  wave_data=data("waves-data", wave) if wave else "")
