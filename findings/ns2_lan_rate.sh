#!/usr/bin/env bash
# Versions: ns-2 2.35 (Debian 2.35+dfsg-5).
# Expected: newLan "$a $b" 10Mb 1us makes an Ethernet of 10 Mb/s, and takes the types of the MAC and of the queue
# as make-lan does, or refuses them. A loaded Ethernet carries 812 full and 14 880 short frames per second.
# Observed: the bandwidth has no effect, without a message: at 1, 10 and 100 Mb/s all frames are sent at 2 Mb/s, the
# default of the default MAC, and take 256 us more. Types after the delay are ignored. With -macType Mac/802_3, and
# with make-lan, 10 Mb/s carry 819 and 16 447 frames: the interframe gap counts, and the preamble does not.
# Hurts: all comparisons of Ethernets of different speeds have one result, 160 full frames per second, which looks like
# the cost of collisions. With the right MAC a correct card looks 10 % too slow.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/common_ns2.sh"

cat >lan.tcl <<'TCL'
lassign $argv octets make rate
set lan [eval $ns $make [list "$a $b"] $rate 1us [lrange $argv 3 end]]
$ns attach-agent $a $udp
$ns attach-agent $b $sink
$ns connect $udp $sink
$udp set packetSize_ 1500
set source [new Application/Traffic/CBR]
$source attach-agent $udp
$source set packetSize_ $octets
$source set interval_ 20us
$ns at 1.0 "$source start"
$ns at 2.0 "finish"
$ns run
TCL
# frames ARGUMENT...: full frames and frames of at most 64 octets with FCS that arrive in one second of full load.
frames() {
    local size
    for size in 1500 46; do
        ns2_run lan.tcl "$size" "$@" | awk '{printf "%s ", $1}'
    done
}
types="LL Queue/DropTail Mac/802_3 Channel Phy/WiredPhy"

expect "newLan 10Mb: full, short frames per second (812 14880)" "160 2273 " "$(frames newLan 10Mb)"
expect "newLan 1Mb (81 1488)" "160 2273 " "$(frames newLan 1Mb)"
expect "newLan 100Mb" "160 2273 " "$(frames newLan 100Mb)"
expect "newLan 10Mb 1us $types" "160 2273 " "$(frames newLan 10Mb $types)"
expect "messages about it" 0 "$(grep -ci -e mac -e bandwidth -e ignored messages.txt || true)"
expect "newLan 10Mb 1us -macType Mac/802_3 (812 14880)" "819 16447 " "$(frames newLan 10Mb -macType Mac/802_3)"
expect "make-lan 10Mb 1us $types" "819 16447 " "$(frames make-lan 10Mb $types)"
finish
