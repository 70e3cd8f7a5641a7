#!/usr/bin/env bash
# Versions: ns-2 2.35 (Debian 2.35+dfsg-5).
# Expected: a source with packetSize_ 1500 sends packets with 1500 octets of data. The headers of UDP and IP, 28 octets,
# belong to the packet on the link, as those of TCP do. maxpkts_ 10 sends ten packets.
# Observed: each packet is sent as two, of 1000 and 500 octets: the packetSize_ of the agent, 1000 by default, is a limit.
# The headers are left out: 500 octets are 500 on the link. TCP counts 40 octets: 1000 are 1040. maxpkts_ counts the
# packets of the source: 20 arrive.
# Hurts: packet rates double, so queues and costs per packet do, too, and TCP and UDP with one size of data have
# different loads.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/common_ns2.sh"

cat >link.tcl <<'TCL'
lassign $argv kind octets agent_octets
$ns duplex-link $a $b 100Mb 10us DropTail
if {$kind == "udp"} {
    $ns attach-agent $b $sink
    $ns attach-agent $a $udp
    $ns connect $udp $sink
    if {$agent_octets != ""} {
        $udp set packetSize_ $agent_octets
    }
    set source [new Application/Traffic/CBR]
    $source attach-agent $udp
    $source set packetSize_ $octets
    $source set interval_ 1ms
    $source set maxpkts_ 10
    $ns at 1.0 "$source start"
} else {
    set tcp [new Agent/TCP]
    set receiver [new Agent/TCPSink]
    $ns attach-agent $a $tcp
    $ns attach-agent $b $receiver
    $ns connect $tcp $receiver
    $tcp set packetSize_ $octets
    $ns at 1.0 "$tcp send 1"
}
$ns at 2.0 "finish"
$ns run
TCL
# sizes: the sizes of the packets that are sent, in the order of the first ones.
sizes() {
    awk '$1 == "-" && $3 == 0 && !seen[$6]++ {printf "%s ", $6}' out.tr
}

expect "packetSize_ 1500: packets and octets that arrive (10 15000)" "20 15000" "$(ns2_run link.tcl udp 1500)"
expect "sizes on the link (1528)" "1000 500 " "$(sizes)"
expect "time between both in the trace, in us (0)" 80 \
    "$(awk '$1 == "-" && $3 == 0 {t[n++] = $2} END {printf "%.0f\n", (t[1] - t[0]) * 1e6}' out.tr)"
expect "packetSize_ 1500 of the agent too" "10 15000" "$(ns2_run link.tcl udp 1500 1500)"
expect "sizes on the link (1528)" "1500 " "$(sizes)"
expect "500 octets" "10 5000" "$(ns2_run link.tcl udp 500)"
expect "sizes on the link (528)" "500 " "$(sizes)"
ns2_run link.tcl tcp 1000 >seen
expect "TCP with 1000 octets: SYN and data on the link" "40 1040 " "$(sizes)"
finish
