"""A line of 622.08 Mb/s: its cell rate, what limits a stream over it, and what the card has to bring."""
import json
import pathlib
import tempfile

from common import ROOT, cells, check_all, niclab, run, settings

EXPERIMENT = ROOT / "testbenches/experiments/sts12c.toml"
SLOT_US = 53 / (1040 * 9) * 125     # 1 412 830 cells a second
PAYLOAD_MBPS = 1500 * 8 / (32 * SLOT_US)
OVERHEAD_ERRORS = ("b1_errors", "b2_errors", "b3_errors", "hcs_dropped", "hcs_corrected", "rx_out_of_frame")


def stream(*arguments, **keys):
    results, rows = run("sts12c", *arguments, *settings(**keys))
    assert all(row["status"] == "ok" for row in rows)
    assert all(check["violations_seen"] == 0 and check["checked"] > 0 for check in results["checks"].values())
    for line in cells(results):
        assert line["balances"] and line["sent"] == line["delivered"] and line["in_flight"] == 0
    for side in ("client", "server"):
        assert all(results["counters"][f"{side}.nic.phy.{name}"] == 0 for name in OVERHEAD_ERRORS)
    return results


def throughput(results):
    return {direction: value["mbps"] for direction, value in results["throughput"].items()}


def cell_rate():
    """Every slot of the line is a cell, idle ones included: 1040 columns of 9 rows in 125 us."""
    results = stream(line__clock_tolerance_ppm=0, workload__count=300)
    us = results["speed"]["simulated_us"]
    for side in ("client", "server"):
        of = {name: results["counters"][f"{side}.nic.phy.{name}"] for name in ("tx_cells", "tx_idle_cells", "tx_frames")}
        sent, frames = of["tx_cells"] + of["tx_idle_cells"], of["tx_frames"]
        print(side, "cells", sent, "in frames", frames, "whole slots", frames * 125 / SLOT_US)
        assert abs(frames - us / 125) <= 2  # the phases are drawn: each clock stops for up to a frame
        assert (frames - 1) * 125 / SLOT_US - 1 <= sent <= frames * 125 / SLOT_US + 1


def one_way_the_line_is_the_bottleneck():
    results = stream(run__both_directions="false")
    spacing = results["cell_spacing"]["client_to_server"]
    print("one way", spacing, throughput(results))
    assert abs(spacing["mean"] / SLOT_US - 1) < 0.001 and spacing["null_cells_inside_pdus"] <= 2
    assert 0.97 < throughput(results)["client_to_server"] / PAYLOAD_MBPS <= 1


def both_ways_the_sram_is():
    """One SRAM for both directions: at 66 MHz it is too slow for both, at 133 MHz the line is the
    bottleneck again.
    """
    slow = stream()
    fast = stream(nic__sar__clock='"133 MHz"')
    print("both ways", throughput(slow), throughput(fast))
    for direction in ("client_to_server", "server_to_client"):
        assert 0.65 < throughput(slow)[direction] / PAYLOAD_MBPS < 0.90
        assert 0.97 < throughput(fast)[direction] / PAYLOAD_MBPS <= 1
        assert slow["cell_spacing"][direction]["null_cells_inside_pdus"] > 100
        assert fast["cell_spacing"][direction]["null_cells_inside_pdus"] <= 10
    waits = [r["counters"]["client.nic.sar.sram_receive_waits"] for r in (slow, fast)]
    assert waits[0] > 2 * waits[1], waits
    assert all(account["utilisation"]["value"] < 0.4 for r in (slow, fast) for account in r["pci"].values())


def a_narrow_bus_is_said_and_is_slow():
    with tempfile.TemporaryDirectory() as folder:
        done = niclab("run", EXPERIMENT, "--out", folder,
                      *settings(pci__width=32, nic__pci__width=32, pci__clock='"33 MHz"', nic__sar__clock='"133 MHz"'))
        for side in ("client", "server"):
            assert f"Note: {side}: PCI of 32 bits at 33 MHz cannot carry" in done.stdout + done.stderr, done.stderr
        results = json.loads((pathlib.Path(folder) / "results.json").read_text())
    print("33 MHz, 32 bit", throughput(results))
    assert all(value < 0.75 * PAYLOAD_MBPS for value in throughput(results).values())


