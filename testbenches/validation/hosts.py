"""Hosts at the coarse level: long lines, windows, ledgers, captures tshark accepts, a hundred
hosts, bad input, the same bytes again.

`--long`: the hundred hosts for 60 s of simulated time instead of 15.
"""
import csv
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

EXPERIMENTS = ROOT / "testbenches/experiments"
MSS, LINE = 9140, 149.76e6 * 48 / 53


def run(experiment, *arguments, expect=0):
    with tempfile.TemporaryDirectory() as out:
        niclab("run", experiment if str(experiment).endswith(".toml") else EXPERIMENTS / f"{experiment}.toml", "--quiet", "--out", out, *arguments, expect=expect)
        return json.loads((pathlib.Path(out) / "results.json").read_text())


def flow(results, k=0):
    return results["network"]["flows"][k]


def a_window_over_190_ms_carries_its_segments():
    """Six whole segments of 9140 octets fit into a window of 6 segments, a round trip takes 190 ms
    and six segments' time.
    """
    results = run("wan", *settings(flow__flow0__socket_buffer=6 * MSS, flow__flow0__message=6 * MSS, host__a__tcp__ack_limit=1, host__b__tcp__ack_limit=1,
                                   host__b__tcp__window_update_segments=1))
    rate = 6 * MSS * 8 / (0.190 + 192 * 424 / 149.76e6) * 1e-6
    assert abs(flow(results)["mbit_s"] / rate - 1) < 0.03, (flow(results)["mbit_s"], rate)


def a_wide_window_fills_the_line():
    wide = settings(host__a__tcp__window_scale="true", host__b__tcp__window_scale="true", flow__flow0__socket_buffer=8_000_000)
    results = run("wan", *wide)
    assert 0.85 < flow(results)["mbit_s"] / (MSS / 9216 * LINE * 1e-6) < 1, flow(results)["mbit_s"]


def ledgers_balance_with_losses():
    """Each lost packet has one cause, and what was written was read."""
    for extra in (["--set", "link.line.to_b.cell_loss=0.00002"], ["--set", "link.line.to_b.lost_pdus=[20,21,22,300]"]):
        results = run("pair", *extra)
        line, f = results["network"]["packets"][0], flow(results)
        assert line["balances"] and f["ledger"]["balances"] and line["dropped"]["line_error"] > 0 and f["retransmitted"] > 0, line
        assert f["octets"] == f["written"], f
        assert all(h["exact"] and sum(h["busy_fs"].values()) + h["idle_fs"] == h["elapsed_fs"] for h in results["network"]["hosts"])


def a_flow_that_never_begins_is_given_up():
    """Every cell is lost: no time was measured, and --quiet prints why the exit code is 1."""
    with tempfile.TemporaryDirectory() as out:
        done = niclab("run", EXPERIMENTS / "pair.toml", "--quiet", "--out", out, *settings(link__line__to_b__cell_loss="1"), expect=1)
        found = flow(json.loads((pathlib.Path(out) / "results.json").read_text()))
    assert found["octets"] == found["seconds"] == 0, found
    assert done.stderr == "niclab run: Run 0 was given up: a flow was not over 600 s after its time.\n", done.stderr


def two_pings_of_a_host_do_not_mix():
    """Each program gets the replies to its own requests."""
    text = '[run]\nlevel = "coarse"\n[[host]]\nname = "a"\n[[host]]\nname = "b"\n[[link]]\nends = ["a", "b"]\n'
    for name, octets, interval in (("small", 56, 100), ("large", 8000, 130)):
        text += f'[[flow]]\nname = "{name}"\nkind = "ping"\nfrom = "a"\nto = "b"\nmessage = {octets}\ntransactions = 40\ninterval = "{interval} us"\n'
    with tempfile.TemporaryDirectory() as out:
        path = pathlib.Path(out)
        (path / "x.toml").write_text(text)
        niclab("run", path / "x.toml", "--quiet", "--out", path / "r")
        small, large = json.loads((path / "r/results.json").read_text())["network"]["flows"]
    assert small["transactions"] == large["transactions"] == 40 and not small["lost"] and not large["lost"], (small, large)


