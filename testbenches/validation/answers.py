"""The first answer of a run is the question of its experiment, over the whole packet and from the
run's own numbers. Published values are compared only for the hosts of the measurement.
"""
from common import cells, check_all, run, settings


def first(*arguments):
    """results.json, the rows of pdus.csv, and the first finding with its sentence."""
    results, rows = run(*arguments)
    assert len(results["answer"]) == len(results["findings"])
    print(results["answer"][0])
    return results, rows, results["findings"][0], results["answer"][0]


def latency_covers_all_cells_whatever_card():
    raw = settings(workload__sizes="[9180]", workload__encapsulation='"raw"', workload__protocol='"raw"')
    for card in ("idt77901", "pca200e_like", "pio_fifo"):
        results, rows, found, text = first("transmit", "--runs", "2", *raw,
                                           *settings(client__card=f'"{card}"', server__card=f'"{card}"'))
        assert found["kind"] == "latency" and found["min_us"] > 191 * 2.83, "shorter than its cells on the line"
        most = max(float(r["delivered"]) - float(r["send_call"]) for r in rows) * 1e-3
        assert found["max_us"] <= most + 0.001 and f"{found['mean_us']:.2f} us" in text
        assert results["driver_to_driver"]["client_to_server"]["count"] == len(rows)


def a_stream_tells_its_throughput_and_what_limits_it():
    _, _, found, text = first("stream")
    assert found["kind"] == "throughput" and abs(found["mbps"] - 132.5) < 0.5 and "the limit is the line" in text
    _, _, _, text = first("stream", *settings(nic__utopia__clock='"15 MHz"', workload__count=20))
    assert "the limit is the sending card, which sends a cell every 3.53 us" in text
    _, _, _, text = first("stream", *settings(client__host__raw__send__fixed_us=400, workload__count=20))
    assert "the limit is the software of client" in text


def darkness_tells_the_time_to_recover():
    _, rows, found, text = first("light_off")
    assert found["kind"] == "loss" and found["dark_us"] == 1000 and 0 < found["cells_again_after_us"] < 1000
    assert found["packets_lost"] == sum(r["status"] != "ok" and r["direction"] == "client_to_server" for r in rows)
    assert found["longest_interruption_us"] > 1000 and f"{found['cells_again_after_us']:.2f} us after it was back" in text


def faults_tell_what_was_lost_and_why():
    for name, changes in (("overload", ()), ("noisy_line", settings(workload__count=1000))):
        results, _, found, text = first(name, *changes)
        lost = {cause: n for cause, n in cells(results)[0]["dropped"].items() if n}
        assert found["kind"] == "loss" and found["cells_by_cause"] == lost and found["longest_interruption_us"] > 0
        assert all(f"{cause} {n}" in text for cause, n in lost.items())


def published(results, direction):
    return next(r["published"] for r in results["reference"]
                if (r["quantity"], r["direction"], r["stat"]) == ("pci_access_tx", direction, "avg"))


def published_rows_meet_the_hosts_they_were_measured_on():
    straight, *_ = first("echo")
    swapped, *_ = first("echo", *settings(client__profile='"486dx4_100"', server__profile='"pentium133"'))
    assert published(straight, "client_to_server") == published(swapped, "server_to_client") == 0.39
    assert straight["reference_differs"] == [] and any("client.profile" in words for words in swapped["reference_differs"])


def another_set_up_is_named():
    changed, _, _, text = first("echo", *settings(nic__sar__tx_fifo_cells=1))
    assert any("tx_fifo_cells = 1 (published: 9)" in words for words in changed["reference_differs"])
    assert text.startswith("With nic.sar.tx_fifo_cells = 1"), text


check_all((latency_covers_all_cells_whatever_card, a_stream_tells_its_throughput_and_what_limits_it, darkness_tells_the_time_to_recover,
           faults_tell_what_was_lost_and_why, published_rows_meet_the_hosts_they_were_measured_on, another_set_up_is_named))
