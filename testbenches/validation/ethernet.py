"""Ethernet segments: closed forms, stages and ledgers that are exact, captures tshark accepts,
rules that are noticed, bad input.

`--long`: all of AN-880 reproduced, and nothing else; without it one of its figures.
"""
import csv
import itertools
import json
import math
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

from common import ROOT, check_all, niclab, settings

SEGMENT = ROOT / "testbenches/experiments/ethernet_segment.toml"
CAPTURE = ROOT / "testbenches/experiments/capture_effect.toml"
ALONE = ROOT / "testbenches/experiments/perform3_alone.toml"
STAGES = ("queue", "deferral", "gap", "backoff", "collided", "wire", "arrival")
FATES = ("waiting", "on_the_way", "delivered", "excessive_collisions", "late_collision", "damaged", "queue_full")
BIT_FS = 100_000_000
PAIR = """[run]
level = "segment"
duration = "20 ms"
[[segment]]
kind = "{kind}"
stations = [{{ host = "a", at = "0 m" }}, {{ host = "b", at = "{at} m" }}]
[[host]]
name = "a"
[[host]]
name = "b"
"""
ONE_WAY = """[[flow]]
from = "a"
to = "b"
sizes = [{octets}]
"""
BY_CHANCE = 'kind = "poisson"\ninterval = "2500 us"\n'  # together the load of a full cable
BOTH_WAYS = ONE_WAY.format(octets=1518) + BY_CHANCE + "[[flow]]\nfrom = \"b\"\nto = \"a\"\n" + BY_CHANCE


class Run:
    """A run's folder, read whole."""

    def __init__(self, experiment, *words, expect=0):
        with tempfile.TemporaryDirectory() as out:
            self.said = niclab("run", experiment, "--out", out, *words, expect=expect)
            self.files = {path.name: path.read_bytes() for path in pathlib.Path(out).iterdir() if path.is_file()}
        self.results = json.loads(self.files["results.json"])
        self.frames, self.stations, self.cable = (self.rows(f"{name}.csv") for name in ("frames", "stations", "cable"))

    def rows(self, name):
        return list(csv.DictReader(self.files[name].decode().splitlines()))


def made(text, *words, expect=0):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "made.toml"
        file.write_text(text)
        return Run(file, *words, expect=expect)


def held(run):
    """The stages of every frame sum to its time, its waiting to those it waited behind; each
    station's ledger, and all time of the cable.
    """
    for frame in run.frames:
        if frame["total_fs"]:
            assert sum(int(frame[f"{stage}_fs"]) for stage in STAGES) == int(frame["total_fs"]), frame
            behind = sum(int(part.split()[1]) for part in frame["deferred_to"].split("; ") if part)
            assert behind == int(frame["deferral_fs"]), frame
    for station in run.stations:
        for unit in ("", "_octets"):
            assert sum(int(station[fate + unit]) for fate in FATES) == int(station["offered" + unit]), station
        own = [frame for frame in run.frames if frame["from"] == station["station"]]
        assert len(own) == int(station["offered"]) and sum(int(f["octets"]) for f in own) == int(station["offered_octets"])
        assert sum(f["to"] == station["station"] and f["status"] == "delivered" for f in run.frames) == int(station["received"])
    assert abs(sum(run.results["segment"]["cable_percent"].values()) - 100) < 1e-5
    assert run.results["warnings"] == []
    return run


def held_by_run(run):
    """As held(), where frames of several runs have equal numbers: the ledgers of each run."""
    assert run.results["segment"]["sums_exact"] and all(s["balances"] for s in run.results["segment"]["stations"])
    for station in run.stations:
        own = [f for f in run.frames if f["run"] == station["run"] and f["from"] == station["station"]]
        assert len(own) == int(station["offered"]) == sum(int(station[fate]) for fate in FATES), station
    return run


def shortly(*words, expect=0):
    """The experiment of five stations, a quarter of its length."""
    return Run(SEGMENT, *settings(run__duration="100 ms"), *words, expect=expect)


