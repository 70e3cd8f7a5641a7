"""TCP over Ethernet cards at their signals: every card in half and full duplex, other flows, a hub, a
switch, a LANE bridge, coarse cards at the other end. Ledgers of packets, octets and CPU time are
exact, and each loss has a cause. The coarse card with the times of a card is as fast as the card.
"""
import csv
import itertools
import json
import math
import pathlib
import re
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor

from capture_blocks import read
from common import ROOT, balances, check_all, niclab, settings

EXPERIMENTS = ROOT / "testbenches/experiments"
HALF = ("ne2000", "wd8013", "at_lantic", "rtl8029", "at1500", "am79c970a", "3c579")
BOTH = ("3c509", "3c595", "3c595_master", "3c597", "3c905", "3c905b")
FULL = {"host__a__cycle__nic__etherlink__duplex": '"full"', "host__b__cycle__nic__etherlink__duplex": '"full"', "link__link0__duplex": "full"}
FAST = {f"host__{h}__cycle__nic__etherlink__speed": '"100 Mb/s"' for h in "ab"}
SHORT = {"flow__flow0__octets": 60_000}
FULL_BRIDGE = {"host__pc__cycle__nic__etherlink__duplex": '"full"', "link__link1__duplex": "full"}


def run(name, *more, **keys):
    """(results, its CSV files as text) of an experiment with these keys."""
    with tempfile.TemporaryDirectory() as out:
        niclab("run", EXPERIMENTS / f"{name}.toml", "--quiet", "--out", out, *more, *settings(**keys))
        files = {p.name: p.read_text() for p in pathlib.Path(out).iterdir() if p.suffix == ".csv"}
        return json.loads((pathlib.Path(out) / "results.json").read_text()), files


def run_flow(flow):
    """The results of ttcp_isa with another flow."""
    text = (EXPERIMENTS / "ttcp_isa.toml").read_text()
    with tempfile.TemporaryDirectory() as folder:
        file, out = pathlib.Path(folder) / "other.toml", pathlib.Path(folder) / "out"
        file.write_text(text[: text.index("[[flow]]")] + f'[[flow]]\nfrom = "a"\nto = "b"\n{flow}\n')
        niclab("run", file, "--quiet", "--out", out)
        return json.loads((out / "results.json").read_text())


def cards(card, other=None):
    return {"host__a__card": card, "host__b__card": other or card}


def whole_transfer(card, **keys):
    results, files = run("ttcp_isa", **cards(card), **SHORT, **keys)
    balances(results)
    flow, packets = results["network"]["flows"][0], results["network"]["packets"][0]
    assert flow["octets"] == SHORT["flow__flow0__octets"] and results["level"] == "cycle", flow
    assert not packets["dropped"] and packets["in_flight"] == 0 and flow["retransmitted"] == 0, packets
    a, b = csv.DictReader(files["ports.csv"].splitlines())
    assert (a["frames_sent"], b["frames_sent"]) == (b["frames_received"], a["frames_received"]), (a, b)
    frames = int(a["frames_sent"]) + int(b["frames_sent"])  # the last ack may leave after the flow's end
    assert packets["sent"] - 2 <= frames <= packets["sent"], (a, b, packets)
    assert int(a["attempts"]) == int(a["frames_sent"]) + int(a["collisions"]), a
    assert {a["duplex"], b["duplex"]} == {"full" if "link__link0__duplex" in keys else "half"}, (a, b)
    return flow["mbit_s"]


def every_card_carries_a_tcp():
    plans = [(card, {}) for card in (*HALF, *BOTH)] + [(card, FULL) for card in BOTH]
    with ThreadPoolExecutor() as pool:
        rates = dict(zip([(card, bool(more)) for card, more in plans], pool.map(lambda p: whole_transfer(p[0], **p[1]), plans), strict=True))
    assert all(0.5 < rate < 9.6 for rate in rates.values()), rates
    assert rates["3c509", True] > rates["3c509", False], rates


def fast_ethernet_is_faster():
    assert whole_transfer("3c595_master", **FULL, **FAST, link__link0__rate='"100 Mb/s"') > whole_transfer("3c595_master", **FULL)


def other_flows_use_the_same_cards():
    flows = {"ftp": {"octets": 60_000}, "tcp_stream": {"octets": 60_000}, "tcp_rr": {"transactions": 20}, "ping": {"transactions": 3, "interval": '"10 ms"'}}
    for kind, more in flows.items():
        results = run_flow("\n".join(f"{key} = {value}" for key, value in {"kind": f'"{kind}"', **more}.items()))
        balances(results)
        assert not results["network"]["packets"][0]["dropped"], results["network"]["packets"]


def packets_of_two_programs_keep_their_order():
    """A driver sends the oldest packet, whichever program or protocol got the CPU for it. No seed loses
    a segment between two stations that hear each other in time.
    """
    text = """[run]\nlevel = "cycle"\nduration = "200 ms"\n[defaults.host]\nprofile = "p100"\nsoftware = "linux20"\ncard = "3c595"
[[host]]\nname = "a"\n[[host]]\nname = "b"\n[[link]]\nends = ["a", "b"]
[[flow]]\nname = "load"\nfrom = "a"\nto = "b"\nsocket_buffer = 32768
[[flow]]\nname = "requests"\nkind = "tcp_rr"\nfrom = "a"\nto = "b"\ntransactions = 100\n"""
    for seed in range(2, 8):
        results, files = run_text(text, "--seed", seed)
        balances(results)
        assert len(files["drops.csv"].splitlines()) == 1, (seed, files["drops.csv"])
        assert all(flow["retransmitted"] == 0 for flow in results["network"]["flows"]), (seed, results["network"]["flows"])


