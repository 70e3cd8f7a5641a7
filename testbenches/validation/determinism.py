"""The same experiment and seed give the same bytes; another seed gives others."""
import json
import pathlib
import re
import tempfile

from common import check_all, run


def results(folder):
    """Without what differs by design between equal runs."""
    found = json.loads((folder / "results.json").read_text())
    assert found.pop("provenance")["wall_s"] > 0 and found["speed"]["simulated_us"] > 0
    return found


def summary(folder):
    return re.sub(r"^made by: .*\n", "", (folder / "summary.txt").read_text(), flags=re.M)


def files_are_the_same(a, b, _):
    for name in ("pdus.csv", "pci.csv", "w.vcd", "c.pcapng", "w.gtkw"):
        assert (a / name).read_bytes() == (b / name).read_bytes(), name
    print("identical:", (a / "w.vcd").stat().st_size, "octets of waveform")


def results_are_the_same(a, b, c):
    first, second, _ = map(results, (a, b, c))
    assert first == second
    assert list(first) == list(second)


def summaries_are_the_same(a, b, _):
    assert summary(a) == summary(b)


def another_seed_differs(a, _, c):
    assert (a / "pdus.csv").read_bytes() != (c / "pdus.csv").read_bytes()


with tempfile.TemporaryDirectory() as temporary:
    folders = [pathlib.Path(temporary) / name for name in ("a", "b", "c")]
    for folder, seed in zip(folders, (5, 5, 6)):
        folder.mkdir()
        run("echo", "--runs", "2", "--seed", seed, "--vcd", folder / "w.vcd", "--pcap", folder / "c.pcapng", folder=folder)
    check_all((files_are_the_same, results_are_the_same, summaries_are_the_same, another_seed_differs), *folders)
