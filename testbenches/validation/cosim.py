"""Cores in VHDL and Verilog on niclab's PCI bus, in GHDL and Icarus Verilog: right, faulty, hanging.

    cosim.py VHDL_TARGET       the program of docs/examples/vhdl_target
"""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

from common import NICLAB as PROGRAM
from common import ROOT, check_all, named, skip

EXAMPLES = ROOT / "docs/examples"
VPI = ROOT / "models/cosim"
BOUND_S = 300  # of what ends by itself


def execute(folder, *command):
    subprocess.run([str(word) for word in command], cwd=folder, check=True, capture_output=True, timeout=BOUND_S)


def changed(text, old, new):
    assert old in text, old
    return text.replace(old, new)


def ghdl(folder, *changes, wrapper=()):
    """Builds the VPI module and the VHDL core with `changes`; the command that simulates it."""
    core, top = ((EXAMPLES / "vhdl_target" / name).read_text() for name in ("pci_memory.vhd", "niclab_pci.vhd"))
    core += (ROOT / "testbenches/validation/pci_writer.vhd").read_text()
    for old, new in changes:
        core = changed(core, old, new)
    for old, new in wrapper:
        top = changed(top, old, new)
    (folder / "core.vhd").write_text(core)
    (folder / "top.vhd").write_text(top)
    execute(folder, "ghdl", "--vpi-compile", "gcc", "-c", VPI / "niclab_pci.c", "-o", "niclab_pci.o")
    execute(folder, "ghdl", "--vpi-link", "gcc", "niclab_pci.o", "-o", "niclab_pci.vpi")
    execute(folder, "ghdl", "-a", "--std=08", "core.vhd", "top.vhd")
    execute(folder, "ghdl", "-e", "--std=08", "niclab_pci")
    return ["ghdl", "-r", "--std=08", "niclab_pci", "--vpi=./niclab_pci.vpi"]


def icarus(folder, *changes):
    """Likewise of the Verilog core, in the wrapper of another one."""
    core = (EXAMPLES / "verilog_target/pci_memory.v").read_text()
    for old, new in changes:
        core = changed(core, old, new)
    top = (EXAMPLES / "verilog_initiator/niclab_pci.v").read_text()
    top = top[: top.index("    // A core with separate inputs")] + """
    wire [31:0] ad_out;
    wire ad_enable, par_out, par_enable, devsel_n_out, trdy_n_out, stop_n_out, control_enable;
    assign ad = ad_enable ? ad_out : 32'bz;
    assign par = par_enable ? par_out : 1'bz;
    assign {devsel_n, trdy_n, stop_n} = control_enable ? {devsel_n_out, trdy_n_out, stop_n_out} : 3'bz;
    assign req_n = 1, inta_n = 1;
    pci_memory core (clk, rst_n, ad, cbe_n, frame_n, irdy_n, idsel, ad_out, ad_enable, par_out, par_enable,
                     devsel_n_out, trdy_n_out, stop_n_out, control_enable);
endmodule
"""
    (folder / "core.v").write_text("`timescale 1ns / 1ps\n" + core)
    (folder / "top.v").write_text(top)
    execute(folder, "iverilog-vpi", VPI / "niclab_pci.c")
    execute(folder, "iverilog", "-g2005", "-s", "niclab_pci", "-o", "core.vvp", "core.v", "top.v")
    return ["vvp", "-n", "-M.", "-mniclab_pci", "core.vvp"]


def trial(folder, command, *options, expect=0):
    done = subprocess.run([PROGRAM, *options, "trial.fst", *command], cwd=folder, capture_output=True, text=True, timeout=BOUND_S)
    assert done.returncode == expect, f"exit code {done.returncode}, {expect} expected\n{done.stdout}{done.stderr}"
    return done


def processes(folder):
    """Those whose working folder is `folder`."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if pathlib.Path(os.readlink(entry / "cwd")) == folder and (entry / "stat").read_text().rsplit(")", 1)[1].split()[0] != "Z":
                found.append(entry.name)
        except OSError:  # it has ended
            pass
    return found


def nothing_left(folder):
    """No waveform, whole or not, and no process; one that was killed may need a moment."""
    files = [path.name for path in folder.iterdir() if "trial" in path.name]
    assert not files, files
    until = time.monotonic() + BOUND_S
    while processes(folder):
        assert time.monotonic() < until, "a process is left"
        time.sleep(0.05)


def right(simulator, transactions=7):
    """Configuration, memory and a disconnect at its end; the waveform is there."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        said = trial(folder, simulator(folder)).stdout
        assert said.startswith("7 of 7 bursts done, data as written\n") and f"\n{transactions} transactions, 0 violations" in said, said
        assert (folder / "trial.fst").exists() and (folder / "trial.gtkw").exists()
        assert not processes(folder)


def wrong(simulator, change, rule, expect=1):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        said = trial(folder, simulator(folder, change), expect=expect).stdout
        rules = set(re.findall(r"ns: (P\d+):", said))
        assert rules == {rule}, f"{rule} expected\n{said}"


