#!/usr/bin/env bash
# Versions: dpkt 1.9.8, tshark 4.0.17.
# Expected: pcapng.Writer writes times in the resolution of the interface description that it is
# given, or refuses the option if_tsresol.
# Observed: it writes microseconds with each description. With if_tsresol 9 the file states
# nanoseconds, and 1.5 s is read as 0.0015 s by dpkt and by tshark.
# Hurts: a program that asks for nanoseconds in this way gets times and rates that are wrong by a
# factor of 1000, in each reader.
. "$(dirname "$0")/common.sh"

python_packages dpkt==1.9.8
debian_packages tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3
python >seen - <<'CODE'
from dpkt.pcapng import InterfaceDescriptionBlockLE, PcapngOptionLE, Reader, Writer

from captures import ethernet, udp

for power in (6, 9):
    interface = InterfaceDescriptionBlockLE(
        opts=[PcapngOptionLE(code=9, data=bytes([power])), PcapngOptionLE(code=0)])
    with open(f"{power}.pcapng", "wb") as file:
        Writer(file, idb=interface).writepkt(ethernet(udp()), ts=1.5)
    with open(f"{power}.pcapng", "rb") as file:
        print(power, [time for time, _ in Reader(file)])
CODE
expect "if_tsresol, times that dpkt reads" "6 [1.5]" "$(sed -n 1p seen)"
expect "if_tsresol, times that dpkt reads" "9 [0.0015]" "$(sed -n 2p seen)"
expect "time that tshark reads with 9" "0.001500000" "$(tshark -r 9.pcapng -T fields -e frame.time_epoch 2>log)"
finish
