"""How a tool of the package ends: work done, wrong input, an interrupt or a failure, each with its
exit code and one sentence.
"""
import errno
import importlib
import signal
import sys
import warnings
from collections.abc import Callable

from niclab.errors import WrongInput, missing

INTERRUPTED = 130
DISK_FULL = (errno.ENOSPC, errno.EDQUOT)


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def at_hang_up(handler: Callable[..., object]) -> None:
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # nohup ignores it
        signal.signal(signal.SIGHUP, handler)


def of_files(error: OSError) -> str:
    """The sentence of an error of the file system."""
    if error.errno not in DISK_FULL:
        return str(error)
    return f"{error.filename or 'a file of the results'}: not written to its end; expected space on the disk"


def hidden(*_: object, **__: object) -> None:
    """Shows no warning."""


def end(tool: str, module: str) -> int:
    """The exit code of `module`.main(); modules are only looked for here, so that a missing one is
    a sentence, too.
    """
    signal.signal(signal.SIGTERM, interrupted)
    at_hang_up(interrupted)
    if not sys.warnoptions:  # -W and PYTHONWARNINGS show the warnings of libraries
        warnings.showwarning = hidden  # a filter would be passed by the filters that libraries set
    try:
        return importlib.import_module(module).main() or 0
    except KeyboardInterrupt:
        print(f"{tool}: interrupted; what is complete is kept, the same command goes on from there", file=sys.stderr)
        return INTERRUPTED
    except ModuleNotFoundError as error:
        print(f"{tool}: {missing(error.name or str(error))}", file=sys.stderr)
        return 2
    except WrongInput as error:
        print(f"{tool}: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{tool}: {of_files(error)}", file=sys.stderr)
        return 2 if error.errno in DISK_FULL else 1
    except RuntimeError as error:
        print(f"{tool}: {error}", file=sys.stderr)
        return 1
