"""How a page's results were made, in one line."""
import json
import shlex
from typing import Any


def line(made: dict[str, Any]) -> str:
    """The command, the program, what the links were, and what the command line changed. Nothing
    where no command made the results.
    """
    if not made or not made["command"]:
        return ""
    changed = [f"{c['key']} = {json.dumps(c['value'])} (file: {'nothing' if c['file_value'] is None else json.dumps(c['file_value'])})"
               for c in made["changed"]]
    words = [f"Made by {shlex.join(made['command'])}", f"program {(made['program'].get('build_id') or made['program']['sha256'])[:12]}"]
    words += [f"fidelity: {made['fidelity']}"] if made.get("fidelity") else []
    words += ["changed: " + ", ".join(changed)] if changed else []
    return "; ".join(words)
