#!/usr/bin/env bash
# Versions: smoltcp 0.14.0.
# Expected: two sockets send to two new hosts. Each is found by an ARP request at once.
# Observed: one request is sent per second for all hosts together. The second host is asked for 1 s
# after the first, though the first one has answered within a millisecond.
# Hurts: first packets in a simulated network with this stack. With ten neighbours, the last one
# gets its first packet after nine seconds.
. "$(dirname "$0")/common.sh"

cat >main.rs <<'CODE'
use smoltcp::iface::{Config, Interface, SocketSet};
use smoltcp::phy::{Device, DeviceCapabilities, Medium, RxToken, TxToken};
use smoltcp::socket::udp;
use smoltcp::time::Instant;
use smoltcp::wire::*;
use std::collections::VecDeque;

struct Cable {
    sent: Vec<Vec<u8>>,
    arriving: VecDeque<Vec<u8>>,
}
struct Arrival(Vec<u8>);
struct Departure<'a>(&'a mut Vec<Vec<u8>>);

impl RxToken for Arrival {
    fn consume<R, F: FnOnce(&[u8]) -> R>(self, read: F) -> R {
        read(&self.0)
    }
}

impl<'a> TxToken for Departure<'a> {
    fn consume<R, F: FnOnce(&mut [u8]) -> R>(self, octets: usize, fill: F) -> R {
        let mut frame = vec![0; octets];
        let result = fill(&mut frame);
        self.0.push(frame);
        result
    }
}

impl Device for Cable {
    type RxToken<'a> = Arrival;
    type TxToken<'a> = Departure<'a>;
    fn receive(&mut self, _: Instant) -> Option<(Arrival, Departure<'_>)> {
        self.arriving.pop_front().map(|frame| (Arrival(frame), Departure(&mut self.sent)))
    }
    fn transmit(&mut self, _: Instant) -> Option<Departure<'_>> {
        Some(Departure(&mut self.sent))
    }
    fn capabilities(&self) -> DeviceCapabilities {
        let mut capabilities = DeviceCapabilities::default();
        capabilities.max_transmission_unit = 1514;
        capabilities.medium = Medium::Ethernet;
        capabilities
    }
}

fn main() {
    let mut cable = Cable { sent: vec![], arriving: VecDeque::new() };
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
rust_program smoltcp=0.14.0
bounded 20 probe >frames
expect "time of the ARP request for host 2, 3 and 4 in ms" "0 1000 2000" \
    "$(awk '$1 == "arp" {print $3}' frames | paste -sd' ')"
expect "time of the datagram to host 2, 3 and 4 in ms" "1 1001 2001" \
    "$(awk '$1 == "data" {print $3}' frames | paste -sd' ')"
finish