def a_refused_packet_is_sent_when_the_card_has_room():
    """A driver has no room for a packet while another one waits for the CPU. Afterwards it has room again,
    although its FIFO was never full: both flows go on.
    """
    text = """[run]\nlevel = "cycle"\nduration = "20 ms"\n[defaults.host]\nprofile = "p100"\nsoftware = "linux20"\ncard = "3c509"
[[host]]\nname = "a"\n[[host]]\nname = "b"\n[[link]]\nends = ["a", "b"]
[[flow]]\nname = "load"\nfrom = "a"\nto = "b"\nsocket_buffer = 32768
[[flow]]\nname = "echoes"\nkind = "ping"\nfrom = "a"\nto = "b"\ntransactions = 20\ninterval = "1 ns"\n"""
    for seed in range(1, 4):
        load, echoes = run_text(text, "--seed", seed)[0]["network"]["flows"]
        assert load["octets"] > 10_000 and echoes["transactions"] == 20, (seed, load, echoes)


def coarse_and_cycle_agree():
    keys = {"flow__flow0__octets": 300_000, **cards("3c509")}
    cycle, coarse = (run("ttcp_isa", **keys, run__level=level)[0]["network"] for level in ("cycle", "coarse"))
    for name, tolerance in (("octets", 0), ("segments", 0.02), ("mbit_s", 0.15)):
        values = [n["flows"][0][name] for n in (cycle, coarse)]
        assert abs(values[0] / values[1] - 1) <= tolerance, (name, values)


def a_coarse_card_at_the_other_end():
    for end in "ab":
        results, files = run("ttcp_isa", **SHORT, **{f"host__{end}__level": "coarse", f"host__{end}__card": "3c509_like"})
        balances(results)
        assert results["level"] == "mixed" and not results["network"]["packets"][0]["dropped"], results["network"]["packets"]
        assert len(list(csv.DictReader(files["ports.csv"].splitlines()))) == 2


def six_hosts_share_a_hub():
    for more in ({}, {"network__arp": "exchange"}, {"host__f__level": "coarse", "host__f__card": "3c509_like"}):
        results, files = run("hub", **{f"flow__flow{k}__octets": 50_000 for k in range(3)}, **more)
        balances(results)
        packets = results["network"]["packets"][0]
        assert packets["copies"] == 4 * (packets["sent"] - sum(packets["dropped"].values())), packets  # five stations receive each frame
        assert packets["filtered"] > 0 and set(packets["dropped"]) <= {"excessive_collisions", "late_collision"}, packets
        ports = list(csv.DictReader(files["ports.csv"].splitlines()))
        assert len(ports) == 6 and sum(int(p["collisions"]) for p in ports) > 0, ports


COAX = {f"flow__flow{k}__octets": 50_000 for k in range(2)}


