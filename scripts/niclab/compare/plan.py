"""The simulations behind a comparison: for each subject and seed one of latency, one of throughput a size, one of overload."""
import dataclasses
import pathlib

from niclab.compare.subjects import digest, find_experiment
from niclab.runs import Run

OVERLOAD_OCTETS, OVERLOAD_PACKETS = 1500, 150
CELLS_PER_RUN = 4000  # enough to fill the FIFOs of a card that is a little too slow, whose losses show then


@dataclasses.dataclass(frozen=True)
class Options:
    """What all subjects have in common."""
    workload: str
    sizes: tuple
    seeds: range
    runs: int  # of a latency simulation; 0: as its experiment says


def packets(size):
    """How many packets of a size make a throughput: the line is full for a while, whatever the size."""
    cells = (size + 8 + 47) // 48
    return min(max(-(-CELLS_PER_RUN // cells), 6), 600)


def saturated(size, count):
    """Packets without a protocol, all at once: what the hosts, buses, cards and the line can carry."""
    return ('run.mode="stream"', "run.runs=1", 'run.limit="20 s"', 'run.reference=""', 'analyzer.preset="off"',
            'workload.protocol="raw"', 'workload.encapsulation="raw"', 'workload.pcap=""', 'workload.size_list=""',
            f"workload.sizes=[{size}]", f"workload.count={count}")


def parts(subject, options, places):
    """(name, experiment, settings before the user's, settings after them) of each simulation of a seed."""
    own = subject.kind == "experiment"
    shipped = lambda name: subject.path if own else find_experiment(name, places)
    runs = (f"run.runs={options.runs}",) if options.runs else ()
    yield "latency", shipped(options.workload), (), runs
    for size in options.sizes:
        yield f"throughput-{size}", shipped("stream"), (), saturated(size, packets(size))
    late = ("run.both_directions=false", "server.host.interrupt_us=9000") if own else ()
    yield "overload", shipped("overload"), late, saturated(OVERLOAD_OCTETS, OVERLOAD_PACKETS)


def run_name(subject, part, seed):
    return f"{subject.letter}/{part}-seed{seed}"


def plan(subjects, options, places, niclab):
    """All of them, the first seed's first: a wrong setting shows at once."""
    program = pathlib.Path(niclab).read_bytes()
    planned = []
    for subject in subjects:
        for part, experiment, before, after in parts(subject, options, places):
            settings = (*subject.card_settings(), *before, *subject.settings, *after)
            inputs = digest(experiment, settings, places, program)
            for seed in options.seeds:
                run = Run(run_name(subject, part, seed), str(experiment), (*settings, f"run.seed={seed}"), inputs)
                planned.append((seed, run))
    return [run for _, run in sorted(planned, key=lambda pair: pair[0])]
