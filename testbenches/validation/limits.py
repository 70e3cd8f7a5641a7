"""What limits a throughput at the coarse level: twenty-eight set-ups with a limit that is known
from their construction. Each limit is named, and removed by changing it alone.
"""
import html
import json
import pathlib
import re
import statistics
import tempfile

import page_checks
from common import check_all, named, niclab, settings

TWO = """
[run]
level = "coarse"
duration = "{duration}"
[defaults.host]
software = "solaris25"
[[host]]
name = "a"
[[host]]
name = "b"
[[flow]]
name = "f"
from = "a"
to = "b"
kind = "{kind}"
"""
FIBER = TWO + """
[[link]]
ends = ["a", "b"]
delay = "15 us"
[[vc]]
name = "v"
path = ["a", "b"]
"""
SWITCHED = TWO + """
[[switch]]
name = "s"
[[link]]
name = "in"
ends = ["a", "s:1"]
[[link]]
name = "out"
ends = ["s:2", "b"]
[[vc]]
name = "v"
path = ["a", "s:1", "s:2", "b"]
"""
# A second sender with a larger window fills the line that both share.
SHARED = SWITCHED + """
[[host]]
name = "c"
[[link]]
name = "beside"
ends = ["c", "s:3"]
[[vc]]
name = "w"
path = ["c", "s:3", "s:2", "b"]
[[flow]]
name = "other"
from = "c"
to = "b"
kind = "{kind}"
socket_buffer = 65535
"""
# What is set, the limit (kind, place, a word of the sentence), the
# change that removes it. No change: the line itself would have to change.
STREAM, DATAGRAMS = "tcp_stream", "udp_stream"
CASES = {
    "line": (FIBER, STREAM, {}, ("line", "a to b", "busy"), {"link.link0.rate": '"599.04 Mb/s"'}),
    "window": (FIBER, STREAM, {"link.link0.delay": '"5 ms"', "flow.f.socket_buffer": 16384}, ("window", "", "16384 octets"),
               {"flow.f.socket_buffer": 65535}),
    "sending_program": (FIBER, STREAM, {"host.a.costs.send_octet_ns": 120}, ("cpu", "a", "in programs"), {"host.a.costs.send_octet_ns": 60}),
    "receiving_program": (FIBER, STREAM, {"host.b.costs.receive_octet_ns": 200}, ("cpu", "b", "busy"), {"host.b.costs.receive_octet_ns": 90}),
    "interrupts": (FIBER, DATAGRAMS, {"flow.f.message": 64, "host.b.costs.driver_us": 60, "host.a.costs.call_us": 10},
                   ("cpu", "b", "in interrupts"), {"host.b.costs.driver_us": 6}),
    "card": (FIBER, STREAM, {"host.a.nic.pdu_gap_us": 400}, ("card", "a", "busy"), {"host.a.nic.pdu_gap_us": 40}),
    "peak_cell_rate": (FIBER, STREAM, {"vc.v.peak_cell_rate": '"30 Mb/s"', "host.a.nic.shaped_gap_us": 0, "host.b.nic.shaped_gap_us": 0},
                       ("peak_cell_rate", "v", "used"), {"vc.v.peak_cell_rate": '"60 Mb/s"'}),
    "policer": (SWITCHED, STREAM, {"vc.v.police": '"30 Mb/s"', "vc.v.police_tolerance": '"3 ms"'}, ("policer", "policing", "polices"), {"vc.v.police": '"0 b/s"'}),
    "bit_errors": (FIBER, STREAM, {"link.link0.delay": '"1 ms"', "link.link0.to_b.cell_loss": 1e-4}, ("loss", "line_error", "sent again"),
                   {"link.link0.to_b.cell_loss": 0}),
    "slow_line_behind_a_switch": (SWITCHED, STREAM, {"link.out.rate": '"20 Mb/s"', "switch.s.queue_cells": 4096}, ("line", "s:2 to b", "busy"),
                                  {"link.out.rate": '"60 Mb/s"'}),
    "small_queue": (SWITCHED, STREAM, {"link.out.rate": '"100 Mb/s"', "link.out.delay": '"2 ms"', "switch.s.queue_cells": 100},
                    ("loss", "switch_queue", "sent again"), {"switch.s.queue_cells": 20000}),
    "slow_start": (FIBER, "ttcp", {"link.link0.delay": '"20 ms"', "flow.f.octets": 200000, "flow.f.socket_buffer": 262144,
                                   "host.a.tcp.window_scale": "true", "host.b.tcp.window_scale": "true"},
                   ("congestion_window", "", "slow start"), {"host.a.tcp.initial_window": 16}),
    "program": (FIBER, DATAGRAMS, {"flow.f.interval": '"1 ms"'}, ("program", "", "no faster"), {"flow.f.interval": '"500 us"'}),
    "encoder": (FIBER, "video", {"flow.f.frame": 20000, "flow.f.encode_us": 50000}, ("cpu", "a", "in programs"), {"flow.f.encode_us": 25000}),
    "frames": (FIBER, "video", {"flow.f.frame": 20000}, ("program", "", "no faster"), {"flow.f.frames_per_second": 50}),
    # Datagrams as fast as the sockets take them, from a CPU that costs no time: the card holds
    # hundreds that wait for the line.
    "free_sender": (FIBER, DATAGRAMS, {"flow.f.message": 9000}, ("line", "a to b", "busy"), {"link.link0.rate": '"599.04 Mb/s"'}),
    "slow_line_with_queues_of_connections": (SWITCHED, STREAM, {"switch.s.queues": "vc", "link.out.rate": '"20 Mb/s"', "switch.s.queue_cells": 4096},
                                             ("line", "s:2 to b", "busy"), {"link.out.rate": '"60 Mb/s"'}),
    "small_queue_of_a_connection": (SWITCHED, STREAM, {"switch.s.queues": "vc", "link.out.rate": '"100 Mb/s"', "link.out.delay": '"2 ms"',
                                                       "switch.s.queue_cells": 100}, ("loss", "switch_queue", "sent again"), {"switch.s.queue_cells": 20000}),
    "slow_reader_of_datagrams": (FIBER, DATAGRAMS, {"flow.f.message": 8000, "host.b.costs.receive_octet_ns": 200, "host.a.costs.send_octet_ns": 60},
                                 ("cpu", "b", "busy"), {"host.b.costs.receive_octet_ns": 80}),
    "policer_before_early_discard": (SWITCHED, STREAM, {"vc.v.police": '"30 Mb/s"', "vc.v.police_tolerance": '"3 ms"', "switch.s.epd_cells": 100},
                                     ("policer", "policing", "polices"), {"vc.v.police": '"0 b/s"'}),
    "half_the_packets_lost": (FIBER, STREAM, {"link.link0.to_b.cell_loss": 3.6e-3}, ("loss", "line_error", "sent again"), {"link.link0.to_b.cell_loss": 0}),
    "half_the_datagrams_lost": (FIBER, DATAGRAMS, {"flow.f.message": 9000, "flow.f.interval": '"1 ms"', "link.link0.to_b.cell_loss": 3.6e-3},
                                ("loss", "line_error", "lost"), {"link.link0.to_b.cell_loss": 0}),
    "lane": (FIBER, STREAM, {"network.ip": "lane"}, ("line", "a to b", "busy"), {"link.link0.rate": '"599.04 Mb/s"'}),
    "datagrams_into_a_slow_port": (SWITCHED, DATAGRAMS, {"flow.f.message": 9000, "link.out.rate": '"60 Mb/s"'}, ("line", "s:2 to b", "busy"),
                                   {"link.out.rate": '"90 Mb/s"'}),
    # The socket holds one segment, and the other side acknowledges each second one: its timer ends
    # every wait.
    "acks_held_back": (FIBER, STREAM, {"flow.f.send_buffer": 9140, "host.b.software": "bsd44"}, ("delayed_ack", "b", "tcp.ack_delay"),
                       {"flow.f.send_buffer": 36560}),
    "window_on_a_line_that_another_fills": (SHARED, STREAM, {"flow.f.socket_buffer": 4096, "switch.s.queue_cells": 4096}, ("window", "", "mostly by other flows"),
                                            {"flow.f.socket_buffer": 65535}),
    "lost_pings": (FIBER, "ping", {"link.link0.to_b.cell_loss": 0.1, "flow.f.interval": '"10 ms"', "flow.f.transactions": 50}, ("loss", "line_error", "without a reply"),
                   {"link.link0.to_b.cell_loss": 0}),
    "round_trip": (FIBER, "tcp_rr", {}, ("round_trip", "", "a request follows the response"), {"link.link0.delay": '"1 us"'}),
}


