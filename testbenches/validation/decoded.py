"""What sigrok-cli reads from files of single wires, which `niclab check --sigrok` writes."""
import os
import re
import subprocess

from common import ROOT

CELL = re.compile(r"VPI (\d+) VCI (\d+) PTI (\d) CLP (\d) ([0-9a-f]{96})")


def decode(vcd, decoder, annotation):
    """What a decoder says of a file of single wires: (nanosecond of its begin, words). Samples
    count from the file's first time.
    """
    done = subprocess.run(["sigrok-cli", "-I", "vcd", "-i", vcd, "-P", decoder, "-A", f"{decoder.split(':')[0]}={annotation}",
                           "--protocol-decoder-samplenum"], capture_output=True, text=True, check=True,
                          env={**os.environ, "SIGROKDECODE_DIR": str(ROOT / "traces/sigrok")})
    return [(int(begin), words) for begin, words in re.findall(r"^(\d+)-\d+ \w+-\d: (.*)$", done.stdout, re.M)]
