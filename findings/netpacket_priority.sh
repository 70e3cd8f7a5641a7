#!/usr/bin/env bash
# Versions: libnetpacket-perl 1.7.2-2 (NetPacket, Debian 12).
# Expected: pcp and cfi of a tagged frame are the upper four bits of its tag: a065h has the priority 5.
# Observed: both are taken from the VLAN number: pcp is its lowest three bits, and cfi the lowest one. Priority 0 in
# VLAN 101 is 5, and priority 7 in VLAN 8 is 0. The drop eligible indicator is never seen. vid and type are right.
# encode() writes the frame without its tag and as IPv4, also if it was an ARP request.
# Hurts: each VLAN has one priority, a plausible one, in a statistic of priorities. All frames of VLAN 7 are network control.
. "$(dirname "$0")/common.sh"

debian_packages libnetpacket-perl=1.7.2-2
need perl
export PERL5LIB=$ROOT/usr/share/perl5
cat >tags.pl <<'CODE'
use strict;
use warnings;
use NetPacket::Ethernet;

my $addresses = "020000000002020000000001";
for my $after (@ARGV) {
    my $frame = NetPacket::Ethernet->decode(pack "H*", $addresses . $after . "0001" x 23);
    my $copy = unpack "H*", $frame->encode;
    printf "vid %d pcp %d cfi %d type %04x, copy %s\n", @$frame{qw(vid pcp cfi type)}, substr $copy, 24, 8;
}
CODE
# tag LABEL WORDS VALUE: the tag of a frame with these words after its addresses, and the first ones of its copy.
tag() {
    expect "$1" "$3" "$(bounded 20 perl tags.pl "$2")"
}
tag "VLAN 101, priority 0" 810000650800 "vid 101 pcp 5 cfi 1 type 0800, copy 08000001"
tag "VLAN 101, priority 5" 8100a0650800 "vid 101 pcp 5 cfi 1 type 0800, copy 08000001"
tag "VLAN 8, priority 7" 8100e0080800 "vid 8 pcp 0 cfi 0 type 0800, copy 08000001"
tag "VLAN 8, priority 7, drop eligible" 8100f0080800 "vid 8 pcp 0 cfi 0 type 0800, copy 08000001"
tag "VLAN 7, priority 1" 810020070800 "vid 7 pcp 7 cfi 1 type 0800, copy 08000001"
tag "VLAN 7, priority 1, ARP" 810020070806 "vid 7 pcp 7 cfi 1 type 0806, copy 08000001"
finish