def a_machine_has_a_system_of_its_own():
    """Without bsd44 the first one that its file has; another one is refused."""
    text = '[run]\nlevel = "coarse"\nduration = "10 ms"\n[[host]]\nname = "a"\nprofile = "p100"\n[[host]]\nname = "b"\n'
    text += '[[link]]\nends = ["a", "b"]\n[[flow]]\nfrom = "a"\nto = "b"\n'
    with tempfile.TemporaryDirectory() as out:
        path = pathlib.Path(out)
        (path / "x.toml").write_text(text)
        niclab("run", path / "x.toml", "--quiet", "--out", path / "r")
        hosts = json.loads((path / "r/results.json").read_text())["config"]["host"]
        assert (hosts["a"]["software"], hosts["b"]["software"]) == ("linux20", "bsd44"), hosts
        error = niclab("run", path / "x.toml", *settings(host__a__software="bsd44"), expect=2).stderr
        assert "unknown system of this machine 'bsd44'; expected one of linux20, nt40" in error, error


def each_lost_packet_is_of_one_flow_place_and_cause():
    """A sender over a bad line and one that finds a port of 64 cells full: sums over places are
    those over flows and those of the ledgers.
    """
    text = """[run]\nlevel = "coarse"\nduration = "500 ms"\n[[switch]]\nname = "s"\nports = 3\nqueue_cells = 64\n"""
    text += "".join(f'[[host]]\nname = "{n}"\n[[link]]\nends = ["{n}", "s:{k + 1}"]\n' for k, n in enumerate("abc"))
    text += '[[flow]]\nname = "blind"\nkind = "udp_stream"\nfrom = "a"\nto = "c"\nmessage = 9000\n[[flow]]\nname = "careful"\nfrom = "b"\nto = "c"\n'
    with tempfile.TemporaryDirectory() as out:
        path = pathlib.Path(out)
        (path / "x.toml").write_text(text)
        niclab("run", path / "x.toml", "--quiet", "--out", path / "r", "--set", "link.link0.to_s_1.cell_loss=0.0001")
        with open(path / "r/drops.csv", newline="") as f:
            rows = list(csv.DictReader(f))
        network = json.loads((path / "r/results.json").read_text())["network"]

    def summed(column, **where):
        found = {}
        for row in rows:
            if all(row[key] == value for key, value in where.items()):
                found[row[column]] = found.get(row[column], 0) + int(row["packets"])
        return {key: n for key, n in found.items() if n}  # some are of cells only

    ledger = network["packets"][0]
    assert summed("cause") == {**ledger["dropped"], **ledger["dropped_in_hosts"]}, (rows, ledger)
    assert {f["name"]: f["lost"] for f in network["flows"]} == {name: summed("cause", flow=name) for name in ("blind", "careful")}, rows
    assert summed("cause", flow="careful").keys() == {"switch_queue"}, rows
    assert summed("cause", flow="blind").keys() == {"line_error"} and summed("where", flow="blind").keys() == {"c"}, rows
    assert summed("where", flow="careful")["s"] > 0, rows
    blind = network["flows"][0]
    assert blind["datagrams_sent"] - blind["datagrams_received"] == sum(blind["lost"].values()), blind
    assert all(int(row["octets"]) == 9028 * int(row["packets"]) for row in rows if row["flow"] == "blind"), rows


def table(folder, name):
    with open(pathlib.Path(folder) / name, newline="") as f:
        return list(csv.DictReader(f))


