#!/usr/bin/env bash
# Versions: editcap and tshark 4.0.17.
# Expected: a copy in a format that editcap offers can be read by tshark of the same release.
# Observed: editcap ends without a message and with code 0, but the files of the formats observer
# and commview-ncfx cannot be read. In a copy in the format visual each frame is 4 octets shorter
# on the line than in the file. A copy that is refused, as erf is, leaves a file.
# Hurts: a capture that is converted for another analyser and then deleted is lost.
. "$(dirname "$0")/common.sh"

debian_packages tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3
python3 - <<'CODE'
from captures import ethernet, pcap, udp, write

write("in.pcap", pcap([(s, 0, ethernet(udp())) for s in (1700000000, 1700000001)]))
CODE
# The lengths of the frames in a file, on the line and in the file.
lengths() {
    tshark -r "$1" -T fields -e frame.len -e frame.cap_len 2>log | tr '\t\n' '/ '
}
expect "frames of the capture" "60/60 60/60 " "$(lengths in.pcap)"
for format in observer commview-ncfx visual; do
    expect "exit code of editcap, $format" 0 "$(status editcap -F $format in.pcap out.$format)"
done
expect "frames of observer" "" "$(lengths out.observer || true)"
expect "message of tshark" 'tshark: The file "out.observer" appears to be damaged or corrupt.' \
    "$(grep -o '^tshark.*corrupt\.' log)"
expect "whole frames of commview-ncfx" 0 "$(lengths out.commview-ncfx | grep -c 60/60 || true)"
expect "frames of visual" "56/60 56/60 " "$(lengths out.visual)"
expect "exit code of editcap, erf" 2 "$(status editcap -F erf in.pcap out.erf)"
expect "octets of the file that it leaves" 128 "$(stat -c %s out.erf)"
finish
