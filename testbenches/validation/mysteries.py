"""Mysteries: no file that a student gets says what is hidden, answers are judged, and every fault
of the catalogue shows and can be distinguished from the others.

With --long all faults, else some.
"""
import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import statistics
import sys
import tempfile

from common import NICLAB, check_all, niclab

os.environ["NICLAB_PROGRAM"] = NICLAB
from niclab.tools.mystery import compare, draw, faults, given

LONG = "--long" in sys.argv
SEEDS = (1, 2, 3) if LONG else (1, 2)
FEW = ("fifo_depth", "slow_reads", "slow_writes", "clocks_apart", "one_header_bit", "wrong_parity", "polling_driver")
APART = 4.0  # times the deviation over seeds
HIDDEN_SEEDS = range(0, 12) if LONG else (0, 3, 5)


def mystery(folder, seed):
    out = pathlib.Path(folder) / f"seed{seed}"
    niclab("mystery", seed, "--out", out)
    return out, draw.drawn(seed).hidden


def searched(path):
    """A file's text, also between the octets of a capture."""
    return path.read_bytes().decode("latin-1")


def tells(text, hidden, healthy):
    """What a file says of what is hidden, or nothing. A healthy bench may name keys, but with its
    own values only.
    """
    words = [hidden.fault.id, *hidden.settings, *(s.split("=")[0] for s in hidden.settings)]
    if not healthy:
        words += [key.split("=")[0].rsplit(".", 1)[-1] for key in hidden.settings]
        words += [f"{hidden.value:g} {hidden.fault.unit}"] if hidden.value is not None else []
    return [word for word in words if word in text and re.search(rf"(?<![\w.]){re.escape(word)}(?![\w.])", text)]  # the first is quick


def twin(path):
    """The same file of the healthy bench."""
    return pathlib.Path(*(given.HEALTHY if part == given.FAULTY else part for part in path.parts))


def nothing_is_told():
    for seed in HIDDEN_SEEDS:
        with tempfile.TemporaryDirectory() as folder:
            out, hidden = mystery(folder, seed)
            files = [p for p in out.rglob("*") if p.is_file()]
            assert len(files) == 3 + 2 + 2 * 2 * (3 + len(given.INSTRUMENTS)), files
            for path in files:
                healthy = given.HEALTHY in path.parts
                found = set(tells(searched(path), hidden, healthy))
                if given.FAULTY in path.parts:  # a column's name that is in the healthy twin as well says nothing
                    found -= set(tells(searched(twin(path)), hidden, False))
                assert not found, f"seed {seed}: {path.relative_to(out)} says {found}"
            keys = [sorted(json.loads((out / side / "alone/measured.json").read_text())) for side in (given.HEALTHY, given.FAULTY)]
            assert keys[0] == keys[1], "what is written differs"


def the_search_finds_what_is_there():
    hidden = draw.drawn(draw.WARM_UP).hidden
    with tempfile.TemporaryDirectory() as folder:
        compare.bench.simulate(compare.bench.PHASES[0], 1, hidden.settings, pathlib.Path(folder))
        assert tells((pathlib.Path(folder) / "results.json").read_text(), hidden, False), "results.json holds the keys"


def other_commands_know_nothing_either():
    with tempfile.TemporaryDirectory() as folder:
        out, _ = mystery(folder, 3)
        for command in ("explain", "run"):
            said = niclab(command, out / "faulty/alone/measured.json", expect=2).stderr
            assert "measured.json" in said and said.count("\n") == 1
        again = pathlib.Path(folder) / "again"
        niclab("mystery", 3, "--out", again)
        for path in (p for p in out.rglob("*") if p.is_file()):
            assert path.read_bytes() == (again / path.relative_to(out)).read_bytes(), f"{path.name} differs in the second making"
        assert "exists already" in niclab("mystery", 3, "--out", again, expect=2).stderr
        niclab("run", out / "healthy/alone.toml", "--out", pathlib.Path(folder) / "healthy")


def paper(folder, file, seed, **answers):
    path = pathlib.Path(folder) / file
    path.write_text(f"mystery = {seed}\n[answers]\n" + "".join(f'{key} = "{value}"\n' for key, value in answers.items()))
    return path


