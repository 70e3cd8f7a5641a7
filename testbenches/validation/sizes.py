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


check_all((awkward_sizes, sizes_no_sdu_has, every_protocol_and_encapsulation, a_captured_mix))