def waveform_and_captures():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        plain = run("sts12c", *settings(workload__count=4))[1]
        results, rows = run("sts12c", "--vcd", folder / "a.vcd", "--pcap", folder / "a.pcapng", "--pcap-taps",
                            "cells,pdus,line_cells,frames", *settings(workload__count=4))
        assert rows == plain, "who watches changes nothing"
        slower = settings(workload__count=2, pci__clock='"33 MHz"')
        run("sts12c", "--vcd", folder / "b.vcd", *slower)
        niclab("check", folder / "b.vcd")
        edges, octet, mark, names = line_octets(folder / "a.vcd")
        at = [i for i, m in enumerate(mark) if m]
        assert names == 2 and edges > 50_000 and len(at) >= 5
        distances = [b - a for a, b in zip(at, at[1:])]  # but for the clock's pause that draws a new phase
        assert distances.count(9720) == len(distances) - 1, at
        assert all(octet[i:i + 24] == [0xF6] * 12 + [0x28] * 12 for i in at[:-1])
        assert (folder / "a.pcapng").stat().st_size > 100_000


def line_octets(path):
    """What the client launches, an octet each 12.86 ns, sampled in the middle between changes."""
    codes, now, levels, changes, octet, mark, edge = {}, 0, {}, 0, [], [], None
    step = 1e6 / 77.76
    scope = []
    for text in path.open():
        words = text.split()
        if text.startswith("$scope"):
            scope.append(words[2])
        elif text.startswith("$upscope"):
            scope.pop()
        elif text.startswith("$var") and ".".join(scope) == "client.nic.phy" and words[4].split("[")[0] in ("TxOctet", "TxFrame"):
            codes[words[3]] = words[4].split("[")[0]
        elif text.startswith("#"):
            now = int(text[1:])
            if edge is not None:
                while edge + step / 2 < now:
                    octet.append(levels.get("TxOctet", 0)), mark.append(levels.get("TxFrame", 0))
                    edge += step
        elif text[0] == "b" and words[1] in codes:
            levels[codes[words[1]]] = int(words[0][1:].replace("x", "0").replace("z", "0"), 2)
        elif text[0] in "01" and text[1:].strip() in codes:
            name = codes[text[1:].strip()]
            levels[name] = int(text[0])
            if name == "TxFrame" and levels[name]:
                edge = now  # each frame brings the sampling back to the sender's clock
        changes += 1
    return changes, octet, mark, len(set(codes.values()))


def what_cannot_work_is_refused():
    eight = settings(nic__utopia__width=8, nic__utopia__clock='"25 MHz"')
    for words, parts in ((eight, ("nic.utopia.width = 8 on the card of client", "expected width 16")),
                         (settings(server__nic__utopia__width=8, server__nic__utopia__clock='"25 MHz"'), ("on the card of server",)),
                         (settings(nic__utopia__clock='"38.1 MHz"'), ("nic.utopia.clock = 38.1 MHz", "expected 38.2 to 50 MHz")),
                         (settings(nic__utopia__clock='"0 MHz"'), ("nic.utopia.clock = the line's",)),
                         (settings(line__rate='"622 Mb/s"'), ("expected one of 155.52 Mb/s, 622.08 Mb/s", 'did you mean "622.08 Mb/s"'))):
        done = niclab("run", EXPERIMENT, *words, expect=2)
        assert len(done.stderr.strip().splitlines()) == 1 and all(part in done.stderr for part in ("line.rate", *parts)), done.stderr
    stream(nic__utopia__clock='"38.2 MHz"', workload__count=10)


check_all((cell_rate, one_way_the_line_is_the_bottleneck, both_ways_the_sram_is, a_narrow_bus_is_said_and_is_slow, waveform_and_captures,
           what_cannot_work_is_refused))
