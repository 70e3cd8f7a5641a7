#!/usr/bin/env bash
# Versions: py-pcapplusplus 1.0.12 (PcapPlusPlus), tshark 4.0.17.
# Expected: the time of a pcapng packet is the number of ticks times if_tsresol, by default 1 us.
# Observed: only nanoseconds are right. With microseconds the fraction of a second is too small by 1000:
# 1.5 s is 1.0000005 s, with or without the option. Picoseconds and binary fractions give other seconds
# as well. The same packets in a pcap file are right.
# Hurts: pcapng with microseconds is the usual output of capture tools. Delays below a second are 1000
# times too short, and whole seconds look right.
. "$(dirname "$0")/common.sh"

python_packages py-pcapplusplus==1.0.12
debian_packages tshark=4.0.17-0+deb12u3
python - <<'CODE'
from captures import ethernet, interface, packet, pcap, resolution, section, udp, write

frame = ethernet(udp())
write("pcap.pcap", pcap([(1, 500000, frame)]))
write("usual.pcapng", section(), interface(), packet(0, 1500000, frame))
for name, option, ticks in (("micro", 6, 1500000), ("nano", 9, 1500000000), ("pico", 12, 1500000000000),
                            ("binary", 0xA0, 3 << 31)):
    write(name + ".pcapng", section(), interface(opts=[resolution(option)]), packet(0, ticks, frame))
CODE

# arrival FILE: the time of the packet in PcapPlusPlus.
arrival() {
    python - "$1" <<'CODE'
import os
import re
import sys

import py_pcapplusplus

reader = py_pcapplusplus.Reader(sys.argv[1])
packet = next(iter(reader))
print(re.search(r"Arrival time: \S+ (\S+\.\d{9})", repr(packet)).group(1), flush=True)
os._exit(0)  # no clean-up of packet and reader
CODE
}
expect "the packet in tshark" "1.500000000" "$(tshark -r usual.pcapng -T fields -e frame.time_epoch 2>messages)"
expect "pcap" "00:00:01.500000000" "$(arrival pcap.pcap)"
expect "pcapng without if_tsresol" "00:00:01.000000500" "$(arrival usual.pcapng)"
expect "pcapng, microseconds" "00:00:01.000000500" "$(arrival micro.pcapng)"
expect "pcapng, nanoseconds" "00:00:01.500000000" "$(arrival nano.pcapng)"
expect "pcapng, picoseconds" "00:07:00.452216607" "$(arrival pico.pcapng)"
expect "pcapng, ticks of 2^-32 s" "09:42:24.000000000" "$(arrival binary.pcapng)"
finish
