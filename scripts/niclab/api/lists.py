"""What there is to choose from, and what each key may be."""
from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from niclab import program
from niclab.api import table
from niclab.api.run import Path
from niclab.api.words import Keys, settings_words

if TYPE_CHECKING:
    import pandas


def cards() -> list[str]:
    """Names of the cards that come with niclab.

    >>> "idt77901" in cards()
    True
    """
    return [card["name"] for card in json.loads(program.output_of("list", "cards", "--json"))]


def experiments() -> dict[str, str]:
    """The experiments that come with niclab, each with what it asks.

    >>> experiments()["busy_bus"]
    'What does a busy PCI bus do to the card?'
    """
    def first_sentence(text: str) -> str:
        first = re.split(r"(?<=[.?!:])\s", re.sub(r"^(Study \d+\. )?Question: ", "", text))[0]
        return (first[:1].upper() + first[1:]).rstrip(":")

    return {found["name"]: first_sentence(found["what"]) for found in json.loads(program.output_of("list", "experiments", "--json"))}


def hosts() -> list[str]:
    """Names of the host profiles that come with niclab."""
    return [host["name"] for host in json.loads(program.output_of("list", "hosts", "--json"))]


def params(experiment: Path | None = None, *, set: Keys | None = None) -> pandas.DataFrame:
    """Every key with its meaning, default and what is allowed; of one experiment, also its values.

    >>> keys = params("echo")
    >>> keys.loc["client.nic.sar.tx_fifo_cells", ["value", "least", "most"]].tolist()
    [9, '1', '64']
    """
    words = ["explain", str(experiment), "--parameters", *settings_words(set)] if experiment else ["list", "params", "--json"]
    return table.made(json.loads(program.output_of(*words))).set_index("key")


def explain(experiment: Path, *, set: Keys | None = None) -> dict[str, Any]:
    """An experiment with every key resolved, as `niclab explain` prints it."""
    return json.loads(program.output_of("explain", str(experiment), *settings_words(set)))
