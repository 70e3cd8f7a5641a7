#!/usr/bin/env bash
# Versions: smoltcp 0.14.0.
# Expected: two sockets send to two new hosts. Each is found by an ARP request at once.
# Observed: one request is sent per second for all hosts together. The second host is asked for 1 s
# after the first, though the first one has answered within a millisecond.
# Hurts: first packets in a simulated network with this stack. With ten neighbours, the last one
# gets its first packet after nine seconds.
. "$(dirname "$0")/common_smoltcp.sh"

cat >main.rs <<'CODE'
use cable::Cable;
use smoltcp::iface::{Config, Interface, SocketSet};
use smoltcp::socket::udp;
use smoltcp::time::Instant;
use smoltcp::wire::*;

fn main() {
    let mut cable = Cable::new(1514);
    let station = HardwareAddress::Ethernet(EthernetAddress([2, 0, 0, 0, 0, 1]));
    let mut interface = Interface::new(Config::new(station), &mut cable, Instant::ZERO);
    interface.update_ip_addrs(|list| list.push(IpCidr::new(IpAddress::v4(10, 0, 0, 1), 24)).unwrap());
    let mut sockets = SocketSet::new(vec![]);
    for host in 2..5 {
        let buffer = || udp::PacketBuffer::new(vec![udp::PacketMetadata::EMPTY; 4], vec![0; 4096]);
        let mut socket = udp::Socket::new(buffer(), buffer());
        socket.bind(2000 + host as u16).unwrap();
        socket.send_slice(&[1; 4], (IpAddress::v4(10, 0, 0, host), 9)).unwrap();
        sockets.add(socket);
    }
    for millisecond in 0..4000 {
        interface.poll(Instant::from_millis(millisecond), &mut cable, &mut sockets);
        for frame in cable.sent.drain(..) {
            if frame[13] != 6 {
                println!("data {} {}", frame[33], millisecond);
                continue;
            }
            println!("arp {} {}", frame[41], millisecond);
            let mut answer = vec![2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 6, 0, 1, 8, 0, 6, 4, 0, 2];
            answer.extend([2, 0, 0, 0, 0, 2, 10, 0, 0, frame[41], 2, 0, 0, 0, 0, 1, 10, 0, 0, 1]);
            answer.resize(60, 0);
            cable.arriving.push_back(answer);
        }
    }
}
CODE
smoltcp_program
bounded 20 probe >frames
expect "time of the ARP request for host 2, 3 and 4 in ms" "0 1000 2000" \
    "$(awk '$1 == "arp" {print $3}' frames | paste -sd' ')"
expect "time of the datagram to host 2, 3 and 4 in ms" "1 1001 2001" \
    "$(awk '$1 == "data" {print $3}' frames | paste -sd' ')"
finish