def three_hosts(level="coarse", port="", vcs="", flows=""):
    """Two senders and a receiver at one switch."""
    text = f'[run]\nlevel = "{level}"\nduration = "100 ms"\n[defaults.host]\ncard = "idt77901"\n[[switch]]\nname = "s"\nports = 3\n{port}\n'
    text += "".join(f'[[host]]\nname = "{n}"\n[[link]]\nname = "{n}"\nends = ["{n}", "s:{k + 1}"]\n' for k, n in enumerate("abc"))
    return text + vcs + flows


def datagrams(name, interval, message=9000):
    return f'[[flow]]\nname = "from_{name}"\nkind = "udp_stream"\nfrom = "{name}"\nto = "c"\nmessage = {message}\ninterval = "{interval}"\n'


def files_of(text, *arguments, expect=0):
    """Rows of drops.csv and cards.csv, and results.json."""
    with tempfile.TemporaryDirectory() as out:
        path = pathlib.Path(out) / "x.toml"
        path.write_text(text)
        niclab("run", path, "--quiet", "--out", f"{out}/r", *arguments, expect=expect)
        return table(f"{out}/r", "drops.csv"), table(f"{out}/r", "cards.csv"), json.loads(pathlib.Path(out, "r/results.json").read_text())


def sums(rows, column, key="cause"):
    found = {}
    for row in rows:
        found[row[key]] = found.get(row[key], 0) + int(row[column])
    return {name: n for name, n in found.items() if n}


IN_CARDS = ("incomplete_pdu", "no_connection", "card_fifo", "card_receive_buffer")


def cells_balance(rows, cards, results):
    """Of cells as cards and switches count them, none is without a cause."""
    line = results["network"]["packets"][0]["cells"]
    cells = sums(rows, "cells")
    assert line["dropped"] == cells and line["balances"] and line["in_flight"] == 0, (line, cells)
    sent, received = (sum(int(c[key]) for c in cards) for key in ("cells_sent", "cells_received"))
    assert sent - received == sum(n for cause, n in cells.items() if cause not in IN_CARDS), (sent, received, cells)
    assert received - line["delivered"] == sum(n for cause, n in cells.items() if cause in IN_CARDS), (line, cells)
    return cells


DURATION = {"coarse": '"20 ms"', "cycle": '"12 ms"'}


def each_lost_cell_has_a_cause():
    """A port that drops early, cuts tails or only overflows, with one queue and with one for each
    connection, under a card of each level.
    """
    flows = datagrams("a", "600 us") + datagrams("b", "700 us")
    for discard, causes in (("ppd = true", {"switch_queue", "ppd"}), ("epd_cells = 60", {"epd"}), ("", {"switch_queue"})):
        for queues in ("port", "vc"):
            for level in ("coarse", "cycle"):
                text = three_hosts(port=f'queue_cells = 150\nqueues = "{queues}"\n{discard}', flows=flows)
                files = files_of(text, *settings(host__c__level=level, run__duration=DURATION[level], link__a__to_s_1__cell_loss=0.0002))
                cells = cells_balance(*files)
                assert causes <= set(cells) <= causes | {"incomplete_pdu", "line_error", "switch_queue"}, (discard, queues, level, cells)
                packets = sums(files[0], "packets")
                assert "ppd" not in packets and "incomplete_pdu" not in packets, packets
                if discard.startswith("epd"):
                    assert 188 * packets["epd"] <= cells["epd"] <= 189 * packets["epd"], (cells, packets)  # of those that the line spoiled a cell is missing
                if discard.startswith("ppd"):
                    assert cells["switch_queue"] <= 2 * packets["switch_queue"], "the cell that cuts it, and perhaps the last"


