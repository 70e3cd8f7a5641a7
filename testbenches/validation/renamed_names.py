"""Names of earlier versions: old experiments, command lines and results give the same numbers.

Each use is reported with the present name.
"""
import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import warnings

from common import NICLAB, ROOT, bytes_of, check_all, named, niclab

os.environ["NICLAB_PROGRAM"] = NICLAB
from niclab import renamed

HERE = pathlib.Path(__file__).resolve().parent / "renamed"
EXPERIMENTS = {"atm": 0, "ethernet": 0, "coarse": 0, "segment": 0, "connections": 1}  # and the exit code of its run
ENDING = f", the old name works until version {renamed.UNTIL}"
WARNING = re.compile(r"[\w.-]+:\d+:\d+: [\w.]+: (value \"(?P<old>\w+)\" )?renamed; expected \"?(?P<new>\w+)\"?" + re.escape(ENDING))
PRESENT_ONLY = ("provenance", "speed", "niclab", "schema_version", "counter_definitions", "answer")  # or worded differently
found: dict[str, set[str]] = {}  # present names that the warnings of an experiment name


def warned(text):
    """The present names in the warnings on standard error, which else has only notes on a run."""
    notes = ("results of another niclab", "niclab run: Run ")
    lines = [line for line in text.splitlines() if not any(note in line for note in notes)]
    assert len(lines) == len(set(lines)), text
    matched = [WARNING.fullmatch(line) for line in lines]
    assert all(matched), text
    return {match["new"] for match in matched if match}


def old_experiment(name, folder):
    """The same bytes in every file as with present names, but for the provenance."""
    written = []
    for names in ("old", "new"):
        out = folder / name / names
        done = niclab("run", f"{name}.toml", "--quiet", "--out", out, cwd=HERE / names, expect=EXPERIMENTS[name])
        written.append(bytes_of(out))
        warnings = warned(done.stderr)
        if names == "old":
            found[name] = warnings
        else:
            assert not warnings, done.stderr
    old, new = written
    differ = [file for file in {*old, *new} if old.get(file) != new.get(file)]
    assert old and not differ, differ


def the_files_use_every_old_key_and_value(_):
    wanted = {name.new for name in renamed.names() if name.kind == "key" or name.kind == "value" and not name.where.startswith("-")}
    assert set().union(*found.values()) == wanted, (set().union(*found.values()) ^ wanted)


def unpacked(name, folder):
    """What an earlier version left of a run."""
    run = folder / "results" / name
    if not run.exists():
        shutil.copytree(HERE / "results" / name, run)
        (run / "results.json").write_bytes(gzip.decompress((run / "results.json.gz").read_bytes()))
    return run


def same_numbers(old, new, place="results.json"):
    """Whatever `old` has is in `new`; texts for people may have other words."""
    if isinstance(old, dict):
        assert isinstance(new, dict) and old.keys() <= new.keys(), (place, old.keys() - new.keys())
        for name, below in old.items():
            same_numbers(below, new[name], f"{place}.{name}")
    elif isinstance(old, list):
        assert len(old) == len(new), place
        for number, (a, b) in enumerate(zip(old, new)):
            same_numbers(a, b, f"{place}.{number}")
    elif not isinstance(old, str):
        assert old == new, (place, old, new)


def old_results(name, folder):
    """niclab run of results.json repeats its run; readers see present names."""
    before = unpacked(name, folder)
    out = folder / "again" / name
    done = niclab("run", before / "results.json", "--quiet", "--out", out, cwd=folder, expect=EXPERIMENTS[name])
    assert warned(done.stderr) == found[name], done.stderr
    old, new = (renamed.upgrade(json.loads((run / "results.json").read_text())) for run in (before, out))
    assert old["schema_version"] == new["schema_version"] == renamed.SCHEMA
    for flow in old["config"].get("flow", {}).values():
        if flow.get("kind") in ("saturated", "perform3"):
            flow.pop("interval", None)  # without an effect on these kinds, and no longer among their keys
    same_numbers(*({key: part for key, part in results.items() if key not in PRESENT_ONLY} for results in (old, new)))


def old_names_of_results_are_all_known(folder):
    """No old name of a stage, event, counter or key is left in what was read."""
    old = {name.old for name in renamed.names() if name.kind in ("stage", "event", "counter", "result")} - {"links", "taken"}
    for name in EXPERIMENTS:
        results = renamed.upgrade(json.loads((unpacked(name, folder) / "results.json").read_text()))
        text = json.dumps({key: part for key, part in results.items() if key not in ("provenance", "answer", "counter_definitions")})
        left = sorted(word for word in old if re.search(rf'"([\w.]+\.)?{word}"', text))
        assert not left, (name, left)


