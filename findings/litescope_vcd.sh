#!/usr/bin/env bash
# Versions: LiteScope 2024.12, LiteX 2024.12, migen 0.10.0, vcdvcd 2.6.0, pywellen 0.25.7 (PyPI), GTKWave 3.3.118.
# Expected: the VCD of LiteScope's analyzer shows the clock of the design with its rate in each tool.
# Observed: it states half a period as time scale, as 4000ps for 125 MHz, where IEEE 1364 allows 1, 10 and 100 only; the
# scope has no type. vcdvcd reads 4000 ps. vcd2fst makes 100 ps of it, vcd2lxt2 and vcd2vzt 1 ps, without a message, so
# times are too short by 40 and 4000. pywellen refuses the file. Half a period of 322.265625 MHz, 1551.5 ps, is cut to
# 1551ps.
# Hurts: delays that were measured in a card differ between two tools by a factor of up to 4000.
. "$(dirname "$0")/common.sh"

python_packages litescope==2024.12 litex==2024.12 migen==0.10.0 vcdvcd==2.6.0 pywellen==0.25.7
debian_packages gtkwave=3.3.118-0.1~deb12u1
cat >write.py <<'CODE'
import sys

from litescope.software.dump.common import Dump, DumpData
from litescope.software.dump.vcd import VCDDump

samples = DumpData(8)
samples.extend(range(16))
dump = Dump()
dump.add_from_layout([("count", 8)], samples)
VCDDump(dump, samplerate=float(sys.argv[1])).write("out.vcd")
CODE
cat >read.py <<'CODE'
import sys

import pywellen
from vcdvcd import VCDVCD

if sys.argv[1] == "vcdvcd":
    print(f"{VCDVCD('out.vcd').timescale['timescale'] * 10**12:.0f} ps")
else:
    try:
        pywellen.Waveform("out.vcd")
        print("read")
    except RuntimeError as error:
        print(str(error).split("] ")[-1])
CODE

# scale COMMAND...: the time scale of the VCD that a command prints.
scale() {
    bounded 30 "$@" 2>messages | grep -oP '^(\$timescale)?\s*\K1[0]*\s*[munpf]s'
}

# scales RATE STATED VCDVCD FST LXT2 VZT: the time scale that LiteScope states for a rate in MHz, and that of each tool.
scales() {
    bounded 60 python write.py "$1e6" 2>log || changed "LiteScope fails"
    expect "$1 MHz, LiteScope" "\$timescale $2 \$end" "$(grep timescale out.vcd)"
    expect "vcdvcd" "$3" "$(bounded 30 python read.py vcdvcd)"
    local kind
    for kind in fst lxt2 vzt; do
        bounded 30 vcd2$kind out.vcd "out.$kind" >messages 2>&1 || changed "vcd2$kind fails"
    done
    expect "vcd2fst" "$4" "$(scale fst2vcd out.fst)"
    expect "vcd2lxt2" "$5" "$(scale lxt2vcd out.lxt2)"
    expect "vcd2vzt" "$6" "$(scale vzt2vcd out.vzt)"
}
scales 125 4000ps "4000 ps" 100ps 1ps 1ps
scales 156.25 3200ps "3200 ps" 10ps 1ps 1ps
scales 322.265625 1551ps "1551 ps" 1ps 1ps 1ps
expect "pywellen" "unknown scope type: dumped_signals" "$(bounded 30 python read.py pywellen)"
finish