def a_station_alone_sends_as_the_closed_form_says():
    """10 Mb/s x z / (z + 20): preamble, frame and gap follow each other without a bit between."""
    for octets in (64, 300, 1518):
        run = held(made(PAIR.format(kind="coax", at=100) + ONE_WAY.format(octets=octets)))
        period, whole = (octets + 20) * 8 * BIT_FS, 20e12
        sent = [f for f in run.frames if f["status"] == "delivered"]
        assert abs(len(sent) - whole / period) < 1.1, (octets, len(sent), whole / period)
        assert all(int(f["wire_fs"]) == (octets + 8) * 8 * BIT_FS for f in sent)
        assert all(int(f["total_fs"]) - int(f["arrival_fs"]) == period for f in sent[1:]), octets
        assert all(int(f["gap_fs"]) == 96 * BIT_FS and int(f["deferral_fs"]) == 0 for f in sent[1:])


def five_saturated_stations_are_exact_to_the_femtosecond():
    run = held(shortly())
    share = run.results["segment"]["cable_percent"]
    print(run.results["answer"][0])
    assert share["frames"] > 85 and share["collisions"] > 0.1 and run.results["checks"]["csma"]["checked"] == len(run.cable)
    collided = [use for use in run.cable if use["outcome"] == "collided"]
    assert len(collided) == sum(int(s["collisions"]) for s in run.stations) > 50
    shortest = min(int(use["end_fs"]) - int(use["begin_fs"]) for use in collided)
    assert shortest == 96 * BIT_FS, "no fragment is shorter than 96 bits, and close stations make some of them"


def collisions_take_two_and_frames_nobody():
    """On the cable, as its attempts tell: who collided overlapped with somebody, a frame with nobody."""
    uses = [(int(u["begin_fs"]), int(u["end_fs"]), u["outcome"], u["station"]) for u in shortly().cable]
    for k, (begin, end, outcome, station) in enumerate(uses):
        near = uses[max(0, k - 10):k + 10]
        others = [u for u in near if u[3] != station and u[0] < end and begin < u[1]]
        assert bool(others) == (outcome == "collided"), (uses[k], others)


def who_has_just_sent_sends_again():
    """The answer to the experiment's question, counted again from the cable; stations that pause
    are not judged.
    """
    run = held(Run(CAPTURE, *settings(run__duration="200 ms")))
    senders = [use["station"] for use in sorted(run.cable, key=lambda use: int(use["begin_fs"])) if use["outcome"] == "frame"]
    rows = [len(list(same)) for _, same in itertools.groupby(senders)]
    told = run.results["segment"]["frames_in_a_row"]
    assert abs(told["mean"] - len(senders) / len(rows)) < 1e-3 and told["longest"] == max(rows) and told["by_chance"] == 2, (told, rows)
    assert f"{told['mean']:.1f} frames in a row on average, {max(rows)} at most" in run.results["answer"][1], run.results["answer"]
    assert "Back-off favours" in run.results["answer"][1]
    given_up = sum(int(s["excessive_collisions"]) for s in run.stations)
    assert (given_up > 0) == any("given up" in sentence for sentence in run.results["answer"]), (given_up, run.results["answer"])
    assert "frames_in_a_row" not in made(PAIR.format(kind="coax", at=10) + BOTH_WAYS).results["segment"]


def what_means_do_not_show_is_said():
    answer = " ".join(shortly(*settings(defaults__host__mac__attempts=2)).results["answer"])
    assert re.search(r"\d+ frames were given up after so many collisions as attempts are allowed", answer), answer


def a_repeater_is_a_segment_too():
    run = held(made(PAIR.format(kind="repeater", at=100) + BOTH_WAYS, *settings(run__duration="100 ms")))
    assert all(int(s["received"]) > 0 for s in run.stations) and sum(int(s["collisions"]) for s in run.stations) > 0


def who_waits_is_told_behind_whom():
    run = held(made(PAIR.format(kind="coax", at=10) + BOTH_WAYS, *settings(run__duration="100 ms")))
    behind = [set(flow["deferral_by_us"]) for flow in run.results["segment"]["flows"]]
    assert behind == [{"b"}, {"a"}], behind


def frames_are_given_up_after_their_last_attempt():
    run = held(shortly(*settings(defaults__host__mac__attempts=1)))
    given_up = [f for f in run.frames if f["status"] == "excessive_collisions"]
    assert given_up and all(f["attempts"] == "1" and int(f["backoff_fs"]) == 0 for f in given_up)


def a_host_that_leaves_the_gap_out_is_noticed():
    run = held(shortly(*settings(host__c__mac__gap_part1_bits=0), expect=1))
    violations = run.results["checks"]["csma"]["violations"]
    assert violations and {v["where"] for v in violations} == {"c.mac"} and {"E2", "E4"} & {v["rule"] for v in violations}, violations


