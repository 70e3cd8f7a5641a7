"""A waveform of another simulator: Icarus Verilog runs foreign_bus.v."""
import pathlib
import shutil
import subprocess

from common import ROOT

MAP = '[pci.board]\nagents = []\n' + "".join(f'{ours} = "tb.{theirs}"\n' for ours, theirs in (
    ("CLK", "clk"), ("RST_n", "rst_n"), ("AD", "ad"), ("CBE_n", "cbe_n"), ("PAR", "par"), ("FRAME_n", "frame_n"), ("IRDY_n", "irdy_n"),
    ("TRDY_n", "trdy_n"), ("DEVSEL_n", "devsel_n"), ("STOP_n", "stop_n")))


def foreign_waveform(folder, name, *plusargs):
    """FOLDER/NAME, a VCD or an FST; None where iverilog is missing."""
    if not shutil.which("iverilog"):
        return None
    here = pathlib.Path(__file__).parent
    subprocess.run(["iverilog", "-g2005", "-o", folder / "tb.vvp", here / "foreign_bus.v",
                    ROOT / "docs/examples/verilog_target/pci_memory.v"], check=True)
    how = ["-fst"] if name.endswith(".fst") else []
    subprocess.run(["vvp", folder / "tb.vvp", *how, *plusargs], check=True, capture_output=True, cwd=folder)
    (folder / "foreign.dump").rename(folder / name)
    return folder / name
