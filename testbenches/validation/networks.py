"""Many hosts, links, cards and flows in one simulation: each flow's ledger, stages, captures and
waveforms are its own.
"""
import json
import pathlib
import tempfile

from common import cells, check_all, named, niclab, run, stage

HOST = '[[host]]\nname = "{}"\n'
IDEAL = '[run]\nruns = 2\n[defaults.host]\nprofile = "ideal"\n'


def simulate(folder, text, *arguments, expect=0):
    file = pathlib.Path(folder) / "net.toml"
    file.write_text(text)
    done = niclab("run", file, "--out", pathlib.Path(folder) / "out", *arguments, expect=expect)
    if expect:
        return done.stderr
    return json.loads((pathlib.Path(folder) / "out/results.json").read_text())


def ledger(results, direction, unit):
    found = [line for line in results["ledger"] if line["direction"] == direction and line["unit"] == unit]
    assert len(found) == 1, (direction, unit, found)
    return found[0]


def all_balanced(results):
    assert results["ledger"] and all(line["balances"] for line in results["ledger"]), results["ledger"]
    assert all(c["violations_seen"] == 0 for c in results["checks"].values()), results["checks"]


def interfaces(capture):
    """Names of a pcapng file's interfaces, in its order: option 2 of each interface block."""
    data, at, names = capture.read_bytes(), 0, []
    while at < len(data):
        kind, length = (int.from_bytes(data[at + k:at + k + 4], "little") for k in (0, 4))
        if kind == 1:
            option = at + 16
            while (code := int.from_bytes(data[option:option + 2], "little")) != 0:
                octets = int.from_bytes(data[option + 2:option + 4], "little")
                if code == 2:
                    names.append(data[option + 4:option + 4 + octets].decode())
                option += 4 + (octets + 3) // 4 * 4
        at += length
    return names


def scopes(waveform):
    """Full names of a VCD's scopes."""
    path, found = [], set()
    for line in waveform.open():
        if line.startswith("$scope"):
            path.append(line.split()[2])
            found.add(".".join(path))
        elif line.startswith("$upscope"):
            path.pop()
        elif line.startswith("$enddefinitions"):
            return found


def star():
    results, rows = run("star", "--runs", 1)
    all_balanced(results)
    for flow, there, back in (("straight", "ann_to_ben", "ben_to_ann"), ("whole", "cid_to_dot", "dot_to_cid"),
                              ("pushed", "eve_to_fay", "fay_to_eve")):
        for direction in (there, back):
            mine = [r for r in rows if r["direction"] == direction]
            assert len(mine) == 3 and all(r["status"] == "ok" and r["flow"] == flow for r in mine), mine
            assert ledger(results, direction, "pdus")["delivered"] == 3
            assert stage(results, "sar_segmentation", direction)["count"] == 3
    print("star: three pairs, three packets each way, all delivered")


