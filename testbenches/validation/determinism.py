"""The same experiment and seed give the same bytes; another seed gives others."""
import json
import pathlib
import re
import tempfile

from common import run

with tempfile.TemporaryDirectory() as temporary:
    folders = [pathlib.Path(temporary) / name for name in ("a", "b", "c")]
    for folder, seed in zip(folders, (5, 5, 6)):
        run("echo", "--runs", "2", "--seed", seed, "--vcd", folder / "w.vcd", "--pcap", folder / "c.pcapng", folder=folder) \
            if folder.mkdir() is None else None
    a, b, c = folders
    for name in ("pdus.csv", "pci.csv", "w.vcd", "c.pcapng", "w.gtkw"):
        assert (a / name).read_bytes() == (b / name).read_bytes(), name
    results = [json.loads((folder / "results.json").read_text()) for folder in folders]
    for r in results:
        assert r.pop("provenance")["wall_s"] > 0 and r["speed"]["simulated_us"] > 0
    assert results[0] == results[1]
    assert list(results[0]) == list(results[1])
    assert (a / "pdus.csv").read_bytes() != (c / "pdus.csv").read_bytes()
    summaries = [re.sub(r"^made by: .*\n", "", (folder / "summary.txt").read_text(), flags=re.M) for folder in (a, b)]
    assert summaries[0] == summaries[1]
    print("identical:", (a / "w.vcd").stat().st_size, "octets of waveform")