def a_queue_refuses_what_it_cannot_hold():
    extra = 'kind = "poisson"\ninterval = "500 us"\nqueue = 3\n'
    run = held(made(PAIR.format(kind="coax", at=10) + ONE_WAY.format(octets=1518) + extra))
    assert int(run.stations[0]["queue_full"]) > 0, run.stations


def tshark_accepts_every_frame():
    if not shutil.which("tshark"):
        return print("no tshark")
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/c.pcapng"
        run = Run(SEGMENT, "--pcap", file)
        told = subprocess.run(["tshark", "-r", file, "-o", "eth.check_fcs:TRUE", "-T", "fields", "-e", "eth.fcs.status", "-e", "eth.type", "-e", "frame.len"],
                              capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(told) == sum(f["status"] == "delivered" for f in run.frames) > 50
    assert set(told) == {"1\t0x88b5\t1518"}, set(told)


def tshark_reads_requests_and_replies():
    """IPX and NCP without a complaint, and as many reads as were counted in all."""
    if not shutil.which("tshark"):
        return print("no tshark")
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/c.pcapng"
        held(Run(ALONE, "--pcap", file, *settings(reads__file_kib=[2], reads__measure='"20 ms"')))
        told = subprocess.run(["tshark", "-r", file, "-o", "eth.check_fcs:TRUE", "-T", "fields", "-e", "eth.fcs.status", "-e", "_ws.col.Protocol", "-e", "ncp.type",
                               "-e", "ncp.func", "-e", "_ws.expert.message"], capture_output=True, text=True, check=True).stdout.splitlines()
    kinds = {line.rstrip() for line in told}
    assert len(told) > 20 and all(line.startswith("1\tNCP\t0x2222\t") or line.startswith("1\tNCP\t0x3333") for line in kinds), kinds
    assert not any("alformed" in line for line in kinds), kinds


def a_reader_alone_waits_as_the_closed_form_says():
    """One read: both frames, both gaps, what programs cost, the copy; no collision, no wait."""
    run = held(Run(ALONE, *settings(reads__file_kib=[1000], reads__measure='"100 ms"', defaults__host__reader__jitter=0)))
    wire = ((68 + 8) + (1082 + 8)) * 0.8
    copy = 539 * 0.6
    us = wire + 60 + 154 + 299 + copy
    found = run.results["segment"]["reads"]["sizes"][0]["reads"]
    assert abs(found / (100_000 / us) - 1) < 0.02, (found, 100_000 / us)
    cpu = run.results["segment"]["reads"]["cpu_percent"]
    assert abs(cpu / (found * 118.6 / 1000) - 1) < 0.02, cpu


def a_figure_of_an880_is_within_its_gates():
    with tempfile.TemporaryDirectory() as folder:
        said = niclab("reproduce", "an880/figure3", "--out", folder).stdout
        rows = list(csv.DictReader(pathlib.Path(folder, "rows.csv").read_text().splitlines()))
    print(said.partition("\n\n")[0])
    held_out = [row for row in rows if row["split"] == "hold"]
    assert len(rows) == 7 and len(held_out) == 3 and all(abs(float(r["known"]) / float(r["published"]) - 1) < 0.03 for r in held_out), rows
    assert {row["standing"] for row in held_out} == {"chosen"} and said.startswith("Predicted (simulated and held out): no number"), said[:300]


def all_of_an880_is_within_its_gates():
    with tempfile.TemporaryDirectory() as folder:
        niclab("reproduce", "an880", "--out", folder)  # exit code 0: each row within its tolerance, or a known deviation
        rows = list(csv.DictReader(pathlib.Path(folder, "rows.csv").read_text().splitlines()))
    assert {row["split"] for row in rows} >= {"cal", "hold"} and len(rows) > 40, len(rows)


def a_turnaround_follows_every_frame():
    """Longer than the gap, it takes its place; shorter, the gap decides. A station that waits for it lets the other one go first."""
    octets, gap, way = 64, 96, PAIR.format(kind="coax", at=100) + ONE_WAY.format(octets=64)
    for turnaround_us, silent in ((5, gap * BIT_FS), (19, 19 * 10**9 + BIT_FS)):
        run = held(made(way, *settings(host__a__card__turnaround=f'"{turnaround_us} us"')))
        begins = [int(use["begin_fs"]) for use in run.cable]
        period = (octets + 8) * 8 * BIT_FS + silent
        assert all(period - BIT_FS <= b - a <= period + BIT_FS for a, b in itertools.pairwise(begins)), (turnaround_us, begins[:3])
    both = PAIR.format(kind="coax", at=100) + ONE_WAY.format(octets=64) + '[[flow]]\nfrom = "b"\nto = "a"\nsizes = [64]\n'
    rows = [held(made(both, *settings(defaults__host__card__turnaround=f'"{us} us"'))).results["segment"]["frames_in_a_row"]["mean"] for us in (0, 19)]
    assert rows[1] < 1.1 < rows[0] / 2, rows


def a_driver_prepares_frames_while_the_card_sends():
    """CPU of a frame and copy: with one buffer after the frame before, with two beside it."""
    octets, cpu_us = 1000, 400
    way = PAIR.format(kind="coax", at=100) + ONE_WAY.format(octets=octets)
    wire, gap = (octets + 8) * 8 * BIT_FS, 96 * BIT_FS
    for buffers, silent in ((1, cpu_us * 10**9), (2, gap)):
        run = held(made(way, *settings(host__a__sender__frame=f'"{cpu_us} us"', host__a__card__transmit_buffers=buffers)))
        begins = [int(use["begin_fs"]) for use in run.cable]
        assert all(abs(b - a - wire - silent) <= BIT_FS for a, b in itertools.pairwise(begins[1:])), (buffers, begins[:4])


def frames_of_one_time_are_numbered_in_the_order_of_flows():
    for cpu_us in (0, 50):
        run = held(Run(CAPTURE, *settings(defaults__host__sender__frame=f'"{cpu_us} us"', run__duration='"1 ms"')))
        assert [(f["frame"], f["flow"]) for f in run.frames[:2]] == [("0", "one"), ("1", "other")], run.frames[:2]


def sizes_are_drawn():
    """As often as they are listed, in an order of the seed."""
    way = PAIR.format(kind="coax", at=100) + '[[flow]]\nfrom = "a"\nto = "b"\nsizes = [64, 64, 64, 512]\nsize_order = "random"\n'
    first, other = (held(made(way, *settings(run__duration="200 ms"), "--seed", seed)) for seed in (1, 2))
    long = [frame["octets"] == "512" for frame in first.frames]
    assert 0.2 < sum(long) / len(long) < 0.3 and [f["octets"] for f in first.frames] != [f["octets"] for f in other.frames]


def sizes_have_a_distribution():
    """Weights are shares; uniform sizes spread over the whole range; defaults apply to all flows."""
    way = PAIR.format(kind="coax", at=100) + '[[flow]]\nfrom = "a"\nto = "b"\n[defaults.flow]\nsizes = [64, 512]\nsize_order = "random"\n'
    run = held(made(way, *settings(defaults__flow__size_weights="[6, 2]", run__duration='"200 ms"')))
    long = [frame["octets"] == "512" for frame in run.frames]
    assert 0.2 < sum(long) / len(long) < 0.3, sum(long) / len(long)
    octets = [int(frame["octets"]) for frame in held(made(way, *settings(defaults__flow__size_order="uniform", run__duration='"200 ms"'))).frames]
    assert min(octets) >= 64 and max(octets) <= 512 and abs(sum(octets) / len(octets) - 288) < 288 * 0.1 and len(set(octets)) > len(octets) / 3, octets[:9]


def the_longest_frame_is_a_rule_of_each_mac():
    """A frame of 2000 octets has its closed form; a receiver that allows 1518 takes it for an error."""
    way = PAIR.format(kind="coax", at=100) + ONE_WAY.format(octets=2000)
    run = held(made(way, *settings(defaults__host__mac__max_octets=2000)))
    period = (2000 + 8) * 8 * BIT_FS + 96 * BIT_FS
    begins = [int(use["begin_fs"]) for use in run.cable]
    assert all(abs(b - a - period) <= BIT_FS for a, b in itertools.pairwise(begins)) and {f["status"] for f in run.frames} <= {"delivered", "waiting", "on_the_way"}
    run = made(way, *settings(host__a__mac__max_octets=2000))
    states = [f["status"] for f in run.frames]
    assert set(states) <= {"damaged", "waiting", "on_the_way"} and states.count("damaged") > 10, states
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "long.toml"
        file.write_text(way)
        for words, wanted in (((), "2000 octets; expected at most 1518, mac.max_octets of host a"),
                              (settings(flow__flow0__sizes="[64]", flow__flow0__size_weights="[1, 2]"), "2 weights; expected 1, one for each of the sizes")):
            assert wanted in niclab("run", file, *words, expect=2).stderr, wanted


def the_same_bytes_again_and_others_by_another_seed():
    one, again, other = (Run(SEGMENT, "--seed", seed) for seed in (1, 1, 2))
    for name in ("frames.csv", "stations.csv", "cable.csv"):
        assert one.files[name] == again.files[name] != other.files[name], name


def runs_are_those_of_the_seeds_that_follow():
    """Run k is that of seed 1 + k to the last digit, and means have Student's interval of the rates."""
    words = settings(run__duration="30 ms")
    several, alone = held_by_run(Run(SEGMENT, *words, "--runs", 3)), [Run(SEGMENT, *words, "--seed", 1 + k) for k in range(3)]
    for name in ("frames", "stations", "cable"):
        for k, one in enumerate(alone):
            own = [row for row in getattr(several, name) if row["run"] == str(k)]
            assert [{**row, "run": "0"} for row in own] == getattr(one, name), (name, k)
    found = several.results
    assert found["runs"] == 3 and "in 90 ms of 3 runs" in found["answer"][0], found["answer"]
    for flow, mean in zip(found["segment"]["flows"], found["confidence"]["flows"], strict=True):
        rates = [next(f["mbit_s"] for f in one.results["segment"]["flows"] if f["name"] == flow["name"]) for one in alone]
        assert flow["run_mbit_s"] == rates and flow["name"] == mean["flow"] and mean["runs"] == 3, flow
        half = 4.302653 * statistics.stdev(rates) / math.sqrt(3)
        assert math.isclose(mean["mean_mbit_s"], statistics.fmean(rates), abs_tol=1e-5) and math.isclose(mean["half_width_mbit_s"], half, abs_tol=1e-4), mean
    assert "confidence" not in alone[0].results and "run_mbit_s" not in alone[0].results["segment"]["flows"][0]


def runs_end_when_the_rates_are_known():
    """A station alone has the same rate in every run: three are enough. Five that collide need more."""
    known = ("--set", "run.confidence.level=95", "--set", "run.confidence.width=1", *settings(run__duration="20 ms"))
    run = made(PAIR.format(kind="coax", at=100) + ONE_WAY.format(octets=1518), *known)
    assert run.results["runs"] == 3 and run.results["confidence"]["flows"][0]["known"] is True, run.results["confidence"]
    run = Run(SEGMENT, *known, "--set", "run.confidence.max_runs=4")
    assert run.results["runs"] == 4 and any("run.confidence: after 4 runs" in line for line in run.said.stdout.replace("\n  ", " ").splitlines()), run.said.stdout


def a_page_shows_who_had_the_cable():
    with tempfile.TemporaryDirectory() as folder:
        niclab("run", SEGMENT, "--out", folder, "--report", f"{folder}/page.html")
        page = pathlib.Path(folder, "page.html").read_text()
    for part in ("Cable usage over time", "Delays of frames by stage", "Outcomes of frames", "no violations"):
        assert part in page, part


BAD = [('segment.cable.kind="coaxe"', 'did you mean "coax"'), ("flow.flow0.size=64", 'sizes'), ("flow.flow0.sizes=[63]", "64"),
       ('flow.flow0.to="a"', "expected another host"),
       ('flow.flow0.to="f"', "unknown host 'f'"), ("host.a.mac.attempts=17", "1 to 16"), ("host.a.ppm=101", "-100 to 100"), ("run.duration=5", "quantity"),
       ('segment.cable.stations.station1.host="a"', "a second station of this host"), ("run.runs=0", "1 to 10000"), ("run.confidence.min_runs=1", "2 to 1000"),
       ('run.level="segmnt"', 'did you mean "segment"'),
       ('segment.cable.stations.station0.att="1 m"', "at")]


def bad_input_is_refused_in_one_sentence():
    for setting, wanted in BAD:
        with tempfile.TemporaryDirectory() as out:
            done = niclab("run", SEGMENT, "--set", setting, "--out", f"{out}/x", expect=2)
            assert wanted in done.stderr and len(done.stderr.strip().splitlines()) == 1, (setting, done.stderr)
            assert not pathlib.Path(out, "x").exists(), setting
    with tempfile.TemporaryDirectory() as out:
        misspelt = pathlib.Path(out, "misspelt.toml")
        for right, wrong, named in (("stations = [", "statons = [", "segment.cable.statons"), ("[[segment]]", "[[segmnt]]", "segmnt"), ("[[host]]", "[[hots]]", "hots")):
            misspelt.write_text(SEGMENT.read_text().replace(right, wrong))
            assert f"{named}: unknown key; did you mean" in niclab("run", misspelt, expect=2).stderr, named
    for stage, wanted in (("wire", "no key removes this stage (it is the number of bits at 10 Mb/s); expected STAGE=0 with one of turnaround, gap, transceivers"),
                          ("backoff", "no key removes this stage (IEEE 802.3 sets it"),
                          ("weir", "(no key removes queue, deferral, collided, backoff, wire)")):
        done = niclab("run", SEGMENT, "--what-if", f"{stage}=0", expect=2)
        assert f"--what-if {stage}=0: " in done.stderr and wanted in done.stderr and done.stderr.count("\n") == 1, done.stderr


def a_stage_of_frames_without_cost_is_simulated_again():
    """The means of the second run are those of a run with the keys that the sentence names."""
    keys = ("--set", 'run.duration="60 ms"', "--set", 'defaults.host.card.turnaround="30 us"')
    before = Run(SEGMENT, *keys).results["attribution"]

    def mean(shares, cause):
        ways = {s["direction"] for s in shares}
        return sum(s["mean_us"] for s in shares if cause in (None, s["id"])) / len(ways)

    for stage, cause, changed in (("turnaround", "host_queue", ('card.turnaround="0 us"',)),
                                  ("gap", "medium_access.gap", ("mac.gap_part1_bits=0", "mac.gap_part2_bits=1")),
                                  ("transceivers", "segment_arrival", ('transceiver.transmit_delay="0.001 ns"', 'transceiver.receive_delay="0 ns"'))):
        text = " ".join(Run(SEGMENT, *keys, "--what-if", f"{stage}=0").said.stdout.split())
        found = re.search(rf"what if {stage} cost nothing: it takes ([\d.]+) us of a packet and way instead of ([\d.]+), and the packet ([\d.]+) us "
                          r"instead of ([\d.]+) \(([^)]*)\)(; a rule of the line does not permit it)?", text)
        assert found and found[5] == ", ".join(changed) and bool(found[6]) == (stage == "gap"), text
        settings = [word for key in changed for word in ("--set", f"defaults.host.{key}")]
        after = Run(SEGMENT, *keys, *settings, "--no-check").results["attribution"]
        times = [float(found[k]) for k in (1, 2, 3, 4)]
        wanted = [mean(after, cause), mean(before, cause), mean(after, None), mean(before, None)]
        assert all(abs(a - b) < 2e-3 for a, b in zip(times, wanted, strict=True)) and times[0] < times[1], (stage, times, wanted)


if "--long" in sys.argv:
    check_all((all_of_an880_is_within_its_gates,))
    sys.exit()
check_all((a_station_alone_sends_as_the_closed_form_says, five_saturated_stations_are_exact_to_the_femtosecond, collisions_take_two_and_frames_nobody,
           who_has_just_sent_sends_again, what_means_do_not_show_is_said, a_repeater_is_a_segment_too, who_waits_is_told_behind_whom,
           frames_are_given_up_after_their_last_attempt, a_host_that_leaves_the_gap_out_is_noticed,
           a_queue_refuses_what_it_cannot_hold, tshark_accepts_every_frame, tshark_reads_requests_and_replies, a_reader_alone_waits_as_the_closed_form_says,
           a_turnaround_follows_every_frame, a_driver_prepares_frames_while_the_card_sends, frames_of_one_time_are_numbered_in_the_order_of_flows, sizes_are_drawn,
           sizes_have_a_distribution, the_longest_frame_is_a_rule_of_each_mac,
           a_figure_of_an880_is_within_its_gates, the_same_bytes_again_and_others_by_another_seed,
           runs_are_those_of_the_seeds_that_follow, runs_end_when_the_rates_are_known, a_page_shows_who_had_the_cable,
           a_stage_of_frames_without_cost_is_simulated_again, bad_input_is_refused_in_one_sentence))
