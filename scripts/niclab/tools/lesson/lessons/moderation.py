"""Lesson 5: interrupts a packet and the wait for them, under load and alone."""
from niclab import measures
from niclab.results import Json
from niclab.tools.lesson.expected import Expected, Runs, RunSpec, number, word

STUDY, COUNTS, WAY, ALONE = "study_coalescing", (1, 2, 4, 8, 16), "client_to_server", "run.mode=transmit"
RUNS = {str(n): RunSpec(STUDY, (f"nic.sar.coalesce_pdus={n}",)) for n in COUNTS} | {
    "alone 1": RunSpec(STUDY, (ALONE,)), "alone 8": RunSpec(STUDY, (ALONE, "nic.sar.coalesce_pdus=8")),
    "alone timer": RunSpec(STUDY, (ALONE, "nic.sar.coalesce_pdus=8", 'nic.sar.coalesce_time="100 us"'))}
SHARE = 0.03  # of a value: what another way of counting the first and last packets may give


def wait(results: Json) -> float:
    return measures.stage_mean(results, "software_receive", WAY) or 0.0


def interrupts(found: dict[str, Json]) -> dict[str, Expected]:
    counted = {n: measures.interrupts(found[str(n)]) or 0.0 for n in COUNTS}
    shared = "two ends already share an interrupt now and then; count them instead of halving"
    rights: dict[str, Expected] = {}
    for n in COUNTS:
        divided = ((counted[1] / n, shared),) if n > 1 else ((1.0, "an interrupt for each end is not one for each packet: count them"),)
        rights[f"interrupts_{n}"] = number(counted[n], SHARE * counted[n], (2 * counted[n], "both hosts' interrupts over both directions' packets"), *divided)
    return rights


def alone(found: dict[str, Json]) -> dict[str, Expected]:
    plain, held, shorter = (wait(found[name]) for name in ("alone 1", "alone 8", "alone timer"))
    added = held - plain
    timer = held - shorter > added / 4  # half the timer, and the wait follows it
    return {"lonely": number(held, 0.3, (wait(found["8"]), "that is under load; one by one is run.mode=transmit"),
                             (plain, "that is without moderation; with it the idle host waits longest, not least")),
            "added": number(added, 0.3, (0, "moderation does not only matter under load: run one by one with 1 and with 8"),
                            (held, "that is the whole wait: what was there before?"),
                            (wait(found["8"]) - wait(found["1"]), "that is under load, where the next packets soon come")),
            "who_decides": word("the timer" if timer else "the count", the_count="seven more never come; look at nic.sar.coalesce_time",
                                the_next_packet="one more is not eight; and none comes. Look at nic.sar.coalesce_time")}


def expected(runs: Runs) -> dict[str, Expected]:
    found = {name: run.json for name, run in runs.items()}
    waits = {n: wait(found[str(n)]) for n in COUNTS}
    low, high = (measures.throughput_of(found[n], WAY) or 0.0 for n in ("1", "16"))
    effect = "nothing" if abs(high - low) < 0.01 * low else "raises it" if high > low else "lowers it"
    below = max(n for n in COUNTS if waits[n] < 30)
    seen = "compare the Mb/s that the runs print: here the line is the limit, or the sending host, whatever the interrupts do"
    return {**interrupts(found), **{f"wait_{n}": number(waits[n], SHARE * waits[n]) for n in (1, 8, 16)},
            "largest_under_30us": number(below, 0, *((n, "run it with that: software_receive is not below 30 us") for n in COUNTS if n > below),
                                         *((n, "there is a larger one") for n in COUNTS if n < below)),
            "throughput": word(effect, **{"raises it": seen, "lowers it": seen}), **alone(found)}
