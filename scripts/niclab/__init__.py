"""niclab: a laboratory for network interface cards.

    import niclab
    shallow = niclab.run("echo", set={"nic.sar.tx_fifo_cells": 1})
    shallow.answer                      # one sentence
    shallow.packets                     # a pandas table, a row a packet; stages, spans, causes, transactions, counters as well
    niclab.sweep("busy_bus", vary={"nic.sar.tx_fifo_cells": [1, 4, 9]}, runs=12)
    niclab.compare("idt77901", "pca200e_like")

Commands are functions, their options are keywords of the same names, keys of an experiment go into
`set`. Errors are the program's own sentences.
"""
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from niclab.api.lists import cards, experiments, explain, hosts, params
    from niclab.api.many import Comparison, Reproduction, Sweep, compare, reproduce, run_each, sweep
    from niclab.api.page import Page
    from niclab.api.run import CheckFailed, Run, load, run
    from niclab.errors import WrongInput

__all__ = ["CheckFailed", "Comparison", "Page", "Reproduction", "Run", "Sweep", "WrongInput", "cards", "compare", "experiments",
           "explain", "hosts", "load", "params", "reproduce", "run", "run_each", "sweep"]


def __getattr__(name: str) -> Any:
    """Imports a function or class at its first use: the package's tools use none of them."""
    if name in __all__:
        from niclab.api import lists, many, page, run
        for module in (lists, many, page, run):
            if name in vars(module):
                globals()[name] = found = getattr(module, name)
                return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
