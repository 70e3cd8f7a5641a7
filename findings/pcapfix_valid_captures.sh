#!/usr/bin/env bash
# Versions: pcapfix 1.1.7-2, tshark 4.0.17.
# Expected: pcapfix repairs damaged captures and finds nothing to fix in a valid one.
# Observed: it "fixes" valid captures. In a pcap file it takes a packet for damage if its second is
# before that of the previous packet, or more than a day after it. Other packets are then lost or
# changed. In pcapng it removes journal blocks, and it makes captures with simple packet blocks or in
# big-endian order unreadable. The exit code is 0 in each case.
# Hurts: whoever runs a repair on all captures of a folder. Captures of several queues of a card are
# not in order of time, and captures of rare events have long gaps.
. "$(dirname "$0")/common.sh"

need python3
debian_packages pcapfix=1.1.7-2 tshark=4.0.17-0+deb12u3
python3 - <<'CODE'
from captures import block, ethernet, interface, packet, pad, pcap, section, simple_packet, udp, write

frame = ethernet(udp())
start = section() + interface()
one, two = packet(0, 1000000, frame), packet(0, 2000000, frame)
for name, seconds in (("ordered", (100, 101, 102, 103)), ("older", (100, 99, 100, 101)),
                      ("later", (100, 101, 86600, 86601))):
    write(name, pcap([(second, 500000, frame) for second in seconds]))
write("little", start, one, two)
write("big", section(">"), interface(order=">"), packet(0, 1000000, frame, ">"), packet(0, 2000000, frame, ">"))
write("simple", start, simple_packet(frame, len(frame)), simple_packet(frame, len(frame)))
write("journal", start, one, block(9, pad(b"__REALTIME_TIMESTAMP=1\nMESSAGE=link up\n")), two)
CODE

# packets FILE: the times of the packets that tshark lists, or "none".
packets() {
    tshark -n -r "$1" -T fields -E occurrence=f -e frame.time_epoch >times 2>messages || true
    sed 's/\.\?0*$//' times | xargs | sed 's/^$/none/'
}

# fixed FILE: what pcapfix says, and the times of the packets in its result.
fixed() {
    bounded 30 pcapfix -o result.pcap "$1" >log 2>&1 || changed "exit code of pcapfix for $1"
    [ -e result.pcap ] || cp "$1" result.pcap
    echo "$(grep -oE 'Nothing to fix|SUCCESS' log), $(packets result.pcap)"
    rm result.pcap
}

expect "times of four packets" "100.5 101.5 102.5 103.5" "$(packets ordered)"
expect "after pcapfix" "Nothing to fix, 100.5 101.5 102.5 103.5" "$(fixed ordered)"
expect "the second packet is one second older" "100.5 99.5 100.5 101.5" "$(packets older)"
expect "after pcapfix" "SUCCESS, 99.499999 99.5 100.5 101.5" "$(fixed older)"
expect "a gap of 86499 s" "100.5 101.5 86600.5 86601.5" "$(packets later)"
expect "after pcapfix" "SUCCESS, 100.5 101.5" "$(fixed later)"
expect "pcapng, little-endian, after pcapfix" "Nothing to fix, 1 2" "$(fixed little)"
expect "pcapng with a journal block" "1 0.000001 2" "$(packets journal)"
expect "after pcapfix" "SUCCESS, 1 2" "$(fixed journal)"
expect "pcapng, big-endian" "1 2" "$(packets big)"
expect "after pcapfix" "SUCCESS, none" "$(fixed big)"
expect "pcapng, simple packet blocks, after pcapfix" "SUCCESS, none" "$(fixed simple)"
finish
