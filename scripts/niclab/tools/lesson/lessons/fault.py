"""Lesson 6: the same mystery for all students, measured again and compared with its healthy bench."""
from niclab.tools.lesson.expected import Expected, Runs, RunSpec, number, word
from niclab.tools.mystery import compare
from niclab.tools.mystery.draw import WARM_UP, drawn

RUNS: dict[str, RunSpec] = {}  # both benches are the mystery's own
ACCESS = "alone: pci_access_tx client_to_server (us)"
BOTH_WAYS = {"reads": "read", "writes": "write"}


def what() -> Expected:
    """By the key that the mystery sets."""
    keys = " ".join(drawn(WARM_UP).hidden.settings)
    found = [name for name, part in BOTH_WAYS.items() if f".{part}." in keys]
    seen = "the card writes what it receives: look at pci_access_rx of server_to_client, which did not move"
    return word(found[0] if len(found) == 1 else "both", writes=seen, both=seen)


def where() -> Expected:
    shows = "it shows there, because it waits; what is the first that moved on the packet's way?"
    return word(drawn(WARM_UP).hidden.fault.place, sending_engine=shows, receiving_engine=shows, line=shows,
                PCI_bus="arbitration and acquisition are as they were; who drives TRDY#?")


def expected(_: Runs) -> dict[str, Expected]:
    mystery = drawn(WARM_UP)
    healthy, faulty = (compare.observe(mystery.bench_seed, settings) for settings in ((), mystery.hidden.settings))
    clock_ns = 1e3 / healthy[f"alone: PCI clock {mystery.hidden.side} (MHz)"]
    more, waits = (faulty[ACCESS] - healthy[ACCESS]) * 1e3 / clock_ns, mystery.hidden.value or 0.0
    reads_late = "the client's card has the long access; the server's packets are late because they wait for the client's bus"
    return {"access_healthy": number(healthy[ACCESS], 0.01, (faulty[ACCESS], "that is the faulty one")),
            "access_faulty": number(faulty[ACCESS], 0.01, (healthy[ACCESS], "that is the healthy one"),
                                    (faulty["alone: pci_access_rx server_to_client (us)"], "that is a write; the access is a read of what is sent")),
            "clock": number(clock_ns, 0.1, (1e3 / 19.44, "that is UTOPIA's clock")),
            "more_clocks": number(more, 0.6, (faulty[ACCESS] * 1e3 / clock_ns, "that is the whole access: how much LONGER is it?")),
            "wait_clocks": number(waits, 1.0, (2 * waits, "each wait clock is one PCI clock")),
            "side": word(mystery.hidden.side, server=reads_late), "where": where(), "what": what()}
