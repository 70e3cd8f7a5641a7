#!/usr/bin/env bash
# Versions: ns-2 2.35 (Debian 2.35+dfsg-5).
# Expected: with queue-limit 1 a link sends one packet, and one more waits: of a burst of ten, two arrive.
# Observed: with a limit of 1 each packet is dropped, also ten single ones on an idle link. With a limit of n, n - 1
# packets wait. The limit in octets (queue_in_bytes_) does the same: for one packet of its size nothing arrives.
# Hurts: a comparison of small buffers of a card or a switch has a total loss at its first point, which looks like a
# link that is down, and its other points belong to a smaller buffer.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/common_ns2.sh"

cat >link.tcl <<'TCL'
lassign $argv limit gap in_octets
$ns duplex-link $a $b 100Mb 10us DropTail
$ns queue-limit $a $b $limit
set queue [[$ns link $a $b] queue]
$queue set queue_in_bytes_ $in_octets
$queue set mean_pktsize_ 1500
$ns attach-agent $a $udp
$ns attach-agent $b $sink
$ns connect $udp $sink
$udp set packetSize_ 1500
for {set i 0} {$i < 10} {incr i} {
    $ns at [expr 1.0 + $i * $gap] "$udp send 1500"
}
$ns at 3.0 "finish"
$ns run
TCL
# arrived LIMIT GAP [IN_OCTETS]: how many of ten packets of 1500 octets arrive.
arrived() {
    ns2_run link.tcl "$1" "$2" "${3:-false}" | awk '{print $1}'
}

expect "limit 1, one packet every 100 ms (10)" 0 "$(arrived 1 0.1)"
expect "limit 2, one packet every 100 ms" 10 "$(arrived 2 0.1)"
expect "limit 1, a burst of ten (2)" 0 "$(arrived 1 0)"
expect "limit 2, a burst (3)" 2 "$(arrived 2 0)"
expect "limit 5, a burst (6)" 5 "$(arrived 5 0)"
expect "limit of one packet in octets, every 100 ms (10)" 0 "$(arrived 1 0.1 true)"
finish
