"""Sentences on where the difference comes from: drawn from the attribution, and from what the intervals allow to say."""
from niclab.compare.intervals import difference
from niclab.compare.measures import HARDWARE

MANY_PERCENT = 10  # of the largest cause: what another needs to be named
WORTH_A_WORD = 0.001  # smaller changes stay in the table, seen or not


def signed(interval, unit="us", decimals=2):
    return (f"{interval.mean:+.{decimals}f} {unit} (95 %: {interval.mean - interval.half:+.{decimals}f} to "
            f"{interval.mean + interval.half:+.{decimals}f})")


def what(share):
    return f"the {'wait in' if share.state == 'waiting' else 'work of'} the {share.resource} ({share.cause})"


def mean(values):
    return sum(values) / len(values)


def total_sentence(comparison, i):
    """From the call to the delivery, mean of the directions: the sum of all causes."""
    letter, first = comparison.subjects[i].letter, comparison.subjects[0].letter
    totals = [[sum(column) for column in zip(*(share.values[s] for share in comparison.causes))] for s in (0, i)]
    total = difference(*totals)
    if not total.excludes_zero:
        return total, (f"From call to delivery, no difference between {letter} and {first} was seen"
                       + ("." if total.mean == total.half == 0 else f": {signed(total)}."))
    return total, (f"From call to delivery a packet takes {mean(totals[1]):.2f} us with {letter} and {mean(totals[0]):.2f} us "
                   f"with {first}: {signed(total)}.")


def bus_sentence(comparison, i):
    """The stage between the buses that changed most."""
    changes = [(row, row.difference(i)) for row in comparison.group("latency") if row.measure.name.split()[0] in HARDWARE]
    seen = [(row, d) for row, d in changes if d and d.excludes_zero]
    if not seen:
        return "No stage between the two buses shows a difference."
    row, most = max(seen, key=lambda pair: abs(pair[1].mean))
    whole = comparison.row("latency", f"bus to bus {row.measure.name.split()[1]}")
    return (f"Between the two buses the stage that changed most is {row.measure.name}, {signed(most)}"
            + (f", of {signed(whole.difference(i))} from bus to bus." if whole and whole.difference(i) else "."))


def causes_seen(comparison, i):
    """Causes whose difference was seen, the largest first."""
    changes = [(share, share.difference(i)) for share in comparison.causes]
    return sorted(((s, d) for s, d in changes if d.excludes_zero), key=lambda pair: -abs(pair[1].mean))


def largest_cause(comparison, i, share, change, total):
    """The cause that goes furthest the way of the whole; several may add up to more than the whole and cancel."""
    letter, first = comparison.subjects[i].letter, comparison.subjects[0].letter
    percent = 100 * change.mean / total.mean
    begin = "Most of it comes from" if percent > 50 else "The largest part of it comes from"
    end = f", {percent:.0f} % of the change" if percent <= 105 else f", {signed(change)}"
    return (f"{begin} {what(share)}: {mean(share.values[i]):.2f} us with {letter}, "
            f"{mean(share.values[0]):.2f} us with {first}{end}.")


def cause_sentences(comparison, i, total):
    """The causes behind the whole change, and those that work against it."""
    seen = causes_seen(comparison, i)
    if not seen:
        return []
    worth = [(s, d) for s, d in seen if abs(d.mean) >= MANY_PERCENT / 100 * abs(seen[0][1].mean)]
    listed = lambda pairs: "; ".join(f"{what(s)}, {signed(d)}" for s, d in pairs[:3]) + "."
    if not total.excludes_zero:
        return ["Single causes changed: " + listed(worth)]
    along = [(s, d) for s, d in seen if d.mean * total.mean > 0]
    sentences = [largest_cause(comparison, i, *along[0], total)] if along else []
    more = [pair for pair in worth if pair in along[1:]]
    against = [pair for pair in worth if pair not in along]
    sentences += ["Then: " + listed(more)] if more else []
    sentences += ["Against it: " + listed(against)] if against else []
    return sentences


def throughput_sentence(comparison, i):
    seen = []
    for row in comparison.group("throughput"):
        d = row.difference(i)
        if d and d.excludes_zero and mean(row.values[0]):
            seen.append((abs(d.mean / mean(row.values[0])), row, d))
    if not seen:
        return "No difference in throughput was seen at any size."
    _, row, d = max(seen, key=lambda entry: entry[0])
    return (f"Throughput differs most with {row.measure.name}: {mean(row.values[i]):.2f} against {mean(row.values[0]):.2f} Mb/s, "
            f"{100 * d.mean / mean(row.values[0]):+.1f} %.")


def other_sentence(comparison, i):
    """Everything else that changed, in one line."""
    seen = []
    for row in comparison.rows:
        d = row.difference(i)
        if row.measure.group in ("latency", "throughput") or not d or not d.excludes_zero:
            continue
        base = mean(row.values[0])
        if base and abs(d.mean / base) < WORTH_A_WORD:
            continue
        change = f"{100 * d.mean / base:+.1f} %" if base else f"{d.mean:+.{row.measure.decimals}f} {row.measure.unit}".rstrip()
        seen.append(f"{row.measure.name} ({row.measure.group}) {change}")
    return ("Besides: " + "; ".join(seen) + "." if seen else
            f"In use of bus, host and memory, loss and cost no difference of {WORTH_A_WORD:.1%} or more was seen.")


def findings(comparison):
    """For each subject but the first a list of sentences."""
    found = []
    for i in range(1, len(comparison.subjects)):
        total, sentence = total_sentence(comparison, i)
        found.append([sentence, *cause_sentences(comparison, i, total), bus_sentence(comparison, i),
                      throughput_sentence(comparison, i), other_sentence(comparison, i)])
    return found
