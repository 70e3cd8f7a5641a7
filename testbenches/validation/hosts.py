"""Hosts at the coarse level: long lines, windows, ledgers, captures tshark accepts, a hundred hosts, bad input, the same bytes again."""
import csv
import json
import pathlib
import re
import shutil
import subprocess
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
    """Six whole segments of 9140 octets fit into a window of 6 segments, a round trip takes 190 ms and six segments' time."""
    results = run("wan", *settings(flow__flow0__socket_buffer=6 * MSS, flow__flow0__message=6 * MSS, host__a__tcp__ack_limit=1, host__b__tcp__ack_limit=1,
                                   host__b__tcp__update_segments=1))
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


def each_lost_packet_is_of_one_flow_place_and_cause():
    """A sender over a bad line and one that finds a port of 64 cells full: sums over places are those over flows and those of the ledgers."""
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
        return found

    ledger = network["packets"][0]
    assert summed("cause") == {**ledger["dropped"], **ledger["dropped_in_hosts"]}, (rows, ledger)
    assert {f["name"]: f["lost"] for f in network["flows"]} == {name: summed("cause", flow=name) for name in ("blind", "careful")}, rows
    assert summed("cause", flow="careful").keys() == {"switch_queue"}, rows
    assert summed("cause", flow="blind").keys() == {"line_error"} and summed("where", flow="blind").keys() == {"c"}, rows
    assert summed("where", flow="careful")["s"] > 0, rows
    blind = network["flows"][0]
    assert blind["datagrams_sent"] - blind["datagrams_received"] == sum(blind["lost"].values()), blind
    assert all(int(row["octets"]) == 9028 * int(row["packets"]) for row in rows if row["flow"] == "blind"), rows


def policing_drops_what_no_shaper_holds_back():
    results = run("eberhardt_wan", *settings(vc__vc0__peak_cell_rate='"0 b/s"', run__duration='"10 s"'), expect=1)  # nothing comes through
    assert results["network"]["packets"][0]["dropped"]["policing"] > 0
    assert run("eberhardt_wan", *settings(run__duration='"10 s"'))["network"]["packets"][0]["dropped"] == {}


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


def a_hundred_hosts_share_a_bottleneck_fairly():
    """A tree of switches, a flow of each pair in both directions, 20 000 cells of queue with EPD before the line they share."""
    text = """[run]\nlevel = "coarse"\nduration = "60 s"\njitter = "500 ms"\n[network]\nip = "lane"\n[defaults.host]\nsoftware = "solaris25"\n"""
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


BAD = [('host.a.software="linux99"', "linux20"), ('host.a.profile="pentum"', "ppro200"), ('flow.stream.to="c"', "a host wanted"), 
       ('flow.stream.kind="ftp2"', "tcp_stream"),
       ("flow.stream.mesage=1", "message"), ('host.a.address="10.0.0"', "10.0.0.1"), ("link.line.rate=5", "quantity"), ('link.line.ends=["a","a"]', "two different"),
       ("host.a.tcp.ack_limit=0", "1 to")]


def bad_input_is_refused_in_one_sentence():
    for setting, wanted in BAD:
        with tempfile.TemporaryDirectory() as out:
            done = niclab("run", EXPERIMENTS / "pair.toml", "--set", setting, "--out", f"{out}/x", expect=2)
            assert wanted in done.stderr and len(done.stderr.strip().splitlines()) == 1, (setting, done.stderr)
            assert not pathlib.Path(out, "x").exists(), setting


def a_sweep_varies_a_window():
    with tempfile.TemporaryDirectory() as out:
        niclab("sweep", EXPERIMENTS / "pair.toml", "--vary", "flow.stream.socket_buffer=9140,65535", "--out", out, "--quiet",
               *settings(link__line__delay='"5 ms"'))
        rows = (pathlib.Path(out) / "sweep.csv").read_text().splitlines()
        place = rows[0].split(",").index("mbps")
        small, large = (float(row.split(",")[place]) for row in rows[1:])
        assert 4 < large / small < 9, (small, large)


check_all([a_window_over_190_ms_carries_its_segments, a_wide_window_fills_the_line, ledgers_balance_with_losses,
           each_lost_packet_is_of_one_flow_place_and_cause, policing_drops_what_no_shaper_holds_back,
           a_lossless_capture_pleases_tshark, a_hundred_hosts_share_a_bottleneck_fairly, the_same_bytes_again, bad_input_is_refused_in_one_sentence,
           a_sweep_varies_a_window])