def two_cards(folder):
    text = IDEAL + HOST.format("hub") + 'cards = ["idt77901", "eni155p_like"]\n' + HOST.format("left") + HOST.format("right")
    text += 'card = "eni155p_like"\n[[link]]\nends = ["hub:0", "left"]\n[[link]]\nends = ["hub:1", "right"]\n'
    for flow, to in (("one", "left"), ("two", "right")):
        text += f'[[flow]]\nname = "{flow}"\nfrom = "hub"\nto = "{to}"\nsizes = [1, 3000]\n'
    text = text.replace("[[host]]", "pci.register_reads_per_second = 20000\n[[host]]", 1)
    results = simulate(folder, text, "--vcd", folder / "wave.vcd", "--vcd-to", "400", "--pcap", folder / "c.pcapng")
    all_balanced(results)
    for direction in ("hub_to_left", "left_to_hub", "hub_nic1_to_right", "right_to_hub_nic1"):
        assert ledger(results, direction, "pdus")["delivered"] == 4, results["ledger"]
        assert stage(results, "pci_access_rx", direction)["count"] == 4
    masters = results["pci"]["hub"]["masters"]
    assert masters["nic"]["dwords"] > 10 < masters["nic1"]["dwords"], masters
    states = {card: of["table4_clocks"] for card, of in results["pci"]["hub"]["cards"].items()}
    assert set(states) == {"nic", "nic1"} and states["nic"] != states["nic1"], "each card has another GNT#"
    assert all(sum(clocks.values()) == results["pci"]["hub"]["clocks"] for clocks in states.values()), states
    assert "cards" not in results["pci"]["left"], "a card alone has no need of its name"
    assert "Table 4 of nic1 idle:" in " ".join((folder / "out/summary.txt").read_text().split())
    reads = [results["counters"][f"hub.register_load{k}.reads"] for k in ("", "1")]
    assert min(reads) > 5 and max(reads) - min(reads) <= 1, reads
    wires = [line.split()[4] for line in (folder / "wave.vcd").open() if line.startswith("$var") and "IDSEL" in line]
    assert wires == ["IDSEL_nic", "IDSEL_nic1", "IDSEL", "IDSEL"], wires
    found = scopes(folder / "wave.vcd")
    assert {"hub.pci", "hub.nic.utopia_tx", "hub.nic1.utopia_tx", "left.nic.phy", "right.nic.phy"} <= found, sorted(found)
    assert len({n for n in interfaces(folder / "c.pcapng")}) == 12
    print("two cards in one host: each on its own fiber, both on one bus")


def four_flows(folder):
    text = IDEAL + HOST.format("a") + HOST.format("b") + '[[link]]\nends = ["a", "b"]\n'
    kinds = ["echo", "transmit", "stream", "echo"]
    for i, kind in enumerate(kinds):
        text += f'[[vc]]\nname = "v{i}"\nvci = {100 + i}\nvci_back = {203 - i}\n'
        text += f'[[flow]]\nname = "f{i}"\nfrom = "{"ab"[i % 2]}"\nto = "{"ba"[i % 2]}"\nkind = "{kind}"\nvc = "v{i}"\n'
        text += f'protocol = "raw"\nsizes = [{100 * (i + 1)}]\ncount = {i + 2}\n'
    results = simulate(folder, text, "--pcap", folder / "c.pcapng", "--pcap-taps", "cells,pdus,packets")
    all_balanced(results)
    names = interfaces(folder / "c.pcapng")
    assert len(names) == len(set(names)), names
    for i, kind in enumerate(kinds):
        there, back = ("a_to_b", "b_to_a") if i % 2 == 0 else ("b_to_a", "a_to_b")
        for hop, sends in ((there, True), (back, kind != "transmit")):
            direction, packets = f"{hop}.f{i}", 2 * (i + 2) if sends else 0
            assert ledger(results, direction, "pdus")["delivered"] == packets, (direction, results["ledger"])
            assert ledger(results, direction, "octets")["delivered"] == packets * 100 * (i + 1)
            assert f"{direction} pdus" in names and f"{direction} packets" in names, names
            if sends:
                assert stage(results, "sar_segmentation", direction)["count"] == packets
    for hop in ("a_to_b", "b_to_a"):
        of_hop = [line for line in results["ledger"] if line["direction"].split(".")[0] == hop]
        assert sum(line["unit"] == "cells" for line in of_hop) == 1 and f"{hop} cells" in names
    rows = (folder / "out/pdus.csv").read_text().splitlines()
    columns = rows[0].split(",")
    for row in (dict(zip(columns, r.split(","))) for r in rows[1:]):
        i = int(row["flow"][1:])
        first = row["direction"].startswith("a_to_b") == (i % 2 == 0)
        assert int(row["vci"]) == (100 + i if first else 203 - i), row
    print("four flows between two hosts: different VCIs each way, each accounted for apart")