def interrupts_that_leave_no_time_lose_packets_above_them():
    """A livelocked host takes each datagram off its card and never comes to read it; so many wait
    for its protocols as may, the others are lost there.
    """
    text = three_hosts(flows=datagrams("a", "50 us", 64))
    for most in (20, 100):
        costs = settings(run__duration='"20 ms"', host__c__costs__driver_us=60, host__c__protocol_queue=most)
        rows, _, results = files_of(text, *costs)
        flow, = results["network"]["flows"]
        lost = flow["lost"]["protocol_queue"]
        assert {(row["where"], row["cause"]) for row in rows} >= {("c", "protocol_queue")} and results["network"]["packets"][0]["balances"]
        assert flow["limit"]["kind"] == "cpu" and flow["limit"]["who"] == "c", flow["limit"]
        assert lost > 100 and flow["datagrams_sent"] == 400, (most, lost, flow)
        few = files_of(text, *costs, "--set", "host.c.costs.driver_us=5")[2]["network"]["flows"][0]
        assert few["lost"] == {}, few["lost"]


def a_connection_that_nobody_has_set_up_is_told():
    """At a switch, at the card that is to send and at the one that is to receive, at both levels:
    packets and cells have their cause and place.
    """
    for level in ("coarse", "cycle"):
        for place, cause in (("s", "no_route"), ("a", "no_connection"), ("c", "no_connection")):
            vc = f'[[vc]]\nname = "v"\npath = ["a", "s:1", "s:3", "c"]\nnot_configured_at = ["{place}"]\n'
            text = three_hosts(vcs=vc, flows=datagrams("a", "2 ms") + datagrams("b", "3 ms"))
            rows, cards, results = files_of(text, *settings(run__duration='"13 ms"', run__level=level))
            cells = cells_balance(rows, cards, results)
            flow, other = results["network"]["flows"]
            assert flow["lost"] == {cause: flow["datagrams_sent"]} and flow["datagrams_sent"] > 5, (level, place, flow)
            assert other["lost"] == {} and other["datagrams_received"] == other["datagrams_sent"], other
            assert cells == ({} if place == "a" else {cause: 189 * flow["datagrams_sent"]}), (level, place, cells)
            assert {row["where"] for row in rows} == {place}, rows
            assert sum(int(row["octets"]) for row in rows) == 9028 * flow["datagrams_sent"], rows


def fragments_without_the_others_are_told():
    """Datagrams of three fragments over a bad line: each fragment that came has the cause that the
    others did not.
    """
    text = three_hosts(flows=datagrams("a", "5 ms", 25000))
    rows, cards, results = files_of(text, *settings(link__c__to_c__cell_loss=0.0005, run__duration='"2 s"'))
    cells_balance(rows, cards, results)
    flow, line = results["network"]["flows"][0], results["network"]["packets"][0]
    lost = flow["datagrams_sent"] - flow["datagrams_received"]
    assert lost > 20 and flow["lost"]["reassembly"] + flow["lost"]["line_error"] == 3 * lost, flow
    assert line["dropped_in_hosts"] == {"reassembly": flow["lost"]["reassembly"]} and line["balances"], line
    assert flow["datagrams_sent"] * (25008 + 3 * 20) == sum(sums(rows, "octets").values()) + flow["datagrams_received"] * 25068, rows


def a_queue_for_each_connection_is_fair():
    """One sends as fast as it can, one a quarter of the line: of one queue both lose alike, of two
    only who sends too much.
    """
    flows = datagrams("a", "0 us") + datagrams("b", "2200 us")
    found = {}
    for queues in ("port", "vc"):
        rows, cards, results = files_of(three_hosts(port=f'queues = "{queues}"\nqueue_cells = 100\nepd_cells = 20', flows=flows), *settings(run__duration='"1 s"'))
        cells_balance(rows, cards, results)
        found[queues] = [1 - f["datagrams_received"] / f["datagrams_sent"] for f in results["network"]["flows"]]
    print("lost:", {queues: [f"{share:.4f}" for share in lost] for queues, lost in found.items()})
    assert found["vc"][1] == 0 and found["vc"][0] > 0.1, found
    assert found["port"][1] > 0.1, found


