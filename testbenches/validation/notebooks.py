"""The notebooks of docs/notebooks, executed from top to bottom by the package, in a folder of their
own.

Quick: the first one. `--long`: the one about a deeper FIFO, with a sweep that takes longer.
"""
import os
import sys
import tempfile

from common import NICLAB, ROOT, check_all, skip

try:
    import nbclient
    import nbformat
except ModuleNotFoundError:
    skip("nbclient is not installed")

os.environ["NICLAB_PROGRAM"] = NICLAB
os.environ["PYTHONPATH"] = str(ROOT / "scripts")


def executed(name):
    book = nbformat.read(ROOT / f"docs/notebooks/{name}.ipynb", as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        nbclient.NotebookClient(book, timeout=1000, resources={"metadata": {"path": folder}}).execute()
    return [cell for cell in book.cells if cell.cell_type == "code"]


def said(cell):
    """Text and HTML of a cell's outputs."""
    parts = [output.get("text") or "".join(output.get("data", {}).values()) for output in cell.outputs]
    return "\n".join(parts)


def check_first():
    cells = executed("first")
    assert "driver to driver" in said(cells[0]), said(cells[0])
    assert "null cells before it" in said(cells[1]), said(cells[1])
    gained = said(cells[2])
    assert "client_to_server" in gained and "23." in gained, gained
    assert 'did you mean "tx_fifo_cells"?' in said(cells[3]), said(cells[3])
    assert "<iframe srcdoc" in said(cells[4])


def check_deeper_fifo():
    cells = executed("deeper_fifo")
    lines = [line for cell in cells for line in cell.source.splitlines() if line]
    assert len(lines) <= 15, f"{len(lines)} lines for an answer with its confidence"
    assert "decided" in said(cells[1]), said(cells[1])
    answer = said(cells[3])
    assert "Mb/s more" in answer or "No depth" in answer, answer


check_all([check_deeper_fifo if "--long" in sys.argv else check_first])