def flow_of(text, keys):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "case.toml"
        path.write_text(text)
        words = settings(**{key.replace(".", "__"): value for key, value in keys.items()})
        niclab("run", path, *words, "--quiet", "--out", path.parent / "out")
        results = json.loads((path.parent / "out/results.json").read_text())
    # What waits to be sent is not sent yet: nothing is busy for longer than the time there was.
    full = [use for f in results["network"]["flows"] for use in f["uses"] if use["share"] > 1]
    assert not full, full
    return results, results["network"]["flows"][0]


def is_named_and_cured(text, kind, keys, wanted, cure):
    text = text.format(kind=kind, duration="2 s" if kind != "udp_stream" else "200 ms")
    results, flow = flow_of(text, keys)
    limit = flow["limit"]
    print(f"{results['answer'][0]}")
    assert (limit["kind"], limit["who"]) == wanted[:2] and wanted[2] in limit["text"], limit
    assert limit["text"] in results["answer"][0] and str(next(iter(keys), "")) in results["answer"][0]
    rate = "transactions_s" if kind in ("tcp_rr", "ping") else "mbit_s"
    cured = flow_of(text, keys | cure)[1]
    assert cured[rate] > 1.1 * flow[rate], (flow[rate], cured[rate], cured["limit"])


def the_page_says_it():
    """Every number of the page is that of results.json; answer, flows, CPUs, windows and the queue
    that dropped are on it.
    """
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        text, kind, keys, *_ = CASES["small_queue"]
        path = pathlib.Path(folder) / "case.toml"
        path.write_text(text.format(kind=kind, duration="2 s"))
        niclab("run", path, *settings(**{key.replace(".", "__"): value for key, value in keys.items()}), "--quiet", "--out", out, "--report", out / "r.html")
        results, page = json.loads((out / "results.json").read_text()), page_checks.Numbers((out / "r.html").read_text())
        assert not page_checks.wrong_numbers(page, results) and len(page.found) > 20 and not page.addresses
        said = (out / "r.html").read_text()
        for words in (results["answer"][0].split(": ", 1)[1], "CPU of a", "Windows over time", "switch queue", "Made by"):
            assert words in html.unescape(said), words


def cpus_are_told_beside_a_line_that_is_full():
    """The mean of the runs, as each run's share of idle time has it."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        niclab("run", "eberhardt_lan", "--runs", 2, "--seed", 3, *settings(run__duration='"500 ms"'), "--quiet", "--out", out)
        results = json.loads((out / "results.json").read_text())
        busy = {name: statistics.fmean(100 - h["cpu_percent"]["idle"] for h in results["network"]["hosts"] if h["name"] == name) for name in ("sender", "receiver")}
        assert 20 < busy["sender"] < busy["receiver"] < 60, busy
        told = re.findall(r"(sender|receiver) ([\d.]+) %", results["answer"][1])
        assert len(told) == 2 and all(abs(float(percent) - busy[name]) < 0.06 for name, percent in told), (results["answer"], busy)


check_all([the_page_says_it, cpus_are_told_beside_a_line_that_is_full, *[named(name, is_named_and_cured, *case) for name, case in CASES.items()]])
