"""Laws that hold for any card: over random configurations, a change for the better never makes
worse what it is for. Both runs of a pair have one seed; phases drift apart with the first clock
that differs, so means may differ by SLACK.
"""
import random
from concurrent.futures import ThreadPoolExecutor

from common import cells, check_all, named, run, settings

random.seed(11)
DRAWS = 2
SLACK = 0.35  # us: a cell slot seen from a few packets


def mean(results, name):
    return next(s["avg"] for s in results["stages"] if s["name"] == name and s["direction"] == "client_to_server")


def between_buses(results, rows):
    spans = [float(r["rx_trdy"]) - float(r["tx_req"]) for r in rows if r["rx_trdy"] and r["direction"] == "client_to_server"]
    return sum(spans) / len(spans) * 1e-3


def duration(results, rows):
    """Microseconds from the first call to the last delivery; minus what was delivered, so that less
    is better in any case.
    """
    done = [r for r in rows if r["delivered"]]
    return (max(float(r["delivered"]) for r in done) - min(float(r["send_call"]) for r in done)) * 1e-3


def counter(name):
    return lambda results, rows: results["counters"][name]


def lost(results, rows):
    return sum(sum(line["dropped"].values()) for line in cells(results))


TRANSMIT = dict(run__runs=4, workload__protocol="raw", workload__sizes="[1,400]", workload__count=2)
STREAM = dict(run__runs=1, workload__count=12, workload__sizes="[1500]")
BUSY = dict(STREAM, nic__sar__rx_fifo_cells=16)
HOST = dict(client__card="hostmem_sar", server__card="hostmem_sar")

# Each: name, experiment, what both runs have, what better and worse mean, what is measured (less is
# better), slack.
LAWS = [
    ("a deeper null-cell FIFO never lowers latency", "transmit", TRANSMIT,
     dict(nic__sar__tx_fifo_cells=4), dict(nic__sar__tx_fifo_cells=9), lambda r, p: mean(r, "sar_segmentation"), SLACK),
    ("null cells never lower latency", "transmit", TRANSMIT,
     dict(nic__sar__null_cells="false"), dict(nic__sar__null_cells="true"), lambda r, p: mean(r, "sar_segmentation"), SLACK),
    ("a deeper PHY FIFO never lowers latency", "transmit", TRANSMIT,
     dict(nic__phy__tx_fifo_cells=2), dict(nic__phy__tx_fifo_cells=8), lambda r, p: mean(r, "phy_in_to_phy_out"), SLACK),
    ("a slower look-up never lowers reassembly", "transmit", TRANSMIT,
     dict(nic__sar__lookup_clocks=0), dict(nic__sar__lookup_clocks=30), lambda r, p: mean(r, "sar_reassembly"), 0.05),
    ("waiting for the whole cell never lowers reassembly", "transmit", TRANSMIT,
     dict(nic__sar__receive_start="first_word"), dict(nic__sar__receive_start="cell"),
     lambda r, p: mean(r, "sar_reassembly"), 0.05),
    ("packet memory never lowers reassembly", "transmit", TRANSMIT,
     dict(nic__sar__reassembly="host"), dict(nic__sar__reassembly="card"), lambda r, p: mean(r, "sar_reassembly"), 0.05),
    ("a longer fiber never lowers latency", "transmit", TRANSMIT,
     dict(line__length='"10 m"'), dict(line__length='"2 km"'), between_buses, SLACK),
    ("a slower bus never lowers latency", "transmit", dict(TRANSMIT, nic__pci__capable_66mhz="true"),
     dict(pci__clock='"66 MHz"'), dict(pci__clock='"33 MHz"'), between_buses, 2 * SLACK),
    ("tables in host memory never lower reassembly", "transmit", TRANSMIT,
     dict(nic__sar__tables="sram"), dict(nic__sar__tables="host"), lambda r, p: mean(r, "sar_reassembly"), 0.05),
    ("a slower host never raises throughput", "stream", STREAM,
     dict(host__read__wait_clocks=1), dict(host__read__wait_clocks=28), duration, 3.0),
    ("a host that answers interrupts later never raises throughput", "stream", dict(STREAM, driver__tx_buffers=2),
     dict(host__interrupt_us=0), dict(host__interrupt_us=100), duration, 3.0),
    ("a smaller cache never saves look-ups on the bus", "stream", dict(STREAM, **HOST),
     dict(nic__sar__table_cache=8), dict(nic__sar__table_cache=0), counter("server.nic.sar.rx_table_misses"), 0),
    ("shorter bursts never save bursts", "stream", STREAM,
     dict(nic__sar__dma_burst_dwords=16), dict(nic__sar__dma_burst_dwords=6), counter("client.nic.initiator.bursts"), 0),
    ("less moderation never saves interrupts", "stream", STREAM,
     dict(nic__sar__coalesce_pdus=6), dict(nic__sar__coalesce_pdus=1), counter("server.host.driver.interrupts"), 0),
    ("a shallower receive FIFO never loses less", "stream", dict(STREAM, **HOST, host__write__wait_clocks=20),
     dict(nic__sar__rx_fifo_cells=64), dict(nic__sar__rx_fifo_cells=8), lost, 8),
    ("a host that looks less often never has packets sooner", "transmit", TRANSMIT,
     dict(driver__poll_interval='"5 us"'), dict(driver__poll_interval='"80 us"'), lambda r, p: mean(r, "software_receive"), 0.5),
]


def draw(experiment):
    choice = dict(run__seed=random.randrange(10**6), line__clock_tolerance_ppm=random.choice([0, 20]),
                  pci__policy=random.choice(["round_robin", "fixed_priority"]))
    if experiment == "transmit":
        choice.update(nic__sar__schedule_clocks=random.choice([0, 8, 20]), nic__phy__pipeline_octets=random.choice([10, 40, 90]))
    return choice


def measure(job):
    (name, experiment, common, better, worse, what, slack), drawn, change = job
    results, rows = run(experiment, *settings(**{**drawn, **common, **(better, worse)[change]}))
    return what(results, rows)


def holds(law, pairs):
    values = [(drawn, better.result(), worse.result()) for drawn, better, worse in pairs]
    print(f"{law[0]}: " + ", ".join(f"{better:.6g} <= {worse:.6g}" for _, better, worse in values))
    broken = [f"{better} against {worse} with {drawn}" for drawn, better, worse in values if better > worse + law[-1]]
    assert not broken, "\n".join(broken)


with ThreadPoolExecutor(2) as pool:
    draws = [(law, [draw(law[1]) for _ in range(DRAWS)]) for law in LAWS]
    check_all([named(law[0], holds, law, [(drawn, *(pool.submit(measure, (law, drawn, change)) for change in (0, 1))) for drawn in choices])
               for law, choices in draws])
