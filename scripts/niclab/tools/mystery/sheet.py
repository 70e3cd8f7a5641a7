"""What is asked about a mystery: an answer file like a lesson's."""
from niclab.tools.lesson.sheet import Question, Sheet
from niclab.tools.mystery.bench import PHASES
from niclab.tools.mystery.faults import SIDES, places

WORDS = "niclab mystery words"


def sheet_of(seed: int) -> Sheet:
    """Ten points: side 1, place 2, kind 3, value 3, evidence 1."""
    questions = (
        Question("side", "Where is it? Of a fault of the line: the host that receives what it spoils", choices=(*SIDES, "both")),
        Question("place", f"In which part? ({WORDS})", choices=places(), points=2),
        Question("kind", "What is wrong with it?", free=f"one of the kinds of that place in {WORDS}", points=3),
        Question("value", "How large is it?", free=f'a number with the unit that {WORDS} names, such as "12 cells"; empty where it names none', points=3),
        Question("evidence", "Where on the wires is it seen?", free=f'phase ({" or ".join(p.name for p in PHASES)}), signal and time, such as '
                                                                    f'"{PHASES[0].name} client.pci.REQ_n 1234.5 us"'),
    )
    return Sheet("mystery", seed, f"Mystery {seed}: a bench with one hidden fault", 35, {}, questions, (), word="mystery")
