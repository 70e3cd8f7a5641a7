#!/usr/bin/env bash
# Versions: crate etherparse 0.21.0.
# Expected: a value below 0x0600 in the type field is the length of an 802.3 frame, so its payload
# has that many octets, and the rest is padding.
# Observed: the value is returned as an EtherType, and the payload has all octets up to the end. An
# LLC frame of 3 octets has a payload of 46.
# Hurts: programs that read LLC frames, such as those of bridges or of NetWare, take the padding of
# the card for data. An IPv4 packet is cut at its own length, so tests with IPv4 do not show it.
. "$(dirname "$0")/common.sh"

cat >main.rs <<'CODE'
use etherparse::{LinkSlice, PacketBuilder, SlicedPacket, TransportSlice};

fn main() {
    let mut llc = vec![2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 0, 3, 0x42, 0x42, 3];
    llc.resize(60, 0);
    if let Some(LinkSlice::Ethernet2(frame)) = SlicedPacket::from_ethernet(&llc).unwrap().link {
        println!("llc {:#x} {}", frame.ether_type().0, frame.payload().payload.len());
    }
    let mut udp = Vec::new();
    let builder = PacketBuilder::ethernet2([2, 0, 0, 0, 0, 1], [2, 0, 0, 0, 0, 2]);
    let builder = builder.ipv4([10, 0, 0, 1], [10, 0, 0, 2], 64).udp(1000, 2000);
    builder.write(&mut udp, &[1, 2, 3]).unwrap();
    udp.resize(60, 0);
    let transport = SlicedPacket::from_ethernet(&udp).unwrap().transport;
    if let Some(TransportSlice::Udp(datagram)) = transport {
        println!("udp {}", datagram.payload().len());
    }
}
CODE
rust_program etherparse=0.21.0
bounded 20 probe >seen
expect "LLC frame of 3 octets: type, octets of the payload" "llc 0x3 46" "$(sed -n 1p seen)"
expect "UDP datagram of 3 octets with padding: octets of the payload" "udp 3" "$(sed -n 2p seen)"
finish
