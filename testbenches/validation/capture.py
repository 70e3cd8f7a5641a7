"""The capture, read by tshark: every HEC and every checksum is right."""
import pathlib
import shutil
import subprocess
import tempfile

from common import cells as cell_lines, run, settings, skip

if not shutil.which("tshark"):
    skip("tshark is not installed")
CELLS = 'uat:user_dlts:"User 0 (DLT=147)","atm_oam_cell","0","","0",""'
CHECKS = ["-o", CELLS, "-o", "ip.check_checksum:TRUE", "-o", "udp.check_checksum:TRUE", "-o", "tcp.check_checksum:TRUE"]

with tempfile.TemporaryDirectory() as temporary:
    folder = pathlib.Path(temporary)
    for protocol in ("udp", "tcp"):
        capture = folder / "c.pcapng"
        results, rows = run("echo", "--runs", "3", "--pcap", capture, *settings(workload__protocol=protocol, workload__sizes=[1, 400]))
        text = subprocess.run(["tshark", "-r", capture, "-V", *CHECKS], capture_output=True, text=True, check=True).stdout
        cells = text.count("Header Error Check")
        assert cells == sum(line["delivered"] for line in cell_lines(results))
        assert text.count("Header Error Check: 0x") == text.count("(correct)")
        packets = text.count("Header checksum status: Good")
        assert packets == len(rows) == text.count("[Checksum Status: Good]")
        print(f"{protocol}: {cells} cells and {packets} packets verified by tshark")
