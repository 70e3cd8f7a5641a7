#!/usr/bin/env bash
# Versions: smoltcp 0.14.0 (Rust).
# Expected: after three duplicate acknowledgements TCP sends the lost segment again. If the device
# is busy at that moment, it does so as soon as the device is free.
# Observed: if Device::transmit() returns None at that moment, the segment is not sent. The
# connection waits for its retransmission timer, a second, and then sends the whole window again. A
# device that takes each frame at once is as expected.
# Hurts: a full ring of descriptors is the usual state of a card that sends at the rate of its line.
# One lost frame of 200 makes a transfer of 3 ms last 1 s, which looks like a defect of the card.
. "$(dirname "$0")/common.sh"

cat >main.rs <<'CODE'
use smoltcp::iface::{Config, Interface, SocketSet};
use smoltcp::phy::{Device, DeviceCapabilities, Medium, RxToken, TxToken};
use smoltcp::socket::tcp;
use smoltcp::time::Instant;
use smoltcp::wire::*;
use std::collections::VecDeque;

const FRAME: i64 = 12; // microseconds that a frame takes on the line
const DELAY: i64 = 100;
const TOTAL: usize = 200 * 1460;

/// A card with a ring of `ring` frames; its line is idle from the time `idle` on.
struct Card {
    ring: i64,
    idle: i64,
    sent: Vec<(i64, Vec<u8>)>,
    arriving: VecDeque<(i64, Vec<u8>)>,
}
struct Arrival(Vec<u8>);
struct Departure<'a>(&'a mut Card, i64);

impl RxToken for Arrival {
    fn consume<R, F: FnOnce(&[u8]) -> R>(self, read: F) -> R {
        read(&self.0)
    }
}

impl<'a> TxToken for Departure<'a> {
    fn consume<R, F: FnOnce(&mut [u8]) -> R>(self, octets: usize, fill: F) -> R {
        let mut frame = vec![0; octets];
        let result = fill(&mut frame);
        self.0.idle = self.0.idle.max(self.1) + FRAME;
        self.0.sent.push((self.0.idle + DELAY, frame));
        result
    }
}

impl Device for Card {
    type RxToken<'a> = Arrival;
    type TxToken<'a> = Departure<'a>;
    fn receive(&mut self, now: Instant) -> Option<(Arrival, Departure<'_>)> {
        if self.arriving.front()?.0 > now.total_micros() {
            return None;
        }
        let (_, frame) = self.arriving.pop_front()?;
        Some((Arrival(frame), Departure(self, now.total_micros())))
    }
    fn transmit(&mut self, now: Instant) -> Option<Departure<'_>> {
        let now = now.total_micros();
        (self.idle - now <= (self.ring - 1) * FRAME).then(|| Departure(self, now))
    }
    fn capabilities(&self) -> DeviceCapabilities {
        let mut capabilities = DeviceCapabilities::default();
        capabilities.max_transmission_unit = 1514;
        capabilities.medium = Medium::Ethernet;
        capabilities
    }
}

fn host(number: u8, ring: i64) -> (Card, Interface) {
    let mut card = Card { ring, idle: 0, sent: vec![], arriving: VecDeque::new() };
    let station = HardwareAddress::Ethernet(EthernetAddress([2, 0, 0, 0, 0, number]));
    let mut interface = Interface::new(Config::new(station), &mut card, Instant::ZERO);
    interface.update_ip_addrs(|list| list.push(IpCidr::new(IpAddress::v4(10, 0, 0, number), 24)).unwrap());
    (card, interface)
}

/// Sends 200 segments, one of which is lost; returns the time in microseconds and all segments.
fn transfer(ring: i64, lost: i64) -> (i64, i64) {
    let (mut card, mut interface) = host(1, ring);
    let (mut other_card, mut other) = host(2, ring);
    let buffer = || tcp::SocketBuffer::new(vec![0; 65535]);
    let (mut sockets, mut others) = (SocketSet::new(vec![]), SocketSet::new(vec![]));
    let sender = sockets.add(tcp::Socket::new(buffer(), buffer()));
    let receiver = others.add(tcp::Socket::new(buffer(), buffer()));
    others.get_mut::<tcp::Socket>(receiver).listen(80).unwrap();
    let socket = sockets.get_mut::<tcp::Socket>(sender);
    socket.connect(interface.context(), (IpAddress::v4(10, 0, 0, 2), 80), 4000).unwrap();
    let (mut left, mut received, mut segments) = (TOTAL, 0, 0);
    for now in 0.. {
        let socket = sockets.get_mut::<tcp::Socket>(sender);
        if socket.can_send() {
            left -= socket.send_slice(&vec![1; left]).unwrap();
        }
        let socket = others.get_mut::<tcp::Socket>(receiver);
        if socket.can_recv() {
            received += socket.recv(|data| (data.len(), data.len())).unwrap();
        }
        if received == TOTAL {
            return (now, segments);
        }
        interface.poll(Instant::from_micros(now), &mut card, &mut sockets);
        other.poll(Instant::from_micros(now), &mut other_card, &mut others);
        for (time, frame) in card.sent.drain(..) {
            segments += (frame.len() > 100) as i64;
            if frame.len() <= 100 || segments != lost {
                other_card.arriving.push_back((time, frame));
            }
        }
        card.arriving.extend(other_card.sent.drain(..));
    }
    unreachable!()
}

fn main() {
    for (ring, lost) in [(1, 0), (1, 40), (4, 40), (1000, 0), (1000, 40)] {
        let (time, segments) = transfer(ring, lost);
        println!("{} ms, {segments} segments", time / 1000);
    }
}
CODE
rust_program smoltcp=0.14.0
bounded 60 probe >lines
expect "ring of one frame, no loss" "3 ms, 201 segments" "$(sed -n 1p lines)"
expect "ring of one frame, segment 40 is lost (3 ms, 202 segments)" "1013 ms, 221 segments" "$(sed -n 2p lines)"
expect "ring of 4 frames, segment 40 is lost (3 ms, 202 segments)" "1003 ms, 223 segments" "$(sed -n 3p lines)"
expect "ring of 1000 frames, no loss" "3 ms, 201 segments" "$(sed -n 4p lines)"
expect "ring of 1000 frames, segment 40 is lost" "3 ms, 202 segments" "$(sed -n 5p lines)"
finish
