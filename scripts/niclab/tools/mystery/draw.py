"""What a seed hides. It is stored nowhere: grading draws it again."""
import dataclasses
import random

from niclab import program
from niclab.tools.mystery.faults import Hidden, faults

WARM_UP = 0                   # the seed of lesson 6: always the same
MOST = 2**31 - 1


@dataclasses.dataclass(frozen=True)
class Mystery:
    """`bench_seed`: of the runs, the healthy ones' as well; it says nothing of what is hidden."""
    seed: int
    hidden: Hidden
    bench_seed: int


def warm_up() -> Hidden:
    return Hidden(next(f for f in faults() if f.id == "slow_reads"), "client", 30)


def drawn(seed: int) -> Mystery:
    """Keyed with the version: another version hides another fault for the same seed."""
    if seed == WARM_UP:
        return Mystery(seed, warm_up(), 1)
    chance = random.Random(f"mystery {program.output_of('--version').strip()} {seed}")
    fault = chance.choice(faults())
    side = chance.choice(fault.possible_sides)
    value = chance.choice(fault.values) if fault.values else None
    return Mystery(seed, Hidden(fault, side, value), chance.randrange(1, MOST))
