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


PCI_CARDS = ("idt77901", "rtl8029", "am79c970a", "3c595", "3c905", "3c905b", "3c905c", "82540em", "82574l")
# A module for every card of PCI, which prints what a table of it needs.
IDENTITY = """#include <linux/module.h>
#include <linux/pci.h>
static int identity_probe(struct pci_dev *card, const struct pci_device_id *id)
{
    int bar;
    pr_info("id %04X %04X\\n", card->vendor, card->device);
    for (bar = 0; bar < 6; bar++)
        if (pci_resource_len(card, bar))
            pr_info("bar %d %s %lu\\n", bar, pci_resource_flags(card, bar) & IORESOURCE_IO ? "ports" : "memory", pci_resource_len(card, bar));
    return 0;
}
static void identity_remove(struct pci_dev *card) { }
static const struct pci_device_id identity_cards[] = {{PCI_DEVICE(PCI_ANY_ID, PCI_ANY_ID)}, {0}};
static struct pci_driver identity = {.name = "identity", .id_table = identity_cards, .probe = identity_probe, .remove = identity_remove};
module_pci_driver(identity);
MODULE_LICENSE("GPL");
"""


def bar_in_words(number: str, kind: str, octets: str) -> str:
    size = f"{int(octets) // 1024} KiB" if int(octets) >= 1024 else f"{octets} octets"
    return f"{number}: {size} of {'I/O ports' if kind == 'ports' else 'memory'}"


def identities(program: Program) -> list[str]:
    """The cards of PCI, each with what a module finds."""
    (program.folder / "identity.c").write_text(IDENTITY)
    rows = ["| `--card` | entry of the table | BARs |", "|---|---|---|"]
    for card in PCI_CARDS:
        text = program.text("driver", "--card", card, "--load-only", "identity.c")
        [vendor_and_device] = re.findall(r"id (\w{4}) (\w{4})$", text, re.M)
        bars = re.findall(r"bar (\d) (\w+) (\d+)$", text, re.M)
        rows.append(f"| `{card}` | `PCI_DEVICE(0x{vendor_and_device[0]}, 0x{vendor_and_device[1]})` | {', '.join(bar_in_words(*bar) for bar in bars)} |")
    return rows


def kernel_table(program: Program) -> list[str]:
    """The drivers of all kernels; the table of the page where one is not fetched."""
    if all(map(kernels.fetched, kernels.KERNELS)):
        return kernels.table(program.niclab, 60)
    page = (ROOT / "docs/howto/drivers.md").read_text()
    return page[page.index(next(kernels.heading())):page.index("<!-- kernels: end")].strip().splitlines()
