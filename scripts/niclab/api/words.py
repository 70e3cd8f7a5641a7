"""What a caller gives in Python, as words of a command line."""
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from niclab.errors import WrongInput

Keys = Mapping[str, Any]


def value(given: Any) -> str:
    """A value as experiment files write it.

    >>> value(4), value(True), value("2 km"), value([1, 40])
    ('4', 'true', '"2 km"', '[1, 40]')
    """
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, str):
        return json.dumps(given)
    if hasattr(given, "tolist"):  # numpy's numbers and arrays
        return value(given.tolist())
    if isinstance(given, Sequence):
        return "[" + ", ".join(value(one) for one in given) + "]"
    return repr(given)


def flat(keys: Keys | None, before: str = "") -> dict[str, Any]:
    """Keys of tables within tables by their whole names.

    >>> flat({"nic": {"sar": {"tx_fifo_cells": 4}}, "run.mode": "stream"})
    {'nic.sar.tx_fifo_cells': 4, 'run.mode': 'stream'}
    """
    found: dict[str, Any] = {}
    for key, given in (keys or {}).items():
        found.update(flat(given, f"{before}{key}.") if isinstance(given, Mapping) else {before + key: given})
    return found


def settings(keys: Keys | None) -> tuple[str, ...]:
    """KEY=VALUE of each key.

    >>> settings({"nic.sar.tx_fifo_cells": 4})
    ('nic.sar.tx_fifo_cells=4',)
    """
    return tuple(f"{key}={value(given)}" for key, given in flat(keys).items())


def settings_words(keys: Keys | None) -> list[str]:
    return [word for setting in settings(keys) for word in ("--set", setting)]


def options(**given: Any) -> list[str]:
    """Options by their names: what is None or False was not given, what is a list is given again
    and again.

    >>> options(seed=7, vcd_from=None, quiet=True)
    ['--seed=7', '--quiet']
    """
    words = []
    for name, one in given.items():
        option = "--" + name.replace("_", "-")
        if one is True:
            words.append(option)
        elif one is not None and one is not False:
            several = one if isinstance(one, (list, tuple)) else [one]
            words += [f"{option}={each}" for each in several]
    return words


def varied(vary: Mapping[str, Any]) -> list[str]:
    """--vary of each key: values one by one, or a range as text, FROM:TO, FROM:TO:STEP or FROM:TO:xFACTOR.

    >>> varied({"nic.sar.tx_fifo_cells": [1, 4, 9], "line.length": "1 km:8 km:x2"})
    ['--vary=nic.sar.tx_fifo_cells=1,4,9', '--vary=line.length=1 km:8 km:x2']
    """
    words = []
    for key, given in vary.items():
        if isinstance(given, str):
            text = given
        elif isinstance(given, Iterable):
            text = ",".join(value(one) for one in given)
        else:
            raise WrongInput(f"vary: {key}: {given!r} is not a list; expected a list of values or a range such as '1:16:x2'")
        words.append(f"--vary={key}={text}")
    return words
