#!/usr/bin/env bash
# Versions: ns-2 2.35 (Debian 2.35+dfsg-5).
# Expected: the trace has the times of the scheduler, which are floating-point numbers.
# Observed: times are rounded to whole microseconds. Ten packets of 500 octets, one every 40 ns at 100 Gb/s, are sent at
# one time; six of them arrive at the same time, and four 1 us later. The scheduler has the exact times: [$ns now]
# is 1.00000036.
# Hurts: gaps and delays of links from 1 Gb/s on are 0 or 1 us, and rates that are computed from a trace are wrong by
# up to a factor of two, or infinite.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/common_ns2.sh"

cat >link.tcl <<'TCL'
$ns duplex-link $a $b 100Gb 250ns DropTail
$ns attach-agent $a $udp
$ns attach-agent $b $sink
$ns connect $udp $sink
for {set i 0} {$i < 10} {incr i} {
    $ns at [expr 1.0 + $i * 40e-9] "$udp send 500"
}
$ns at [expr 1.0 + 36e-8] "puts \[\$ns now\]"
$ns at 2.0 "finish"
$ns run
TCL
ns2_run link.tcl >seen
# times EVENT: the different times of an event in the trace, each with its number of packets.
times() {
    awk -v event="$1" '$1 == event {print $2}' out.tr | uniq -c | awk '{printf "%s at %s ", $1, $2}'
}

expect "time of the scheduler" "1.00000036" "$(sed -n 1p seen)"
expect "packets that arrive, and their octets" "10 5000" "$(sed -n 2p seen)"
expect "packets enter the queue (every 40 ns from 1 on)" "10 at 1 " "$(times +)"
expect "packets are sent (every 40 ns from 1 on)" "10 at 1 " "$(times -)"
expect "packets arrive (every 40 ns from 1.00000029 on)" "6 at 1 4 at 1.000001 " "$(times r)"
finish
