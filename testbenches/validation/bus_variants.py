"""Every arbitration policy with every experiment, and random buses: no rule broken, no octet lost
or changed.
"""
import random

from common import ROOT, cells, check_all, niclab, run, settings

POLICIES = ("round_robin", "fixed_priority", "two_level_fair")
PARKING = ("host", "nic", "last", "none")


def held(results, rows):
    assert all(check["violations_seen"] == 0 and check["checked"] > 0 for check in results["checks"].values()), results["checks"]
    assert all(row["status"] == "ok" for row in rows) and rows
    assert all(line["balances"] and line["sent"] == line["delivered"] for line in cells(results))
    for name, value in results["counters"].items():
        if name.endswith((".mismatched_dwords", ".failed_bursts")):
            assert value == 0, name


def policies_and_parking():
    for policy in POLICIES:
        for parking in PARKING:
            keys = settings(pci__policy=policy, pci__parking=parking, pci__agents='["nic"]')
            held(*run("echo", "--runs", "1", *keys))
            held(*run("transmit", "--runs", "1", *keys))
            held(*run("busy_bus", *keys, *settings(workload__count=6)))
    print(f"{len(POLICIES) * len(PARKING) * 3} runs over policies and parking hold every rule")


def random_buses():
    draw = random.Random(7)
    transactions = 0
    for seed in range(30):
        keys = {"pci.policy": draw.choice(POLICIES), "pci.parking": draw.choice(PARKING), "pci.width": draw.choice((32, 64)),
                "nic.pci.width": draw.choice((32, 64)), "host.read.wait_clocks": draw.randrange(0, 20),
                "host.write.wait_clocks": draw.randrange(0, 20), "host.later_wait_clocks": draw.randrange(0, 3),
                "host.read.stall_probability": draw.choice((0, 0.1)), "host.read.stall_clocks": draw.randrange(0, 40),
                "pci.register_reads_per_second": draw.choice((0, 20000, 200000))}
        for master in range(draw.randrange(0, 4)):
            keys |= {f"pci.traffic.m{master}.{key}": value for key, value in {
                "preset": draw.choice(("disk", "video")), "burst_dwords": draw.randrange(1, 17), "read_share": draw.random(),
                "block_octets": 4 * draw.randrange(1, 400), "blocks_per_second": draw.randrange(1000, 20000),
                "periodic": draw.choice(("true", "false")), "target": draw.choice(("memory", "device"))}.items()}
        words = [word for key, value in keys.items() for word in ("--set", f"{key}={value}")]
        results, rows = run("transmit", "--runs", "1", "--seed", str(seed), *words)
        held(results, rows)
        transactions += sum(sum(master["ends"].values()) for side in results["pci"].values() for master in side["masters"].values())
        retries = sum(master["ends"]["retry"] for side in results["pci"].values() for master in side["masters"].values())
        if seed % 10 == 0:
            print(f"seed {seed}: busy {results['pci']['client']['utilisation']['value']:.1%}, {retries} retries")
    print(f"30 random buses, {transactions} transactions, hold every rule")


def wide_bus_counts_dwords():
    """On 64 bits the account of the pins counts the dwords that the cards count themselves."""
    results, rows = run("transmit", "--runs", "1", *settings(pci__width=64, nic__pci__width=64))
    held(results, rows)
    for side, bus in results["pci"].items():
        assert bus["masters"]["nic"]["dwords"] == results["counters"][f"{side}.nic.initiator.dwords"] > 0, side


def the_latency_timer_ends_bursts():
    """Competing masters take the grant away: with 0 clocks the card's bursts end early and it needs more of them, with 32 clocks none
    of 16 dwords is cut. The rules of the timer are checked in every run.
    """
    bursts, dwords = {}, {}
    for timer in (0, 32, 224):
        results, rows = run("latency_timer", *settings(pci__latency_timer=timer))
        held(results, rows)
        nic = results["pci"]["client"]["masters"]["nic"]
        bursts[timer], dwords[timer] = sum(nic["ends"].values()), nic["dwords"]
    print(f"transactions of the card by latency timer: {bursts}")
    assert dwords[0] == dwords[32] == dwords[224] and bursts[0] > 1.05 * bursts[32] and bursts[32] == bursts[224], (bursts, dwords)
    done = niclab("run", ROOT / "testbenches/experiments/latency_timer.toml", *settings(pci__latency_timer=16), expect=2)
    assert "latency_timer=16: not a multiple of 32; expected 0, 32, 64, ... or 224 clocks" in done.stderr, done.stderr


def bridge_that_retries():
    """A bridge that is slower than PCI lets it be sends the card away until it may answer: nothing
    hangs, nothing is lost.
    """
    results, rows = run("transmit", "--runs", "1", *settings(host__read__stall_probability=0.5, host__read__stall_clocks=64))
    held(results, rows)
    assert results["pci"]["client"]["masters"]["nic"]["ends"]["retry"] > 0


def broken_rule():
    """A rule that is broken ends the run with exit code 1, in words, and PERR# answers."""
    results, rows = run("transmit", "--runs", "1", *settings(server__pci__parity_error_phase=200), expect=1)
    (violation,) = results["checks"]["pci"]["violations"]
    print(violation)
    assert violation["rule"] == "P18" and violation["where"] == "server.pci: nic" and violation["time_ns"] > 0
    assert results["counters"]["server.host.bridge.target.parity_errors"] == 1
    assert all(check["violations_seen"] == 0 for name, check in results["checks"].items() if name != "pci")
    results, rows = run("transmit", "--runs", "1", "--no-check", *settings(server__pci__parity_error_phase=200))
    assert "pci" not in results["checks"] and results["pci"]["client"]["clocks"] > 0


check_all((policies_and_parking, random_buses, wide_bus_counts_dwords, the_latency_timer_ends_bursts, bridge_that_retries, broken_rule))
