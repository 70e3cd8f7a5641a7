"""Trials of Linux' drivers, as the pages show them."""
import pathlib
import re
from collections.abc import Callable
from typing import Protocol

import driver_kernels as kernels

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Program(Protocol):
    """niclab, in a folder of its own."""
    niclab: pathlib.Path
    folder: pathlib.Path

    def text(self, *arguments: str, ends: int = 0) -> str: ...


def steps(text: str) -> list[str]:
    """The steps of a trial, from what the program prints."""
    return next(part.splitlines() for part in text.split("\n\n") if part.startswith(("ok", "FAILED")))


def trial(*options: str) -> Callable[[Program], list[str]]:
    """The steps of the trial of Linux' unmodified driver, without the line that names a file of this machine."""
    return lambda program: steps(program.text("driver", *options))


def overflow(program: Program) -> list[str]:
    """The trial of lance.c with ring indices that begin shortly before their overflow."""
    text = (ROOT / "build/kernel/lance.c").read_text()
    (program.folder / "overflow.c").write_text(text.replace("_tx = 0;", "_tx = 0x7fffff00;"))
    return steps(program.text("driver", "--card", "at1500", "overflow.c", ends=1))


def question(program: Program) -> list[str]:
    """The kernel messages of the module on a page."""
    page = (ROOT / "docs/howto/register_modules.md").read_text()
    block = re.findall(r"Save this as `question.c`:\n\n((?: {4}.*\n|\n)+)", page)[0]
    (program.folder / "question.c").write_text(re.sub(r"^ {4}", "", block, flags=re.M))
    text = program.text("driver", "--card", "rtl8029", "--load-only", "question.c")
    return [line for line in text.splitlines() if line.startswith("[")]


def kernel_table(program: Program) -> list[str]:
    """The drivers of all kernels; the table of the page where one is not fetched."""
    if all(map(kernels.fetched, kernels.KERNELS)):
        return kernels.table(program.niclab, 60)
    page = (ROOT / "docs/howto/drivers.md").read_text()
    return page[page.index(next(kernels.heading())):page.index("<!-- kernels: end")].strip().splitlines()
