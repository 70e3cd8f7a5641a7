#!/usr/bin/env python3
"""One figure from a sweep, cell by cell as in a notebook: what a transmit FIFO of null cells costs
a packet.

    .venv/bin/python scripts/example_figure.py        # writes results/example_figure.svg
"""
# %% The sweep: a FIFO of 1 to 9 cells. What is complete from an earlier time is taken as it is.
import pathlib
import subprocess
import sys

from matplotlib.figure import Figure

from niclab.results import load

NICLAB = sys.argv[1] if len(sys.argv) > 1 else "build/release/testbenches/niclab/niclab"
FOLDER = pathlib.Path("results/sweep/example")
subprocess.run([NICLAB, "sweep", "echo", "--vary", "nic.sar.tx_fifo_cells=1:9", "--runs", "5", "--out", FOLDER, "--quiet"],
               check=True, stdout=subprocess.DEVNULL)

# %% Its results, in one line.
points = load(FOLDER)
print(points[["nic.sar.tx_fifo_cells", "sar_segmentation_client_to_server_us", "cost_bits"]].to_string(index=False))

# %% The figure: time from the first bus access to the first octet of the first cell, with its 95 %
# confidence interval.
figure = Figure(figsize=(5, 3.2))
plot = figure.add_subplot(xlabel="transmit FIFO (cells)", ylabel="segmentation (us)")
name = "sar_segmentation_client_to_server_us"
plot.errorbar(points["nic.sar.tx_fifo_cells"], points[name], yerr=points[name + "_ci95"], marker="o", capsize=3)
plot.set_ylim(bottom=0)
figure.savefig("results/example_figure.svg", bbox_inches="tight", metadata={"Date": None})
print("results/example_figure.svg")
