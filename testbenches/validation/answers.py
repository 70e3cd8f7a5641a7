"""What a run answers first is what its experiment asks, over the whole packet and out of its own numbers."""
import tempfile

from common import cells, run, settings


def first(*arguments):
    with tempfile.TemporaryDirectory() as folder:
        results, rows = run(*arguments, folder=folder)
    assert len(results["answer"]) == len(results["findings"])
    print(results["answer"][0])
    return results, rows, results["findings"][0], results["answer"][0]


# Latency covers all cells of a packet, whatever card holds it.
for card in ("idt77901", "pca200e_like", "pio_fifo"):
    names = [f'{side}.card="{card}"' for side in ("client", "server")]
    words = [word for name in names for word in ("--set", name)]
    results, rows, found, text = first("transmit", "--runs", "2", *settings(workload__sizes="[9180]", workload__encapsulation='"raw"',
                                                                            workload__protocol='"raw"'), *words)
    assert found["kind"] == "latency" and found["min_us"] > 191 * 2.83, "shorter than its cells on the line"
    assert all(found["max_us"] <= (float(r["delivered"]) - float(r["send_call"])) * 1e-3 + 0.01 for r in rows[:1])
    assert f"{found['mean_us']:.2f} us" in text and results["driver_to_driver"]["client_to_server"]["count"] == len(rows)

# A stream: throughput, and what limits it.
results, _, found, text = first("stream")
assert found["kind"] == "throughput" and abs(found["mbps"] - 132.5) < 0.5 and "the limit is the line" in text
_, _, found, text = first("stream", *settings(nic__utopia__clock='"15 MHz"', workload__count=20))
assert "the limit is the sending card, which a cell leaves every 3.53 us" in text, text
_, _, found, text = first("stream", *settings(client__host__raw__send__fixed_us=400, workload__count=20))
assert "the limit is the client's software" in text, text

# Faults: how much was lost, why, and when packets came again.
results, rows, found, text = first("light_off")
assert found["kind"] == "loss" and found["dark_us"] == 1000 and 0 < found["cells_again_after_us"] < 500
assert found["packets_lost"] == sum(r["status"] != "ok" and r["direction"] == "client_to_server" for r in rows)
assert found["longest_interruption_us"] > 1000 and f"{found['cells_again_after_us']:.2f} us after it was back" in text
for name in ("overload", "noisy_line"):
    short = settings(workload__count=1000) if name == "noisy_line" else ()
    results, rows, found, text = first(name, *short)
    line = cells(results)[0]
    assert found["kind"] == "loss" and found["cells_by_cause"] == {c: n for c, n in line["dropped"].items() if n}
    assert all(f"{cause} {n}" in text for cause, n in found["cells_by_cause"].items())
    assert found["longest_interruption_us"] > 0

# Published rows meet the hosts they were measured on, and say when the set-up is another.
swapped, *_ = first("echo", *settings(client__profile='"486dx4_100"', server__profile='"pentium133"'))
straight, *_ = first("echo")
mean = lambda results, direction: next(r for r in results["reference"] if (r["quantity"], r["direction"], r["stat"]) ==
                                       ("pci_access_tx", direction, "avg"))
assert mean(straight, "client_to_server")["published"] == mean(swapped, "server_to_client")["published"] == 0.39
assert straight["reference_differs"] == [] and any("client.profile" in words for words in swapped["reference_differs"])
changed, *_ = first("echo", *settings(nic__sar__tx_fifo_cells=1))
assert [w for w in changed["reference_differs"] if "tx_fifo_cells = 1 (published: 9)" in w]
