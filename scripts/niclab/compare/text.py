"""The comparison as text for the terminal, and as rows for other programs."""
import csv
import io

from niclab.compare.findings import findings


def fixed(value, decimals, sign=""):
    """A number as text; what rounds to zero has no sign."""
    text = f"{value:{sign}.{decimals}f}"
    return text if float(text) else f"{0:.{decimals}f}"


def number(interval, decimals):
    if interval is None:
        return "-"
    text = fixed(interval.mean, decimals)
    return text if decimals == 0 else f"{text} ±{interval.half:.{decimals}f}"


def change(row, i):
    """The difference to the first in words and numbers."""
    d, decimals = row.difference(i), row.measure.decimals
    if d is None:
        return "-"
    if d.mean == d.half == 0:
        return "no difference seen"
    span = fixed(d.mean, decimals, "+") + (f" ±{d.half:.{decimals}f}" if decimals else "")
    if not d.excludes_zero:
        return f"no difference seen ({span})"
    base = row.interval(0).mean
    return span + (f" ({100 * d.mean / base:+.1f} %)" if base else "")


def cells(comparison, row):
    subjects = range(len(comparison.subjects))
    return [*(number(row.interval(i), row.measure.decimals) for i in subjects), *(change(row, i) for i in subjects if i)]


def heads(comparison):
    letters = [s.letter for s in comparison.subjects]
    return [*letters, *(f"{letter} - {letters[0]}" for letter in letters[1:])]


def label(measure):
    return f"{measure.name} ({measure.unit})" if measure.unit else measure.name


def table(comparison):
    lines = [(row.measure.group, label(row.measure), cells(comparison, row)) for row in comparison.rows]
    widths = [max(len(line[2][k]) for line in [*lines, ("", "", heads(comparison))]) for k in range(len(lines[0][2]))]
    first = max(len(line[1]) for line in lines) + 2
    join = lambda words: "  ".join(f"{word:>{width}}" for word, width in zip(words, widths))
    text, group = "", None
    for name, measure, values in lines:
        if name != group:
            text += f"\n{name:<{first + 2}}{join(heads(comparison))}\n"
            group = name
        text += f"  {measure:<{first}}{join(values)}\n"
    return text


def notes(comparison):
    seeds = comparison.options.seeds
    text = (f"Means over {len(seeds)} seeds, ± the half of their 95 % confidence interval (Student's t); differences seed by seed. "
            f"Each row\nstands by itself: of twenty rows without a difference about one will show some.\n")
    if comparison.workloads_differ():
        text += "The experiments differ in their workloads: so do the numbers, whatever the cards.\n"
    return text


def summary(comparison, version):
    text = f"{version}  compare  workload {comparison.options.workload}  seeds {comparison.options.seeds[0]} to {comparison.options.seeds[-1]}\n\n"
    text += "".join(f"  {s.letter}  {s.text}  ({s.kind})\n" for s in comparison.subjects)
    text += table(comparison) + "\n" + notes(comparison)
    for subject, sentences in zip(comparison.subjects[1:], findings(comparison)):
        text += f"\n{subject.letter} against {comparison.subjects[0].letter}:\n" + "".join(f"  {s}\n" for s in sentences)
    return text


def rows_csv(comparison):
    """One line a measure and subject: mean, interval, difference to the first, and whether it was seen."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["group", "measure", "unit", "letter", "subject", "mean", "half", "difference", "difference_half", "seen", "seeds"])
    for row in comparison.rows:
        for i, subject in enumerate(comparison.subjects):
            mean, d = row.interval(i), row.difference(i)
            writer.writerow([row.measure.group, row.measure.name, row.measure.unit, subject.letter, subject.text,
                             *([mean.mean, mean.half] if mean else ["", ""]), *([d.mean, d.half] if d else ["", ""]),
                             "" if d is None else int(d.excludes_zero), " ".join(map(repr, row.values[i] or ()))])
    return out.getvalue()