def policing_drops_what_no_shaper_holds_back():
    results = run("eberhardt_wan", *settings(vc__vc0__peak_cell_rate='"0 b/s"', run__duration='"10 s"'), expect=1)  # nothing comes through
    assert results["network"]["packets"][0]["dropped"]["policing"] > 0
    assert run("eberhardt_wan", *settings(run__duration='"10 s"'))["network"]["packets"][0]["dropped"] == {}


def cells_above_the_contract_are_reported():
    """Whether the policer sees them, or tolerance and gaps of the card hide them."""
    def warnings(**keys):
        return run("eberhardt_wan", *settings(run__duration="2 s", **keys))["warnings"]

    assert warnings() == []
    [hidden] = warnings(vc__vc0__police='"48.5 Mb/s"')
    assert hidden.startswith("vc0: cells are sent at 50.000 Mb/s, 3.1 % above the contract of 48.500 Mb/s.") and "drops nothing" in hidden, hidden
    [seen] = warnings(vc__vc0__police='"48.5 Mb/s"', host__sender__nic__shaped_gap_us=0)
    assert seen.endswith("the policer drops cells when PDUs follow each other."), seen
    results = run("eberhardt_wan", *settings(run__duration="2 s", vc__vc0__police='"48.5 Mb/s"', vc__vc0__police_tolerance='"45 us"'), expect=(0, 1))
    assert results["network"]["packets"][0]["dropped"]["policing"] > 0 and "drops cells" in results["warnings"][0], results["warnings"]


def a_policer_sees_the_gaps_of_the_shaper():
    """Cells in slots of the line need a tolerance of one slot. Time after each cell instead of after
    each PDU keeps the contract that cells at the peak rate violate.
    """
    def policed(**keys):
        results = run("shaper_gaps", *settings(run__duration='"2 s"', **keys), expect=(0, 1))
        return results["network"]["packets"][0]["dropped"].get("policing", 0)

    assert policed() == 0
    assert policed(vc__vc0__police_tolerance='"0 us"') > 0
    assert policed(vc__vc0__police_tolerance='"0 us"', defaults__host__nic__shaper="even") == 0
    late = {"vc__vc0__police": '"48.5 Mb/s"', "host__sender__nic__shaped_gap_us": 0}
    found = [run("eberhardt_wan", *settings(run__duration="2 s", **late, **keys), expect=(0, 1)) for keys in ({}, {"host__sender__nic__shaped_cell_us": 3.7})]
    assert [len(results["warnings"]) for results in found] == [1, 0]
    assert [results["network"]["packets"][0]["dropped"].get("policing", 0) > 0 for results in found] == [True, False]


def a_lossless_capture_pleases_tshark():
    """Checksums are right, and the analysis of sequence numbers finds nothing."""
    if not shutil.which("tshark"):
        return print("no tshark")
    with tempfile.TemporaryDirectory() as folder:
        file = f"{folder}/c.pcapng"
        for host in ("a", "b"):
            niclab("run", EXPERIMENTS / "pair.toml", "--quiet", "--out", folder, "--pcap", file, "--pcap-taps", f"ip:{host}", *settings(run__duration='"300 ms"'))
            told = subprocess.run(["tshark", "-r", file, "-o", "tcp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE", "-T", "fields", "-e", "ip.checksum.status",
                                   "-e", "tcp.checksum.status", "-e", "tcp.analysis.flags", "-e", "_ws.expert.message"],
                                  capture_output=True, text=True, check=True).stdout
            lines = told.splitlines()
            assert len(lines) > 100, told
            wrong = [x for x in lines if not x.startswith("1\t1\t") or re.search(r"not captured|retransmission|out-of-order|duplicate", x, re.I)]
            assert not wrong, wrong[:3]


TREE_HOSTS = 50  # of each side
TREE_SECONDS = 60 if "--long" in sys.argv else 15