def the_option(folder):
    """--links and its values are accepted, not shown, and do the same."""
    written = []
    for number, words in enumerate((["--fidelity", "signal"], ["--links", "pins"], ["--links=pins"])):
        out = folder / f"option{number}"
        done = niclab("run", "transmit", "--runs", "1", *words, "--quiet", "--out", out, cwd=folder)
        assert done.stderr == (f"--links: renamed; expected --fidelity signal{ENDING}\n" if number else ""), done.stderr
        assert json.loads((out / "results.json").read_text())["provenance"]["fidelity"] == "signal"
        written.append(bytes_of(out))
    assert written[0] == written[1] == written[2]
    assert "--links" not in niclab("run", "--help").stdout
    assert "transaction" in niclab("run", "transmit", "--links", "neither", expect=2).stderr


def command_lines(folder):
    done = niclab("explain", "transmit", "--set", "line.to_server.light_off_for=1 us", cwd=folder)
    assert done.stderr == f"--set:1:16: line.to_server.light_off_for: renamed; expected light_off_duration{ENDING}\n", done.stderr
    assert json.loads(done.stdout)["config"]["line"]["to_server"]["light_off_duration"] == "1 us"
    listing = folder / "points.csv"
    listing.write_text("client.pci.wrong_parity\n0\n")
    for words, column in ((["--vary", "line.to_server.light_off_for=0 ns,30 us"], "line.to_server.light_off_duration"),
                          (["--list", listing], "client.pci.parity_error_phase")):
        out = folder / f"sweep-{column}"
        done = niclab("sweep", "transmit", *words, "--runs", "1", "--quiet", "--out", out, cwd=folder)
        assert done.stderr.count("renamed; expected") == 1 and ENDING in done.stderr, done.stderr
        assert (out / "sweep.csv").read_text().split(",")[0] == column


def unknown_names_are_still_guessed(folder):
    for setting, guess in (("line.to_server.light_of_from=1 us", "light_off_start"), ("client.pci.parity_error_fase=1", "parity_error_phase"),
                           ("nic.sar.tx_fifo_cels=1", "tx_fifo_cells")):
        said = niclab("run", "transmit", "--set", setting, cwd=folder, expect=2).stderr
        assert "unknown key" in said and guess in said and said.count("\n") == 1, said


def both_names_are_refused(folder):
    file = folder / "both.toml"
    file.write_text('[line.to_server]\nlight_off_for = "1 us"\nlight_off_duration = "2 us"\n')
    said = niclab("run", file, cwd=folder, expect=2).stderr
    assert said == f"{file}:2:1: line.to_server.light_off_for: old name of light_off_duration, which is there as well; " \
                   "expected light_off_duration alone\n", said


def python_reads_old_folders(folder):
    try:
        import pandas  # noqa: F401
    except ModuleNotFoundError:
        return print("without pandas: not tested")
    import niclab as package
    from niclab.results import load
    run = package.load(unpacked("ethernet", folder))
    assert {"software_send", "software_receive"} <= set(run.stages["name"]) and {"doorbell_us", "send_call_us"} <= set(run.packets)
    assert not any(name.endswith((".halves", "not_for_us")) for name in run.counters.index)
    assert run.config["host.ann.nic.etherlink.transfer"] == "dma" and run.config["host.ben.nic.etherlink.transfer"] == "pio"
    points = load(HERE / "results/sweep")
    assert {"line.to_server.light_off_duration", "software_send_client_to_server_us", "interrupts_per_packet", "pareto"} <= set(points), list(points)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        package.run("transmit", runs=1, set={"line.to_server.light_off_for": "1 us"}, out=folder / "api", quiet=True)
    assert [w.category for w in caught] == [renamed.RenamedWarning] and "light_off_duration" in str(caught[0].message), caught


def pages_of_old_folders(folder):
    """The report reads what an earlier version left."""
    for name in ("ethernet", "coarse", "segment"):
        page = folder / f"{name}.html"
        done = subprocess.run([sys.executable, "-m", "niclab.tools", "report", "--results", unpacked(name, folder), "--html", page],
                              env={**os.environ, "PYTHONPATH": str(ROOT / "scripts")}, capture_output=True, text=True)
        assert done.returncode == 0 and page.stat().st_size > 10_000, done.stderr


with tempfile.TemporaryDirectory() as temporary:
    check_all([*(named(f"old_experiment_{name}", old_experiment, name) for name in EXPERIMENTS), the_files_use_every_old_key_and_value,
               *(named(f"old_results_{name}", old_results, name) for name in EXPERIMENTS), old_names_of_results_are_all_known,
               the_option, command_lines, unknown_names_are_still_guessed, both_names_are_refused, python_reads_old_folders,
               pages_of_old_folders], pathlib.Path(temporary))