def run_text(text, *more, expect=0, **keys):
    """(results, its CSV files as text), or the error, of an experiment with this text."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "made.toml"
        file.write_text(text)
        if not expect:
            return run(file.with_suffix(""), *more, **keys)
        return niclab("run", file, *more, *settings(**keys), expect=expect).stderr


def a_file_needs_no_level():
    """The flows select the hosts, and the name of a card its level."""
    for name, level, keys in (("ttcp_isa", "cycle", SHORT), ("ttcp_isa", "mixed", SHORT | {"host__b__card": "3c509_like"}), ("pair", "coarse", {}),
                              ("ethernet_segment", "segment", {"run__duration": '"20 ms"'}), ("echo", None, {"run__runs": 3})):
        text = (EXPERIMENTS / f"{name}.toml").read_text()
        of_file, files = run_text(text, **keys) if level != "mixed" else run(name, **keys, host__b__level="coarse")
        found, same = run_text(re.sub(r'(?m)^level = "(coarse|cycle|segment)"\n', "", text, count=1), **keys)
        assert found.get("level") == of_file.get("level") == level and "level" not in found["config"]["run"], (name, found.get("level"))
        assert same == files, (name, [file for file in files if same.get(file) != files[file]])
    text = (EXPERIMENTS / "ttcp_isa.toml").read_text().replace('level = "cycle"\n', "")
    said = run_text(text, expect=2, host__b__card="ne200")
    assert "unknown card 'ne200' (did you mean \"ne2000\"?); expected one of 3c509, 3c509_like" in said, said


def three_stations_share_a_coax():
    for more in ({}, {"network__arp": "exchange"}, {"segment__thinnet__kind": "repeater"}):
        results, files = run("coax_ttcp", **COAX, **more)
        balances(results)
        packets = results["network"]["packets"][0]
        assert packets["copies"] == packets["sent"] - sum(packets["dropped"].values()), packets  # two stations receive each frame
        assert packets["filtered"] > 0 and set(packets["dropped"]) <= {"excessive_collisions", "late_collision"}, packets
        ports = list(csv.DictReader(files["ports.csv"].splitlines()))
        assert [p["port"] for p in ports] == ["a", "b", "c"] and {p["peer"] for p in ports} == {"thinnet"}, ports
        assert sum(int(p["collisions"]) for p in ports) > 0 and results["checks"]["csma"]["violations_seen"] == 0, ports
        for flow in results["network"]["flows"]:  # once, though two stations of the flow are on it
            assert [use["who"] for use in flow["uses"] if use["of"] == "line"] == ["thinnet"], flow["uses"]
    with tempfile.TemporaryDirectory() as folder:  # own MACs have waveforms, and observing changes nothing
        wave = pathlib.Path(folder) / "w.vcd"
        observed, plain = run("coax_ttcp", "--vcd", wave, "--vcd-from", "20000", "--vcd-to", "21000", **COAX), run("coax_ttcp", **COAX)
        assert observed[1] == plain[1] and observed[0]["network"] == plain[0]["network"], "changed by a waveform"
        assert all(f"$scope module {host} $end" in wave.read_text() for host in ("a", "b", "c"))  # c is coarse: only its MAC


def frames_cross_a_coax_at_its_speed():
    """An echo takes the cable twice; a bit of 100 ns is the step of the clocks of both stations."""
    pings = (EXPERIMENTS / "coax_ttcp.toml").read_text().split("[[flow]]")[0] + '[[flow]]\nkind = "ping"\nfrom = "a"\nto = "b"\ntransactions = 20\ninterval = "5 ms"\n'
    times = [run_text(pings, segment__thinnet__stations__station1__at=at)[0]["network"]["flows"][0]["rtt_p50_us"] for at in ("3 m", "1003 m")]
    assert abs(times[1] - times[0] - 2 * 1000 * 5.14e-3) < 0.5, times


def a_repeater_of_a_segment_is_a_hub():
    """The same cables, (700 ns - 100 ns) / 5 ns/m, and the same names: the same bytes."""
    hub = (EXPERIMENTS / "hub.toml").read_text().replace('"]\n[[link]]', '"]\ndelay = "700 ns"\n[[link]]').replace('"hub:6"]', '"hub:6"]\ndelay = "700 ns"')
    before, rest = hub.split("[[switch]]")
    stations = "".join(f'  {{ host = "{host}", at = "120 m" }},\n' for host in "abcdef")
    segment = f'{before}[[segment]]\nname = "hub"\nkind = "repeater"\nns_per_m = 5\nstations = [\n{stations}]\n[[flow]]' + rest.split("[[flow]]", 1)[1]
    (_, one), (_, other) = (run_text(text, **{f"flow__flow{k}__octets": 20_000 for k in range(3)}) for text in (hub, segment))
    assert one["flows.csv"] == other["flows.csv"] and one["tcp.csv"] == other["tcp.csv"]
    assert [row.split(",")[3:] for row in one["ports.csv"].splitlines()] == [row.split(",")[3:] for row in other["ports.csv"].splitlines()]


def two_cables():
    text = (EXPERIMENTS / "coax_ttcp.toml").read_text()
    text = text.replace('{ host = "c", at = "2.5 m" }', '{ host = "s:1", at = "2.5 m" }')
    text = text.replace("[[flow]]", '''[[segment]]
name = "other"
stations = [{ host = "s:2", at = "0 m" }, { host = "c", at = "50 m" }]
[[switch]]
name = "s"
kind = "ethernet"
[[flow]]''', 1)
    return text


def a_switch_connects_two_cables():
    results, files = run_text(two_cables(), **COAX)
    balances(results)
    assert {p["port"]: p["peer"] for p in csv.DictReader(files["ports.csv"].splitlines())} == {
        "a": "thinnet", "b": "thinnet", "s:1": "thinnet", "s:2": "other", "c": "other"}


def wrong_segments_are_refused():
    station = "segment__thinnet__stations__station1"
    text = (EXPERIMENTS / "coax_ttcp.toml").read_text()
    link = '[[link]]\nends = ["a", "b"]\n[[segment]]'
    for changed, keys, words in (
            (text, {f"{station}__host": '"x"'}, "unknown host or switch 'x' (did you mean \"a\"?); expected one of a, b, c"),
            (text, {f"{station}__host": '"a"'}, "a second station of this host; expected one station per host"),
            (text, {"host__b__cycle__nic__etherlink__duplex": '"full"'}, "the card of b is for 10 Mb/s and full duplex; expected 10 Mb/s and half duplex"),
            (text, {"host__b__card": "82540em"}, "the card of b is for 1000 Mb/s"),
            (text, {"host__c__card": "pca200e_like"}, "'c' is ATM; expected a host with a card for Ethernet"),
            (text.replace('{ host = "c", at = "2.5 m" },', ""), {}, "no path from a to c; expected [[link]] or [[segment]] tables"),
            (text.replace("[[segment]]", link), {}, "'a' has another link; expected one link per card and port"),
            (text.replace('"thinnet"', '"a"'), {}, "already in use; expected another name"),
            (text, {f"{station}__at": '"20 km"'}, "expected"), (text, {"segment__thinnet__kind": "ring"}, 'expected one of coax, repeater'),
            (text, {"segment__thinnet__duplex": "full"}, "unknown")):
        refused = run_text(changed, expect=2, **keys)
        assert words in refused and refused.count("\n") == 1, refused


def loaded(text=None, **keys):
    """(results, ports by name, the flow of a TCP, the flow of frames) of coax_load, or of this text."""
    keys = {"flow__transfer__octets": 100_000, **keys}
    results, files = run_text(text, **keys) if text else run("coax_load", **keys)
    balances(results)
    transfer, load = results["network"]["flows"][:2]
    lost = [row for row in csv.DictReader(files["drops.csv"].splitlines()) if row["flow"] == "load"]
    assert load["datagrams_sent"] == load["datagrams_received"] + sum(int(row["packets"]) for row in lost), (load, lost)
    assert {row["cause"] for row in lost} <= {"excessive_collisions", "late_collision", "ip_queue"}, lost
    assert [h["name"] for h in results["network"]["hosts"]] == ["a", "b"] and results["checks"]["csma"]["violations_seen"] == 0
    assert {c["host"]: c["level"] for c in csv.DictReader(files["cards.csv"].splitlines())} == {"a": "cycle", "b": "cycle", "source": "mac", "sink": "mac"}
    return results, {p["port"]: p for p in csv.DictReader(files["ports.csv"].splitlines())}, transfer, load


def frames_of_macs_slow_a_tcp():
    """60 % of a cable cost a TCP most of its rate; the frames arrive as if it were not there."""
    few, many = (loaded(flow__load__interval=interval) for interval in ('"1 s"', '"2 ms"'))
    collisions = [sum(int(p["collisions"]) for p in ports.values()) for _, ports, _, _ in (few, many)]
    assert many[2]["mbit_s"] < 0.8 * few[2]["mbit_s"] and collisions[1] > 2 * collisions[0], (many[2], few[2], collisions)
    assert abs(many[3]["mbit_s"] / (1518 * 8 / 2000) - 1) < 0.15, many[3]
    assert "Mb/s of frames, from MAC to MAC" in many[0]["answer"][1], many[0]["answer"]
    assert many[0]["warnings"] == []
    noted = loaded(flow__load__duration='"100 ms"')[0]["warnings"]
    assert len(noted) == 1 and re.fullmatch(r"flow\.load\.duration: load ended at 0\.1\d* s, and transfer lasted until 0\.\d+ s: for \d\d % of its "
                                            r"time it was without this load\.", noted[0]), noted
    taps = (EXPERIMENTS / "coax_load.toml").read_text().replace("[[segment]]", '[[host]]\nname = "tap"\nlevel = "mac"\n[[segment]]').replace(
        "stations = [", 'stations = [\n  { host = "tap", at = "60 m" },')
    tapped, _ = run_text(taps, flow__transfer__octets=20_000)
    assert [p["frames_received"] for p in tapped["network"]["ports"] if p["port"] == "tap"][0] > 10  # without a flow it only receives
    _, _, _, refused = loaded(flow__load__interval='"1.2 ms"', flow__load__queue=2)
    assert refused["lost"]["ip_queue"] > 0 and refused["limit"]["text"].endswith("of its frames lost"), refused
    assert int(many[1]["sink"]["frames_received"]) >= many[3]["datagrams_received"]  # its MAC receives the frames of all


def macs_load_hubs_and_switches():
    text = (EXPERIMENTS / "coax_load.toml").read_text()
    before, flows = text.split("[[segment]]")[0], "[[flow]]" + text.split("[[flow]]", 1)[1]
    for kind in ("hub", "ethernet"):
        links = "".join(f'[[link]]\nends = ["{host}", "s:{k}"]\n' for k, host in enumerate(("a", "b", "source", "sink"), 1))
        back = '[[flow]]\nkind = "periodic"\nfrom = "sink"\nto = "source"\ninterval = "100 ms"\nsizes = [64]\n'
        _, ports, transfer, load = loaded(f'{before}[[switch]]\nname = "s"\nkind = "{kind}"\n{links}{flows}{back}')
        assert transfer["octets"] == 100_000 and abs(load["mbit_s"] / 6 - 1) < 0.15, (transfer, load)
        heard = int(ports["b"]["frames_received"]) > load["datagrams_received"]
        assert heard == (kind == "hub"), (kind, ports["b"])  # the switch has learned the port of the sink


def a_saturated_mac_alone_is_as_fast_as_on_a_segment():
    """10 Mb/s x z / (z + 20) of frames of z octets, as at the segment level."""
    macs = "".join(f'[[host]]\nname = "{name}"\nlevel = "mac"\nppm = {ppm}\n' for name, ppm in (("a", 0), ("b", 100)))
    wire = '[[segment]]\nname = "wire"\nstations = [{ host = "a", at = "0 m" }, { host = "b", at = "100 m" }]\n'
    flow = '[[flow]]\nkind = "saturated"\nfrom = "{}"\nto = "{}"\nsizes = [{}]\n{}\n'
    for sender, receiver, octets, ppm in (("a", "b", 1518, 0), ("a", "b", 64, 0), ("b", "a", 1518, 100)):
        text = '[run]\nlevel = "coarse"\nduration = "50 ms"\n' + macs + wire + flow.format(sender, receiver, octets, "")
        results, _ = run_text(text)
        balances(results)
        rate = 10 * octets / (octets + 20) * (1 + ppm * 1e-6)
        assert abs(results["network"]["flows"][0]["mbit_s"] / rate - 1) < 1.5 * (octets + 20) * 8e-7 / 0.05, results["network"]["flows"]
        assert results["level"] == "cycle"
    results, _ = run_text('[run]\nlevel = "coarse"\n' + macs + wire + flow.format("a", "b", 64, "count = 100"))
    found = results["network"]["flows"][0]
    assert (found["datagrams_sent"], found["datagrams_received"], found["octets"]) == (100, 100, 6400), found


def wrong_macs_are_refused():
    text = (EXPERIMENTS / "coax_load.toml").read_text()
    mac = 'name = "source"\nlevel = "mac"\n'
    link = text.split("[[segment]]")[0] + '[[link]]\nends = ["source", "sink"]\n{}\n[[flow]]\nname = "load"' + text.split('name = "load"')[1]
    alone = '[[host]]\nname = "more"\nlevel = "mac"\n'
    for changed, keys, words in (
            (text + alone, {}, "host.more: only a MAC, without a link; expected a [[link]], or a station of a [[segment]]"),
            (text.replace("[[segment]]", alone + alone.replace("more", "m2") + '[[link]]\nends = ["more", "m2"]\n[[segment]]'), {},
             "host.more: only a MAC, alone with a host and without a flow; expected a flow from or to it, or a link to a switch"),
            (text, {"flow__transfer__to": '"sink"'}, "a host that is only a MAC; expected a host with a TCP, or kind ="),
            (text, {"flow__load__from": '"a"'}, "a host with a TCP for poisson frames; expected a host with level = \"mac\""),
            (text, {"flow__load__to": '"source"'}, "the sender itself; expected another host"),
            (text, {"flow__load__kind": "perform3"}, "unknown value; expected one of ftp, ping"),
            (text, {"flow__load__kind": "flood"}, "expected one of"),
            (text, {"host__source__mac__max_octets": 2000}, "longer frames than those of hosts with a TCP; expected at most 1518"),
            (text.replace(mac, mac + 'profile = "486dx2_66"\n'), {}, "host.source.profile"),
            (text, {"host__source__level": "cpu"}, "expected one of coarse, cycle, mac"),
            (text, {"flow__load__sizes": "[1519]"}, "at most 1518, mac.max_octets of host source"),
            (link.format('rate = "100 Mb/s"'), {}, "a host that is only a MAC with more than 10 Mb/s, or full duplex; expected 10 Mb/s"),
            (link.format('duplex = "full"'), {}, "a host that is only a MAC with more than 10 Mb/s, or full duplex; expected 10 Mb/s")):
        refused = run_text(changed, expect=2, **keys)
        assert words in refused and refused.count("\n") == 1, (words, refused)


def atm_and_ethernet_behind_a_bridge():
    results, _ = run("lane_bridge", "--level", "cycle", host__sun__cycle__card="pca200e_like", host__pc__cycle__card="ne2000", **SHORT)
    balances(results)
    assert {h["card"] for h in results["network"]["hosts"]} == {"pca200e_like", "ne2000"} and results["level"] == "cycle"
    assert results["network"]["packets"][0]["cells"]["balances"]


def fragments_shorter_than_lane_allows_cross_a_bridge():
    """The second fragment of an echo of 1473 octets has 21 octets: LANE pads it to 62, which are two cells."""
    text = (EXPERIMENTS / "lane_bridge.toml").read_text()
    text = text[: text.index("[[flow]]")] + '[[flow]]\nkind = "ping"\nfrom = "sun"\nto = "pc"\nmessage = 1473\ntransactions = 3\ninterval = "1 ms"\n'
    for keys in ({"run__level": "cycle", "host__sun__cycle__card": "idt77901", "host__pc__cycle__card": "3c597"}, {}):
        results, files = run_text(text, **keys)
        balances(results)
        assert results["network"]["flows"][0]["transactions"] == 3 and len(files["drops.csv"].splitlines()) == 1, (keys, files["drops.csv"])
        sent = {c["host"]: int(c["cells_sent"]) for c in csv.DictReader(files["cards.csv"].splitlines())}
        assert sent["sun"] == 3 * (32 + 2), (keys, sent)


def rules_of_buses_and_lines_are_checked():
    results, files = run("hub", **{f"flow__flow{k}__octets": 30_000 for k in range(3)}, host__f__level="coarse", host__f__card="3c509_like")
    checks = results["checks"]
    assert set(checks) == {"pci", "isa", "eisa", "csma"} and all(c["checked"] > 100 and c["violations_seen"] == 0 for c in checks.values()), checks
    attempts = sum(int(p["attempts"]) for p in csv.DictReader(files["ports.csv"].splitlines()))
    assert attempts <= checks["csma"]["checked"] <= attempts + 12, (attempts, checks["csma"]["checked"])
    coarse, _ = run("ttcp_isa", "--level", "coarse", **SHORT, **cards("3c509"))
    assert "checks" not in coarse


def waveforms_show_buses_and_change_nothing():
    with tempfile.TemporaryDirectory() as folder:
        wave, window = pathlib.Path(folder) / "w.vcd", ["--vcd-from", "20000", "--vcd-to", "21000"]
        short = {"flow__flow0__octets": 20_000}
        observed, plain = run("ttcp_isa", "--vcd", wave, *window, **short), run("ttcp_isa", **short)
        assert observed[1] == plain[1] and observed[0]["network"] == plain[0]["network"] and observed[0]["checks"] == plain[0]["checks"]
        text = wave.read_text()
        for scope in ("isa", "pci", "mac"):
            assert f"$scope module {scope} $end" in text, scope
        times = [int(line[1:]) for line in text.splitlines() if line.startswith("#")]
        assert len(times) > 1000, len(times)
    refused = niclab("run", EXPERIMENTS / "ttcp_isa.toml", "--level", "coarse", *settings(**cards("3c509")), "--vcd", "w.vcd", expect=2).stderr
    assert "--vcd: no signals to record" in refused, refused


def chains_of(files):
    """The spans of each packet in attribution.csv, by direction, run and number."""
    spans = csv.DictReader(files["attribution.csv"].splitlines())
    return {key: list(group) for key, group in itertools.groupby(spans, key=lambda s: (s["direction"], s["run"], s["pdu"]))}


def sum_exactly(results, files):
    """The chains of all packets that were delivered, after a check of their times."""
    chains = chains_of(files)
    assert len(chains) == sum(line["delivered"] for line in results["network"]["packets"]), len(chains)
    for chain in chains.values():
        assert all(a["end_ns"] == b["begin_ns"] for a, b in itertools.pairwise(chain)) and all(int(s["duration_fs"]) > 0 for s in chain), chain
        whole = float(chain[-1]["end_ns"]) - float(chain[0]["begin_ns"])  # with three decimals
        assert abs(time_of(chain) * 1e-6 - whole) < 0.0011, chain
    means = {}
    for share in results["attribution"]:
        means.setdefault(share["direction"], []).append(share["mean_us"])
    for direction, parts in means.items():
        times = [time_of(chain) for key, chain in chains.items() if key[0] == direction]
        assert math.isclose(math.fsum(parts), sum(times) / len(times) * 1e-9, rel_tol=1e-6), direction
    return chains


def time_of(spans):
    return sum(int(s["duration_fs"]) for s in spans)


SEEN = {"program.send", "sending_driver.copy", "tx_fetch", "medium_access.gap", "wire", "rx_ring", "rx_store", "interrupt", "receiving_driver.copy",
        "program.receive"}


def spans_sum_to_the_time_of_each_packet():
    seen = set()
    for card, more in (("ne2000", {}), ("3c509", FULL), ("at1500", {}), ("3c905b", {}), ("3c597", {"network__arp": "exchange"})):
        results, files = run("ttcp_isa", **cards(card), **SHORT, **more, run__runs=2)
        chains = sum_exactly(results, files)
        seen |= {s["id"] for chain in chains.values() for s in chain}
        for host, direction in (("a", "a_to_b"), ("b", "b_to_a")):
            of_run = [chain for key, chain in chains.items() if key[:2] == (direction, "0")]
            before_wire = [time_of(itertools.takewhile(lambda s: s["id"] != "wire", chain)) for chain in of_run]
            rows = csv.DictReader(files["cards.csv"].splitlines())
            measured = next(float(row["first_cell_us"]) for row in rows if (row["host"], row["run"]) == (host, "0"))
            assert math.isclose(sum(before_wire) / len(before_wire) * 1e-9, measured, rel_tol=1e-4), (card, host)
    assert seen >= SEEN, seen
    results, files = run("hub", **{f"flow__flow{k}__octets": 20_000 for k in range(3)})
    chains = sum_exactly(results, files)
    assert {key[0] for key in chains} == {f"{x}_to_{y}" for pair in ("ab", "cd", "ef") for x, y in (pair, pair[::-1])}
    assert any(s["id"] == "medium_access.deferral" for chain in chains.values() for s in chain)


def before(chain, *ids):
    """Femtoseconds up to the first span with one of these causes."""
    return time_of(itertools.takewhile(lambda s: s["id"] not in ids, chain))


def spans_cross_a_bridge_both_ways():
    """cards.csv has the mean time to the first bit of each card, counted independently."""
    cell_us = 424 / 149.76
    for card, other, more in (("ne2000", "pca200e_like", {}), ("3c509", "idt77901", FULL_BRIDGE), ("at1500", "eni155p_like", {"network__arp": "exchange"})):
        keys = {"host__pc__cycle__card": card, "host__sun__cycle__card": other, **SHORT, **more}
        results, files = run("lane_bridge", "--level", "cycle", "--attribution", **keys)
        balances(results)
        chains = sum_exactly(results, files)
        assert {key[0] for key in chains} == {"sun_to_pc", "pc_to_sun"}, card
        rows = {row["host"]: float(row["first_cell_us"]) for row in csv.DictReader(files["cards.csv"].splitlines())}
        for host, direction, first, cell in (("pc", "pc_to_sun", "wire", 0), ("sun", "sun_to_pc", "net.delay", cell_us)):
            times = [before(chain, first) for key, chain in chains.items() if key[0] == direction]
            assert math.isclose(sum(times) / len(times) * 1e-9 - cell, rows[host], rel_tol=1e-3), (card, direction, sum(times) / len(times), rows)
        for key, chain in chains.items():
            parts = {name: time_of(s for s in chain if s["id"] == name) * 1e-9 for name in ("net.transit", "net.frame", "net.reassembly", "wire")}
            assert parts["net.transit"] == 10, (key, parts)
            octets = 64 + 8  # of an acknowledgement with its preamble
            line, cells = ("net.frame", "net.reassembly") if key[0] == "sun_to_pc" else ("wire", None)
            assert parts[line] >= octets * 0.8 and (cells is None or parts[cells] > 0), (key, parts)
        plain, same = run("lane_bridge", "--level", "cycle", **keys)
        assert {**same, "attribution.csv": files["attribution.csv"]} == files and plain["network"] == results["network"], card
    with tempfile.TemporaryDirectory() as out:
        file, keys = pathlib.Path(out) / "t.json", settings(**SHORT, host__pc__cycle__card="ne2000", host__sun__cycle__card="pca200e_like")
        text = niclab("run", EXPERIMENTS / "lane_bridge.toml", "--level", "cycle", "--out", f"{out}/out", "--timeline", file,
                      "--what-if", "firmware=0", *keys).stdout
        slices = [e for e in json.loads(file.read_text())["traceEvents"] if e["ph"] == "X"]
        chains = chains_of({"attribution.csv": (pathlib.Path(out) / "out/attribution.csv").read_text()})
        assert len(slices) == sum(len(chain) for chain in chains.values()), len(slices)
        took = re.search(r"what if firmware cost nothing: it takes ([\d.]+) us of a packet and way instead of ([\d.]+)", " ".join(text.split()))
        assert took and float(took[1]) < float(took[2]), text


def spans_pass_switches_and_coarse_cards():
    for end in "ab":
        results, files = run("ttcp_isa", "--attribution", **SHORT, **{f"host__{end}__level": "coarse", f"host__{end}__card": "3c509_like"})
        ids = {key[0]: {s["id"] for s in chain} for key, chain in sum_exactly(results, files).items()}
        there, back = ids[f"{end}_to_{'ba'['ab'.index(end)]}"], ids[f"{'ba'['ab'.index(end)]}_to_{end}"]
        assert "coarse_sending.card" in there and {"wire", "coarse_receiving.card"} <= back, ids
    results, files = run("hub", "--attribution", host__f__level="coarse", host__f__card="3c509_like", **{f"flow__flow{k}__octets": 20_000 for k in range(3)})
    assert len({key[0] for key in sum_exactly(results, files)}) == 6
    results, files = run_text(two_cables(), "--attribution", **COAX)
    chains = chains_of(files)
    assert len(chains) >= results["network"]["packets"][0]["delivered"] - 2, (len(chains), results["network"]["packets"])  # copies have none
    through = [chain for key, chain in chains.items() if key[0] == "a_to_c"]
    assert through and all(time_of(s for s in chain if s["id"] == "net.transit") == 10e9 for chain in through), through[:1]


def a_timeline_shows_every_packet():
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "t.json"
        results, files = run("ttcp_isa", "--timeline", file, **SHORT)
        slices = [e for e in json.loads(file.read_text())["traceEvents"] if e["ph"] == "X"]
        assert len(slices) == sum(len(chain) for chain in chains_of(files).values()), len(slices)
        assert results["network"] == run("ttcp_isa", **SHORT)[0]["network"]


def a_stage_without_cost_is_simulated_again():
    with tempfile.TemporaryDirectory() as out:
        keys = settings(**SHORT, host__a__cycle__bridge="pentium133", host__b__cycle__bridge="pentium133")
        text = niclab("run", EXPERIMENTS / "ttcp_isa.toml", "--out", out, "--what-if", "interrupt=0", *keys).stdout
        before, after = (json.loads((pathlib.Path(out) / name / "results.json").read_text()) for name in ("", "what_if_interrupt"))
        waits = [sum(s["mean_us"] for s in r["attribution"] if s["id"] == "interrupt") for r in (before, after)]
        assert "what if interrupt cost nothing: it takes" in text and waits[1] < waits[0], (text, waits)


TRIGGER = """clock = "a.pci.CLK"
order = ["begins", "ends", "done"]
start = "begins"
stop = "ends"
[channels]
TXEN = "a.nic.mac.TXEN"
[patterns]
on = "TXEN=1"
off = "TXEN=0"
[states.begins]
find = "on"
[states.ends]
find = "off"
[states.done]
"""


def times_of(wave):
    return [int(line[1:]) for line in wave.read_text().splitlines() if line.startswith("#")]


def events_choose_the_window_of_a_waveform():
    short, with_window = {"flow__flow0__octets": 6_000}, {}
    with tempfile.TemporaryDirectory() as folder:
        wave, trigger = pathlib.Path(folder) / "w.vcd", pathlib.Path(folder) / "trigger.toml"
        trigger.write_text(TRIGGER)
        plain, files = run("ttcp_isa", **short)
        for name, options in (("trigger", ["--vcd-trigger", trigger]), ("packet", ["--vcd-from-packet", "3", "--vcd-to", "100000"])):
            observed, _ = run("ttcp_isa", "--vcd", wave, *options, **short)
            assert observed["network"] == plain["network"] and observed["attribution"] == plain["attribution"], name
            with_window[name] = times_of(wave)
        first = next(chain for key, chain in chains_of(files).items() if key[0] == "a_to_b")
        frame = next(s for s in first if s["id"] == "wire")
        window = with_window["trigger"][-1] - with_window["trigger"][0]  # VCD counts picoseconds
        assert 0 < float(frame["duration_fs"]) * 1e-3 - window < 1e6, (frame, window)
        assert with_window["packet"][-1] > with_window["packet"][0] > with_window["trigger"][0], with_window
        wave.unlink()
        text = niclab("run", EXPERIMENTS / "ttcp_isa.toml", "--out", folder, "--vcd", wave, "--vcd-around-warning", *settings(**short)).stdout
        assert "not written, because the run has no warning" in text and not wave.exists(), text
        refused = niclab("run", EXPERIMENTS / "ttcp_isa.toml", "--out", folder, "--vcd", wave, "--vcd-from-packet", "99999", *settings(**short), expect=2).stderr
        assert "--vcd-from-packet 99999: no such packet; expected less than" in refused, refused


ANALYZER = """
[analyzer]
clock = "a.pci.CLK"
arm = "a"
preset = "unlimited"
order = ["copies", "begins", "ends", "done"]
[analyzer.channels]
TXEN = "a.nic.mac.TXEN"
IOW = "a.isa.IOW_n"
[analyzer.patterns]
copy = "IOW=0"
on = "TXEN=1"
off = "TXEN=0"
[analyzer.states.copies]
find = "copy"
[analyzer.states.begins]
find = "on"
[analyzer.states.ends]
find = "off"
[analyzer.states.done]
[analyzer.intervals]
wire = ["begins", "ends"]
"""


def a_logic_analyzer_measures_the_wire():
    with tempfile.TemporaryDirectory() as folder:
        file, out = pathlib.Path(folder) / "other.toml", pathlib.Path(folder) / "out"
        file.write_text((EXPERIMENTS / "ttcp_isa.toml").read_text().replace("500_000", "6_000") + ANALYZER)
        niclab("run", file, "--quiet", "--out", out)
        results = json.loads((out / "results.json").read_text())
        found = results["analyzer"]
        assert found["acquisitions"] > 3 and (out / "analyzer.csv").read_text().count("\n") > found["acquisitions"], found
        plain, _ = run("ttcp_isa", flow__flow0__octets=6_000)
        assert results["network"] == plain["network"] and results["attribution"] == plain["attribution"]
        coarse = niclab("run", file, "--level", "coarse", *settings(**cards("3c509_like")), expect=2).stderr
        assert "analyzer: no signals with cards at the coarse level; expected a host with level = \"cycle\", a hub or a [[segment]]" in coarse, coarse


def a_mismatch_loses_frames_with_a_cause():
    results, files = run("ttcp_isa", **cards("3c509"), **SHORT, link__link0__at_a__duplex="full", host__a__cycle__nic__etherlink__duplex='"full"')
    balances(results)
    dropped = results["network"]["packets"][0]["dropped"]
    assert dropped.get("late_collision", 0) > 0 and set(dropped) <= {"late_collision", "excessive_collisions"}, dropped
    assert sorted(p["duplex"] for p in csv.DictReader(files["ports.csv"].splitlines())) == ["full", "half"]


def captures_have_the_frames_of_the_line():
    with tempfile.TemporaryDirectory() as folder:
        capture = pathlib.Path(folder) / "a.pcapng"
        results, _ = run("ttcp_isa", "--pcap", capture, **SHORT, network__arp="exchange")
        frames = [packet.octets for packet in read(capture)[2]]
        assert len(frames) == results["network"]["packets"][0]["sent"], len(frames)
        assert all(64 <= len(f) <= 1518 for f in frames) and any(f[:6] == b"\xff" * 6 for f in frames)
        assert all(zlib.crc32(f[:-4]) == int.from_bytes(f[-4:], "little") for f in frames)


def the_same_bytes_twice():
    assert run("ttcp_isa", **SHORT)[1] == run("ttcp_isa", **SHORT)[1]
    assert run("ttcp_isa", "--seed", "2", **SHORT)[1] != run("ttcp_isa", **SHORT)[1]


def wrong_lines_are_refused():
    for keys, words in (({"link__link0__rate": '"100 Mb/s"'}, "not that of the card of a, which is at the cycle level; expected 10 Mb/s"),
                        ({"link__link0__duplex": "full"}, "not that of the card of a, which is at the cycle level; expected \"half\""),
                        ({"link__link0__delay": '"50 ns"'}, "link.link0.delay"),
                        (cards("82540em"), "the card of a is for 1000 Mb/s; expected a card for 10 or 100 Mb/s"),
                        (cards("ne2000", "idt77901"), "'a' is Ethernet and 'b' is ATM")):
        done = niclab("run", EXPERIMENTS / "ttcp_isa.toml", *settings(**keys), expect=2)
        assert words in done.stderr, done.stderr
    done = niclab("run", EXPERIMENTS / "hub.toml", *settings(link__link0__duplex="full"), expect=2)
    assert "a hub with more than 10 Mb/s, or full duplex; expected 10 Mb/s and half duplex" in done.stderr, done.stderr


check_all([every_card_carries_a_tcp, fast_ethernet_is_faster, other_flows_use_the_same_cards, packets_of_two_programs_keep_their_order,
           a_refused_packet_is_sent_when_the_card_has_room,
           coarse_and_cycle_agree, a_coarse_card_at_the_other_end,
           six_hosts_share_a_hub, a_file_needs_no_level, three_stations_share_a_coax, frames_cross_a_coax_at_its_speed, a_repeater_of_a_segment_is_a_hub,
           a_switch_connects_two_cables, wrong_segments_are_refused, frames_of_macs_slow_a_tcp, macs_load_hubs_and_switches,
           a_saturated_mac_alone_is_as_fast_as_on_a_segment, wrong_macs_are_refused, atm_and_ethernet_behind_a_bridge,
           fragments_shorter_than_lane_allows_cross_a_bridge, a_mismatch_loses_frames_with_a_cause,
           captures_have_the_frames_of_the_line,
           rules_of_buses_and_lines_are_checked, waveforms_show_buses_and_change_nothing, spans_sum_to_the_time_of_each_packet,
           spans_cross_a_bridge_both_ways, spans_pass_switches_and_coarse_cards,
           a_timeline_shows_every_packet, a_stage_without_cost_is_simulated_again, events_choose_the_window_of_a_waveform,
           a_logic_analyzer_measures_the_wire, the_same_bytes_twice, wrong_lines_are_refused])