def a_hundred_hosts_share_a_bottleneck_fairly():
    """A tree of switches, a flow of each pair in both directions, 20 000 cells of queue with EPD
    before the line they share.
    """
    text = f"""[run]\nlevel = "coarse"\nduration = "{TREE_SECONDS} s"\njitter = "500 ms"\n[network]\nip = "lane"\n[defaults.host]\nsoftware = "solaris25"\n"""
    text += "".join(f'[[switch]]\nname = "{n}"\nports = {TREE_HOSTS + 1}\nqueue_cells = 20000\nepd_cells = 16000\n' for n in ("left", "right"))
    text += f'[[link]]\nname = "trunk"\nends = ["left:{TREE_HOSTS + 1}", "right:{TREE_HOSTS + 1}"]\ndelay = "9 ms"\n'
    for k in range(TREE_HOSTS):
        for side, switch in (("a", "left"), ("b", "right")):
            text += f'[[host]]\nname = "{side}{k}"\n[[link]]\nends = ["{side}{k}", "{switch}:{k + 1}"]\ndelay = "{k * 10} us"\n'
    for k in range(TREE_HOSTS):
        text += f'[[flow]]\nfrom = "a{k}"\nto = "b{k}"\n[[flow]]\nfrom = "b{k}"\nto = "a{k}"\n'
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as f:
        f.write(text)
        f.flush()
        results = run(f.name)
    network = results["network"]
    for side in ("a", "b"):
        rates = [g["mbit_s"] for g in network["flows"] if g["from"].startswith(side)]
        jain = sum(rates) ** 2 / len(rates) / sum(r * r for r in rates)
        print(f"from {side}: {sum(rates):.1f} Mb/s, Jain's index {jain:.4f}")
        assert jain > 0.9
    line = network["packets"][0]
    print(line, f"{results['speed']['packets'] / results['provenance']['wall_s']:.0f} packets/s")
    assert line["balances"] and line["dropped"].get("epd", 0) > 0


def the_same_bytes_again():
    found = []
    for seed in (1, 1, 2):
        results = run("pair", "--seed", seed, *settings(link__line__to_b__cell_loss=0.00002))
        results.pop("provenance")
        found.append(json.dumps(results))
    assert found[0] == found[1] != found[2]


BAD = [('host.a.software="linux99"', "linux20"), ('host.a.profile="pentum"', "ppro200"), ('flow.stream.to="c"', "unknown host 'c'"), 
       ('flow.stream.kind="ftp2"', "tcp_stream"),
       ("flow.stream.mesage=1", "message"), ('host.a.address="10.0.0"', "10.0.0.1"), ("link.line.rate=5", "quantity"), ('link.line.ends=["a","a"]', "two different"),
       ("host.a.tcp.ack_limit=0", "1 to")]
BAD_VCS = [('vc.v.not_configured_at=["b"]', "unknown host or switch of this path 'b'"), ('switch.s.queues="cell"', "vc")]


def bad_input_is_refused_in_one_sentence():
    for setting, wanted in BAD:
        with tempfile.TemporaryDirectory() as out:
            done = niclab("run", EXPERIMENTS / "pair.toml", "--set", setting, "--out", f"{out}/x", expect=2)
            assert wanted in done.stderr and len(done.stderr.strip().splitlines()) == 1, (setting, done.stderr)
            assert not pathlib.Path(out, "x").exists(), setting
    for setting, wanted in BAD_VCS:
        with tempfile.TemporaryDirectory() as out:
            path = pathlib.Path(out) / "x.toml"
            path.write_text(three_hosts(vcs='[[vc]]\nname = "v"\npath = ["a", "c"]\n', flows=datagrams("a", "1 ms")))
            done = niclab("run", path, "--set", setting, "--out", f"{out}/x", expect=2)
            assert wanted in done.stderr and len(done.stderr.strip().splitlines()) == 1, (setting, done.stderr)
    bridge = (EXPERIMENTS / "lane_bridge.toml").read_text()
    for text, wanted in ((bridge.replace("[[link]]", "[[lnk]]"), 'lnk: unknown key; did you mean "link"?'),
                         (bridge.replace("[[flow]]", "[[flw]]"), "flw: unknown key"),
                         (f'{bridge}\n[[switch]]\nname = "catalyst"\n', "already in use")):
        with tempfile.TemporaryDirectory() as out:
            path = pathlib.Path(out) / "x.toml"
            path.write_text(text)
            assert wanted in niclab("run", path, expect=2).stderr, wanted


