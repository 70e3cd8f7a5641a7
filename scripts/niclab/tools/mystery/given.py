"""The folder that a student gets: a healthy bench with its data sheet, and the faulty one as
instruments show it.
"""
import json
import pathlib
import tempfile

from niclab import files
from niclab.errors import WrongInput
from niclab.tools.lesson import answers
from niclab.tools.mystery import bench, measured
from niclab.tools.mystery.draw import Mystery
from niclab.tools.mystery.sheet import WORDS, sheet_of

INSTRUMENTS = ("waveform.vcd", "capture.pcapng")
HEALTHY, FAULTY = "healthy", "faulty"

README = """\
# Mystery {seed}

Two hosts, two cards, a fiber. One thing is wrong: a part, a parameter, or an accident on the line. Find it with instruments.

| | |
|---|---|
| `stages.csv` | each stage of a packet's life, healthy and faulty beside each other: begin here |
| `healthy/PHASE.toml` | the healthy bench, an experiment: run it, change keys, see whether it becomes like the faulty one |
| `healthy/PHASE`, `faulty/PHASE` | what instruments saw |

{phases}
| of each phase | |
|---|---|
| `pdus.csv` | each packet with its moments, in ns since its run's begin; everything else counts from the begin of the simulation (`runs_begin_us` in `measured.json`) |
| `pci.csv` | each PCI transaction, split into arbitration, acquisition, target and wait clocks |
| `measured.json` | stages, throughput, ledger, interrupts and CPU time of the hosts, account of the buses, checks, alarms |
| `capture.pcapng` | cells off the fiber and behind the PHY, PDUs, packets, for Wireshark |
| `waveform.vcd` | all pins for some milliseconds, for GTKWave |

Ask in this order: which stage moved, which did not? In one direction or both? The first packet or every one? Small and large ones alike? Last of
all look at the pins.

    {words}                 # the places and kinds that there are
    niclab mystery check {seed} {answer_file}

Write your answer into `{answer_file}`.
"""


def refuse(out: pathlib.Path) -> None:
    """What somebody has begun is not overwritten."""
    if out.exists():
        raise WrongInput(f"--out {out}: exists already; expected a new folder")


def record(mystery: Mystery, out: pathlib.Path) -> None:
    """Both benches in both phases. What a run leaves besides goes away with the temporary folder."""
    for name, settings in ((HEALTHY, ()), (FAULTY, mystery.hidden.settings)):
        for phase in bench.PHASES:
            with tempfile.TemporaryDirectory(prefix="niclab_mystery_") as temporary:
                run = pathlib.Path(temporary) / phase.name
                bench.simulate(phase, mystery.bench_seed, settings, run, bench.instruments(phase, run))
                measured.keep(run, out / name / phase.name, INSTRUMENTS)


def stages_csv(out: pathlib.Path) -> str:
    """Microseconds: mean, and the 5th and 95th percentile."""
    text = "phase,stage,direction," + ",".join(f"{bench}_{stat}_us" for stat in ("avg", "p05", "p95") for bench in (HEALTHY, FAULTY)) + "\n"
    for phase in bench.PHASES:
        found = [{(s["name"], s["direction"]): s for s in json.loads((out / name / phase.name / "measured.json").read_text())["stages"]}
                 for name in (HEALTHY, FAULTY)]
        for stage in found[0]:
            both = [one.get(stage, {}) for one in found]
            text += ",".join([phase.name, *stage, *(f"{one[stat]:.3f}" if one.get("count") else "" for stat in ("avg", "p05", "p95") for one in both)]) + "\n"
    return text


def make(mystery: Mystery, out: pathlib.Path) -> None:
    """All of it, or nothing: the folder appears when it is complete."""
    refuse(out)
    sheet = sheet_of(mystery.seed)
    phases = "\n".join(f"Phase `{p.name}`: {p.what}; the waveform is {p.window_us[0]} to {p.window_us[1]} us of simulated time.\n" for p in bench.PHASES)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}.", dir=out.parent) as beside:
        whole = pathlib.Path(beside) / out.name
        record(mystery, whole)
        for phase in bench.PHASES:
            files.write(whole / HEALTHY / f"{phase.name}.toml", bench.experiment(phase, mystery.bench_seed))
        files.write(whole / "stages.csv", stages_csv(whole))
        files.write(whole / "README.md", README.format(seed=mystery.seed, phases=phases, words=WORDS, answer_file=sheet.answer_file))
        files.write(whole / sheet.answer_file, answers.template(sheet))
        whole.rename(out)
