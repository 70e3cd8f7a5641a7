"""Raw SDUs of every awkward size arrive intact."""
from common import NICLAB, ROOT, check_all, niclab, run, settings

SIZES = [1, 39, 40, 41, 47, 48, 88, 1500, 9180, 65512, 65513, 65535]
RAW = dict(workload__protocol="raw", workload__encapsulation="raw")


def awkward_sizes():
    results, rows = run("transmit", "--runs", "1", *settings(**RAW, workload__sizes=SIZES, client__profile="ideal",
                                                             server__profile="ideal"))
    assert [int(row["sdu_octets"]) for row in rows] == SIZES
    assert all(row["status"] == "ok" for row in rows)
    assert [int(row["cells"]) for row in rows] == [-(-(n + 8) // 48) for n in SIZES]
    assert results["ledger"][0]["balances"] and not results["checks"]["aal5"]["violations"]
    print(f"{NICLAB}: {len(SIZES)} sizes intact")


def sizes_no_sdu_has():
    for size in (0, 65536):
        done = niclab("run", ROOT / "testbenches/experiments/transmit.toml", *settings(**RAW, workload__sizes=f"[{size}]"), expect=2)
        print(done.stderr.strip())
        assert f"{size} is out of range" in done.stderr and "1 to 65535" in done.stderr


def every_protocol_and_encapsulation():
    for protocol in ("tcp", "udp"):
        for encapsulation in ("llc", "lane", "raw"):
            _, rows = run("transmit", "--runs", "1", *settings(workload__protocol=protocol, workload__encapsulation=encapsulation,
                                                               workload__sizes=[1, 1000]))
            assert all(row["status"] == "ok" for row in rows)


def a_captured_mix():
    _, rows = run("transmit", "--runs", "1", *settings(workload__pcap=f'"{ROOT}/traces/workloads/lan_mix.pcap"'))
    assert len(rows) > 25 and all(row["status"] == "ok" for row in rows)


def payloads(*arguments, runs=1, **keys):
    """The sizes of the packets of each run."""
    _, rows = run("transmit", "--runs", runs, *arguments, *settings(workload__sizes=[1, 40, 1460], workload__count=100, run__limit='"2 s"', **keys))
    return [[int(row["payload_octets"]) for row in rows if row["run"] == number] for number in map(str, range(runs))]


def sizes_are_drawn():
    """By weights, or between the smallest and the largest; the same list in each run."""
    first, second = payloads(runs=2, workload__size_order="random", workload__size_weights=[6, 3, 1])
    assert first == second and len(first) == 300
    for size, share in ((1, 0.6), (40, 0.3), (1460, 0.1)):
        assert abs(first.count(size) - 300 * share) < 4 * (300 * share * (1 - share)) ** 0.5, (size, first.count(size))
    assert first == payloads(workload__size_order="random", workload__size_weights=[6, 3, 1])[0]
    assert first != payloads("--seed", "2", workload__size_order="random", workload__size_weights=[6, 3, 1])[0]
    even, = payloads(workload__size_order="uniform")
    assert min(even) >= 1 and max(even) <= 1460 and len(set(even)) > 250 and abs(sum(even) / 300 - 730.5) < 4 * 1460 / 12**0.5 / 300**0.5, even
    assert payloads(workload__size_order="cyclic") == payloads()
    captured = {"workload__size_order": "random", "workload__pcap": f'"{ROOT}/traces/workloads/lan_mix.pcap"'}
    for keys, words in (({"workload__size_weights": [1, 2]}, "2 weights; expected 3, one for each of the sizes"),
                        (captured, "packets of a capture; expected sizes or size_list")):
        done = niclab("run", ROOT / "testbenches/experiments/transmit.toml", *settings(workload__sizes=[1, 40, 1460], **keys), expect=2)
        assert words in done.stderr, done.stderr


def runs_until_a_mean_is_known():
    """Few runs if the times are even; the largest number, and a note, if they are not."""
    keys = {"run__confidence__level": 95, "run__confidence__max_runs": 12, "workload__sizes": [1]}
    few, rows = run("echo", *settings(**keys, run__confidence__width=20))
    found = few["confidence"]
    assert found["level"] == 95 and 3 <= few["runs"] < 12 and not few["partial"], few["runs"]
    for direction in found["program_to_program"]:
        times = [float(row["delivered"]) - float(row["send_call"]) for row in rows if row["direction"] == direction["direction"]]
        assert abs(direction["mean_us"] * 1000 - sum(times) / len(times)) < 0.01 and direction["known"], direction
        assert 2 * direction["half_width_us"] <= 0.2 * direction["mean_us"] and direction["runs"] == few["runs"], direction
    many, _ = run("echo", *settings(**keys, run__confidence__width=0.01))
    assert many["runs"] == 12 and any("run.confidence: after 12 runs the interval" in note for note in many["warnings"]), many["warnings"]
    assert "confidence" not in run("echo", "--runs", "1")[0]


check_all((awkward_sizes, sizes_no_sdu_has, every_protocol_and_encapsulation, a_captured_mix, sizes_are_drawn, runs_until_a_mean_is_known))