def a_sweep_varies_a_window():
    with tempfile.TemporaryDirectory() as out:
        niclab("sweep", EXPERIMENTS / "pair.toml", "--vary", "flow.stream.socket_buffer=9140,65535", "--out", out, "--quiet",
               *settings(link__line__delay='"5 ms"'))
        rows = (pathlib.Path(out) / "sweep.csv").read_text().splitlines()
        place = rows[0].split(",").index("mbps")
        small, large = (float(row.split(",")[place]) for row in rows[1:])
        assert 4 < large / small < 9, (small, large)


def runs_have_means_of_the_rates():
    """The mean of each flow with Student's interval; a note where run.confidence ends with an unknown one."""
    coax = settings(flow__flow0__octets=50_000, flow__flow1__octets=50_000)  # two senders collide, each run in its own way
    three = run("coax_ttcp", "--runs", 3, *coax)
    for mean in three["confidence"]["flows"]:
        rates = [f["mbit_s"] for f in three["network"]["flows"] if f["name"] == mean["flow"]]
        half = 4.302653 * statistics.stdev(rates) / math.sqrt(3)
        assert len(rates) == mean["runs"] == 3 and math.isclose(mean["mean_mbit_s"], statistics.fmean(rates), abs_tol=1e-5), (mean, rates)
        assert half > 0 and math.isclose(mean["half_width_mbit_s"], half, abs_tol=1e-4), (mean, half)
    assert "confidence" not in run("coax_ttcp", *coax)
    ended = run("coax_ttcp", *coax, *settings(run__confidence__level=95, run__confidence__width=0.01, run__confidence__max_runs=4))
    assert ended["runs"] == 4 and not any(mean["known"] for mean in ended["confidence"]["flows"]), ended["confidence"]
    assert sum("run.confidence: after 4 runs the interval of the mean rate of flow" in note for note in ended["warnings"]) == 2, ended["warnings"]


def keys_without_an_effect_are_reported():
    notes = {"run.duration=2 s": "run.duration ends nothing here", "network.ip=lane": "network.ip has no effect here: no link is one of ATM."}
    for setting, note in notes.items():
        assert any(note in warning for warning in run("ttcp_isa", "--set", setting)["warnings"]), setting
        assert not any(note in warning for warning in run("pair", "--set", setting)["warnings"]), setting


check_all([a_window_over_190_ms_carries_its_segments, a_wide_window_fills_the_line, ledgers_balance_with_losses, a_flow_that_never_begins_is_given_up,
           a_machine_has_a_system_of_its_own, two_pings_of_a_host_do_not_mix,
           each_lost_packet_is_of_one_flow_place_and_cause, each_lost_cell_has_a_cause, interrupts_that_leave_no_time_lose_packets_above_them,
           a_connection_that_nobody_has_set_up_is_told,
           fragments_without_the_others_are_told, a_queue_for_each_connection_is_fair, policing_drops_what_no_shaper_holds_back, a_policer_sees_the_gaps_of_the_shaper,
           cells_above_the_contract_are_reported,
           a_lossless_capture_pleases_tshark, a_hundred_hosts_share_a_bottleneck_fairly, the_same_bytes_again, bad_input_is_refused_in_one_sentence,
           a_sweep_varies_a_window, runs_have_means_of_the_rates, keys_without_an_effect_are_reported])