def refused(simulator, sentence, *changes, options=(), **more):
    """The run ends with one sentence and exit code 2."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        said = trial(folder, simulator(folder, *changes, **more), *options, expect=2).stderr
        assert re.search(f"^{sentence}$", said, flags=re.M), f"{sentence} expected\n{said}"
        nothing_left(folder)


def interrupted(simulator, change, number):
    """While the core hangs, Ctrl-C (or kill -9) leaves no process, Ctrl-C no file."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        command = simulator(folder, change)
        with subprocess.Popen([PROGRAM, "trial.fst", *command], cwd=folder, stderr=subprocess.PIPE, text=True) as running:
            for line in running.stderr:
                if "hangs now" in line:
                    break
            running.send_signal(number)
            running.communicate(timeout=BOUND_S)
        assert running.returncode == (130 if number == signal.SIGINT else -number), running.returncode
        if number == signal.SIGINT:
            nothing_left(folder)
        until = time.monotonic() + BOUND_S
        while processes(folder):
            assert time.monotonic() < until, "the simulator is left"
            time.sleep(0.05)


# What is changed: in the VHDL core, and in its wrapper, where no driver is left for REQ#.
PARITY = ("(xor ad_out) xor (xor to_x01(cbe_n))", "not ((xor ad_out) xor (xor to_x01(cbe_n)))")
HANG = ("                when CLAIM =>", "                when CLAIM => report \"hangs now\"; loop null; end loop;")
ENDS = ("                when CLAIM =>", "                when CLAIM => assert false severity failure;")
NO_REQUEST = ("gnt_n, req_n, inta_n : std_logic := '1'", "gnt_n, inta_n : std_logic := '1'; signal req_n : std_logic")


def with_writer(folder, *changes):
    """A second core, an initiator: its transaction comes on top."""
    ports = "clk, rst_n, gnt_n, req_n, ad, cbe_n, par, frame_n, irdy_n"
    return ghdl(folder, *changes, wrapper=[("    core : entity", f"    writer : entity work.pci_writer port map ({ports});\n    core : entity")])


def unwritten(folder):
    """Memory that was never written is read: the core drives U."""
    return ghdl(folder, ("memory(to_integer(dword))(8 * lane", "memory(to_integer(dword) / 2 * 2)(8 * lane"))


def checks_of_ghdl():
    at = r"ghdl, clock edge \d+: "
    return [
        named("ghdl_right", right, ghdl),
        named("ghdl_initiator", right, with_writer, 8),
        named("ghdl_early_initiator", wrong, with_writer, ("step := -8", "step := 0"), "P39"),
        named("ghdl_parity", wrong, ghdl, PARITY, "P18"),
        named("ghdl_unknown", wrong, lambda folder, _: unwritten(folder), None, "P1"),
        named("ghdl_hangs", lambda: refused(ghdl, at + "no answer within 2 s; expected one at each clock edge", HANG, options=("-t", "2"))),
        named("ghdl_ends", refused, ghdl, at + "ended with exit code 1; expected it to run until niclab ends it", ENDS),
        named("ghdl_unknown_request", lambda: refused(ghdl, at + "req_n is U; expected 0 or 1", wrapper=[NO_REQUEST])),
        named("ghdl_signal_missing",
              lambda: refused(ghdl, "ghdl: niclab_pci.idsel: no such signal; expected a top module niclab_pci that has it",
                              wrapper=[("idsel", "selected"), ("selected => selected", "idsel => selected")])),
        named("ghdl_without_module", refused, lambda folder: ghdl(folder)[:-1] + ["--stop-time=1us"],
              "ghdl: ended with exit code 0; expected it to load the VPI module niclab_pci"),
        named("ghdl_ctrl_c", interrupted, ghdl, HANG, signal.SIGINT),
        named("ghdl_killed", interrupted, ghdl, HANG, signal.SIGKILL),
    ]


def checks_of_icarus():
    at = r"vvp, clock edge \d+: "
    claim = "state <= DATA;"
    return [
        named("icarus_right", right, icarus),
        named("icarus_parity", wrong, icarus, ("par_out <= ^{ad_out, cbe_n}", "par_out <= ~^{ad_out, cbe_n}"), "P18"),
        named("icarus_hangs", lambda: refused(icarus, at + "no answer within 2 s; expected one at each clock edge",
                                              (claim, claim + " while (1);"), options=("-t", "2"))),
        named("icarus_ends", refused, icarus, at + "ended with exit code 0; expected it to run until niclab ends it", (claim, claim + " $finish;")),
    ]


def missing():
    refused(lambda folder: ["no_such_simulator"], "no_such_simulator: cannot be started: No such file or directory; expected a program")


def usage():
    done = subprocess.run([PROGRAM], capture_output=True, text=True, timeout=BOUND_S)
    assert done.returncode == 2 and "no simulator; expected" in done.stderr, done.stderr


if __name__ == "__main__":
    checks = [missing, usage]
    for program, of in (("ghdl", checks_of_ghdl), ("iverilog", checks_of_icarus)):
        if shutil.which(program):
            checks += of()
        else:
            print(f"skipped: {program} is not installed", flush=True)
    if len(checks) == 2:
        check_all(checks)
        skip("neither ghdl nor iverilog is installed")
    check_all(checks)