def answers_are_judged():
    """The fault that everybody gets: a slow memory of the client, reads, 30 clocks."""
    place, reads = "host memory", "late first data of reads"
    with tempfile.TemporaryDirectory() as folder:
        right = paper(folder, "a.toml", 0, side="client", place=place, kind=reads, value="26 clocks", evidence="alone client.pci.TRDY_n 645.4 us")
        wrong = paper(folder, "b.toml", 0, side="server", place="receiving engine", kind="slow decision", value="45 clocks", evidence="alone server.pci.CLK 700 us")
        size = paper(folder, "c.toml", 0, side="client", place=place, kind=reads, value="12 clocks")
        there = paper(folder, "d.toml", 0, side="both", place=place, kind=reads)
        assert "10 of 10 points" in niclab("mystery", "check", 0, right).stdout
        said = niclab("mystery", "check", 0, wrong, expect=1).stdout
        assert "0 of 10" in said and re.search(r"kind: .*, no: with that, alone: pci_access_tx client_to_server \(us\) would be 0\.2\d+; here it is 1\.06", said), said
        said = niclab("mystery", "check", 0, size, expect=1).stdout
        assert "6 of 10" in said and re.search(r"value: 12 clocks, no: with that, .* would be 0\.5\d*; here it is 1\.06", said), said
        assert "side: both, no: a fault of that kind is on client or server" in niclab("mystery", "check", 0, there, expect=1).stdout
        last = niclab("mystery", "check", 0, right, wrong, size, expect=1).stdout.strip().split("\n")[-1]
        assert [one["points"] for one in json.loads(last)["class"]] == [10, 0, 6]


def refused():
    with tempfile.TemporaryDirectory() as folder:
        for answers, why in (({"kind": "slow"}, "without a place"), ({"place": "line", "kind": "slow decision"}, "expected one of: "),
                             ({"place": "line", "kind": "longer fiber", "value": "3 us"}, "expected a number of km"),
                             ({"place": "PHY", "kind": "receive FIFO of one cell", "value": "3 cells"}, "a kind without a value"),
                             ({"evidence": "alone client.pci.TRDY_n 5 us"}, "outside the waveform")):
            said = niclab("mystery", "check", 0, paper(folder, "e.toml", 0, **answers), expect=2).stderr
            assert why in said and "e.toml:" in said and said.count("\n") == 1, said
        assert "not a seed" in niclab("mystery", "seven", expect=2).stderr
        assert not list(pathlib.Path(folder).glob("mystery*"))


def observed():
    """Benches by (fault, value), each over the seeds: at the ends and in the middle of its values."""
    settings = {("healthy", None): ()}
    for fault in faults.faults():
        if LONG or fault.id in FEW:
            values = sorted({fault.values[0], fault.middle, fault.values[-1]} if LONG else {fault.values[0]}) if fault.values else [None]
            settings |= {(fault.id, value): faults.Hidden(fault, fault.possible_sides[0], value).settings for value in values}
    jobs = list(itertools.product(settings, SEEDS))
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        found = list(pool.map(lambda job: compare.observe(job[1], settings[job[0]]), jobs))
    return {bench: [f for (of, _), f in zip(jobs, found) if of == bench] for bench in settings}


def every_fault_shows_and_is_like_no_other():
    """The clearest number between any two differs by more than the seeds' spread; so do two values
    of one fault that are further apart than an answer may be.
    """
    benches = observed()
    spreads = {bench: compare.spread(several) for bench, several in benches.items()}
    means = {bench: {name: statistics.fmean(one.get(name, 0.0) for one in several) for name in set().union(*several)} for bench, several in benches.items()}
    found = []
    for one, other in itertools.combinations(benches, 2):
        if one[0] == other[0] and next(f for f in faults.faults() if f.id == one[0]).near(other[1], one[1]):
            continue  # either is right where the other is hidden
        clearest = compare.differences(means[one], means[other], [spreads[one], spreads[other], spreads["healthy", None]])[0]
        found.append((clearest.times, one, other, clearest.name))
    found.sort()
    print(f"{len(found)} pairs of {len(benches)} benches over {len(SEEDS)} seeds, the nearest:", *found[:5], sep="\n  ")
    near = [pair for pair in found if pair[0] < APART]
    assert not near, near


check_all((nothing_is_told, the_search_finds_what_is_there, other_commands_know_nothing_either, answers_are_judged, refused,
           every_fault_shows_and_is_like_no_other))