def many_pairs(folder):
    text = '[run]\nruns = 1\n[defaults.host]\nprofile = "ideal"\n'
    for i in range(32):
        text += HOST.format(f"x{i}") + HOST.format(f"y{i}") + f'[[link]]\nends = ["x{i}", "y{i}"]\n'
        text += f'[[flow]]\nfrom = "x{i}"\nto = "y{i}"\nsizes = [{i + 1}]\n'
    results = simulate(folder, text)
    all_balanced(results)
    assert len(cells(results)) == 64 and all(line["sent"] == line["delivered"] > 0 for line in cells(results))
    print("64 hosts in 32 pairs: every ledger balances")


def apart(folder):
    """Parts that no link joins run one after the other. A capture needs them at the same time: same
    rows, same order, same numbers.
    """
    text = IDEAL
    for i in range(4):
        text += HOST.format(f"x{i}") + HOST.format(f"y{i}") + f'[[link]]\nends = ["x{i}", "y{i}"]\n'
        text += f"[link.to_y{i}]\nbit_error_rate = {i * 1e-5}\n" if i else ""
        text += f'[[flow]]\nfrom = "x{i}"\nto = "y{i}"\nkind = "stream"\nsizes = [1500, {40 * i + 1}]\ncount = 6\n'
    found = []
    for more in ((), ("--pcap", folder / "c.pcapng", "--pcap-taps", "cells")):
        results = simulate(folder, text, *more)
        del results["provenance"]
        files = {name: (folder / "out" / name).read_bytes() for name in ("pdus.csv", "pci.csv", "attribution.csv")}
        found.append((results, files))
    assert found[0] == found[1]
    assert any(sum(r["dropped"].values()) for r in found[0][0]["ledger"]), "no loss: the noise was too low"
    print("four pairs, simulated apart and together: the same files")


def unlike_parts_apart(folder):
    """Parts that no link joins may have other cards, buses and lines; each is observed by itself."""
    def joined(*ends):
        return f'[[link]]\nends = ["{ends[0]}", "{ends[1]}"]\n' + ('cable = "10BASE-T"\n' if "hub" in ends[1] else "")

    def flow(start, end):
        return f'[[flow]]\nfrom = "{start}"\nto = "{end}"\nkind = "echo"\nsizes = [100]\ncount = 3\n'

    def card(name, kind):
        return HOST.format(name) + f'card = "{kind}"\n'

    atm = HOST.format("x") + HOST.format("y") + joined("x", "y") + flow("x", "y")
    parts = {
        "ISA": card("a", "ne2000") + card("b", "ne2000") + joined("a", "b") + flow("a", "b"),
        "EISA": card("a", "3c579") + card("b", "3c579") + joined("a", "b") + flow("a", "b"),
        "switch": card("a", "3c595") + card("b", "am79c970a") + '[[switch]]\nname = "hub"\nkind = "ethernet"\n' + joined("a", "hub:1")
                  + joined("b", "hub:2") + flow("a", "b"),
    }
    for name, part in parts.items():
        for text in (part + atm, atm + part):
            results = simulate(folder, IDEAL + text)
            all_balanced(results)
            assert len({s["direction"] for s in results["attribution"]}) == 4 and not results["partial"], name


def two_flows():
    both, _ = run("two_flows", "--runs", 1)
    alone, _ = run("two_flows", "--runs", 1, "--set", "flow.fill.count=1")
    for results in (both, alone):
        all_balanced(results)

    def mean(results):
        return sum(s["mean_us"] for s in results["attribution"] if s["direction"] == "asker_to_answerer.echo")

    assert mean(both) > mean(alone) + 3, (mean(both), mean(alone))
    print(f"an echo's request takes {mean(alone):.2f} us alone and {mean(both):.2f} us beside a stream")


def in_a_folder(check):
    with tempfile.TemporaryDirectory() as temporary:
        check(pathlib.Path(temporary))


check_all((star, two_flows, *(named(check.__name__, in_a_folder, check) for check in (two_cards, four_flows, many_pairs, apart, unlike_parts_apart))))
