"""The simulations of a comparison: for each subject and seed one of latency, one of throughput a
size, one of overload.
"""
import dataclasses
import pathlib
import tomllib
from collections.abc import Iterator, Sequence

from niclab.errors import WrongInput
from niclab.runs.points import Experiment, Point, resolve
from niclab.tools.compare.subjects import Places, Subject, find_experiment

OVERLOAD_OCTETS, OVERLOAD_PACKETS = 1500, 150
CELLS_PER_RUN = 4000  # enough to fill the FIFOs of a card that is a little too slow, so that its losses show


@dataclasses.dataclass(frozen=True)
class Options:
    """What all subjects have in common. `runs`: of a latency simulation; 0: as its experiment says.
    `left_out`: sizes that somebody's card cannot send, in a sentence.
    """
    workload: str
    sizes: tuple[int, ...]
    seeds: range
    runs: int
    left_out: str = ""


def packets(size: int) -> int:
    """How many packets of a size make a throughput: the line is full for a while, whatever the size."""
    cells = (size + 8 + 47) // 48
    return min(max(-(-CELLS_PER_RUN // cells), 6), 600)


def saturated(size: int, count: int) -> tuple[str, ...]:
    """Packets without a protocol, all at once: what the hosts, buses, cards and the line can carry."""
    return ('run.mode="stream"', "run.runs=1", 'run.limit="20 s"', 'run.reference=""', 'analyzer.preset="off"',
            'workload.protocol="raw"', 'workload.encapsulation="raw"', 'workload.pcap=""', 'workload.size_list=""',
            f"workload.sizes=[{size}]", f"workload.count={count}")


def written_as_lists(experiment: pathlib.Path) -> bool:
    """Its flows say themselves what is sent: nothing of it can be replaced by one stream of one size."""
    return "flow" in tomllib.loads(experiment.read_text())


Settings = tuple[str, ...]


def parts(subject: Subject, options: Options, places: Places) -> Iterator[tuple[str, pathlib.Path, Settings, Settings]]:
    """(name, experiment, settings before the user's, settings after them) of each simulation of a
    seed. An experiment of lists is run as it is, and nothing else.
    """
    own = subject.kind == "experiment"

    def shipped(name: str) -> pathlib.Path:
        return subject.path if own else find_experiment(name, places)

    yield "latency", shipped(options.workload), (), (f"run.runs={options.runs}",) if options.runs else ()
    if own and written_as_lists(subject.path):
        return
    for size in options.sizes:
        yield f"throughput-{size}", shipped("stream"), (), saturated(size, packets(size))
    late = ("run.both_directions=false", "server.host.interrupt_us=9000") if own else ()
    yield "overload", shipped("overload"), late, saturated(OVERLOAD_OCTETS, OVERLOAD_PACKETS)


def run_name(subject: Subject, part: str, seed: int) -> str:
    return f"{subject.letter}/{part}-seed{seed}"


def plan(subjects: Sequence[Subject], options: Options, places: Places, niclab: str) -> list[Point]:
    """All of them, the first seed's first."""
    planned = []
    for subject in subjects:
        for part, experiment, before, after in parts(subject, options, places):
            settings = (*subject.card_settings(), *before, *subject.settings, *after)
            planned += [(seed, Point(Experiment(niclab, str(experiment)), (*settings, f"run.seed={seed}"), run_name(subject, part, seed)))
                        for seed in options.seeds]
    return [point for _, point in sorted(planned, key=lambda pair: pair[0])]


def longest_packets(subjects: Sequence[Subject], options: Options, places: Places, niclab: str) -> dict[str, int]:
    """Octets, by the subject's name, of those whose throughput is asked for; one that is refused is
    refused by its own sentence later.
    """
    first = dataclasses.replace(options, seeds=options.seeds[:1])
    asked = {s.name: point for s in subjects for point in plan([s], first, places, niclab)[:1]
             if s.kind == "card" or not written_as_lists(s.path)}
    resolve(asked.values())
    return {name: point.most_octets for name, point in asked.items() if point.most_octets}


def that_all_can_send(subjects: Sequence[Subject], options: Options, places: Places, niclab: str) -> Options:
    """Without the sizes that are too long for some subject's card, and with a sentence about them."""
    longest = longest_packets(subjects, options, places, niclab)
    if not longest or options.sizes[-1] <= (least := min(longest.values())):
        return options
    kept = tuple(size for size in options.sizes if size <= least)
    named = " and ".join(name for name, octets in longest.items() if octets == least)
    if not kept:
        raise WrongInput(f"--sizes {options.sizes[0]}: out of range; expected a size up to {least} octets, the largest packet of {named}")
    out = ", ".join(str(size) for size in options.sizes if size > least)
    return dataclasses.replace(options, sizes=kept, left_out=f"No throughput with {out} octets: {named} can send {least} in a packet.")
