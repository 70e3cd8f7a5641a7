"""The page of a run."""
import json
import shlex

from niclab.report import machines, results, times, waves
from niclab.report.page import escape, number, page, script, section


def answer(found):
    """One sentence, and one for each further direction."""
    if not found.json["answer"]:
        return '<p class="answer">No packet was delivered: the ledger below tells where they ended.</p>'
    first, *others = found.json["answer"]
    return f'<p class="answer">{escape(first)}</p>' + "".join(f"<p>{escape(words)}</p>" for words in others)


def losses(found):
    """Of each direction that lost packets, how many."""
    out = ""
    for i, line in enumerate(found.json["ledger"]):
        if line["unit"] == "pdus" and line["delivered"] < line["sent"]:
            out += (f"<p>{escape(times.direction_words(line['direction']))}: {number(found.json, 'ledger', i, 'delivered')} of "
                    f"{number(found.json, 'ledger', i, 'sent')} packets were delivered, see Checks.</p>")
    return out


def runs(found):
    """How many there were, with its noun."""
    return number(found.json, "runs") + (" run" if found.json["runs"] == 1 else " runs")


def warnings(found):
    """What a reader must know before he believes anything."""
    lines = list(found.json["notes"])
    if found.json["partial"]:
        lines.insert(0, f"Partial: the simulation was stopped when {found.json['runs']} runs were complete.")
    bad = [name for name, check in found.json["checks"].items() if check["violations_seen"]]
    if bad:
        lines.append(f"Violated: {', '.join(bad)}. See Checks.")
    return "".join(f'<p class="warning">{escape(words)}</p>' for words in lines)


def head(found):
    j = found.json
    return (f"<h1>niclab {escape(j['niclab'])}, experiment {escape(j['experiment'])}, seed {number(j, 'seed')}, {runs(found)}</h1>"
            + answer(found) + losses(found) + warnings(found))


def provenance(made):
    """One line: the command, the program, and what the command line changed. Nothing where no command made the results."""
    if not made or not made["command"]:
        return ""
    changed = [f"{c['key']} = {json.dumps(c['value'])} (file: {'nothing' if c['file_value'] is None else json.dumps(c['file_value'])})"
               for c in made["changed"]]
    words = [f"Made by {shlex.join(made['command'])}", f"program {made['program']['sha256'][:12]}"]
    words += ["changed: " + ", ".join(changed)] if changed else []
    return f'<p class="provenance">{escape("; ".join(words))}</p>'


def origin(found):
    j = found.json
    return section("origin", "Where this comes from", (
        f"<p>niclab {escape(j['niclab'])}, experiment {escape(j['experiment'])}, seed {number(j, 'seed')}, {runs(found)}, "
        f"{number(j, 'speed', 'simulated_us')} us simulated, results of schema {number(j, 'schema_version')}. "
        f"</p>{provenance(j.get('provenance'))}<p>"
        "The same experiment and seed give this page again, byte for byte, but for how it was made. Every number of it that stands in "
        "<code>results.json</code> carries its place there in <code>data-from</code>.</p>"))


def make(folder):
    """The text of the page of a run's folder."""
    found = results.read(folder)
    wave = waves.read(found)
    sections = [times.waterfall(found), times.breakdown(found), times.distribution(found), machines.occupancy(found), machines.bus_shares(found),
                machines.waveform(wave), machines.counters(found), machines.checks(found), machines.configuration(found), origin(found)]
    return page(f"niclab: {found.json['experiment']}", head(found), sections, script("waves", wave) if wave else "")
