#!/usr/bin/env bash
# Versions: smoltcp 0.14.0 (Rust), with its default features, proto-ipv4-fragmentation among them.
# Expected: a UDP datagram that is longer than the MTU is sent and received in fragments, or
# send_slice() returns an error.
# Observed: IP packets above 1500 octets are received in fragments, but not sent. The buffer of the
# sender has 1500 octets, a size that is set when the library is built. With an MTU of 1500 no
# fragment is ever sent. The function returns Ok, the socket is empty afterwards, and no counter has
# the loss. Packets up to 1500 octets are sent in fragments if the MTU is smaller.
# Hurts: a test of a card with datagrams of 1473 octets and more, such as NFS, has a loss of 100 %
# without a frame on the line.
. "$(dirname "$0")/common_smoltcp.sh"

cat >main.rs <<'CODE'
use cable::Cable;
use smoltcp::iface::{Config, Interface, SocketHandle, SocketSet};
use smoltcp::socket::udp;
use smoltcp::time::Instant;
use smoltcp::wire::*;

fn host(number: u8, largest: usize) -> (Cable, Interface, SocketSet<'static>, SocketHandle) {
    let mut cable = Cable::new(largest);
    let station = HardwareAddress::Ethernet(EthernetAddress([2, 0, 0, 0, 0, number]));
    let mut interface = Interface::new(Config::new(station), &mut cable, Instant::ZERO);
    interface.update_ip_addrs(|list| list.push(IpCidr::new(IpAddress::v4(10, 0, 0, number), 24)).unwrap());
    let buffer = || udp::PacketBuffer::new(vec![udp::PacketMetadata::EMPTY; 4], vec![0; 65535]);
    let mut socket = udp::Socket::new(buffer(), buffer());
    socket.bind(2000).unwrap();
    let mut sockets = SocketSet::new(vec![]);
    let handle = sockets.add(socket);
    (cable, interface, sockets, handle)
}

/// Sends a datagram: prints the result, the frames, the octets received and those still in the socket.
fn send(largest: usize, octets: usize) {
    let (mut cable, mut interface, mut sockets, sender) = host(1, largest);
    let (mut other_cable, mut other, mut others, receiver) = host(2, largest);
    let (mut frames, mut received, mut result) = (vec![], vec![], Ok(()));
    for millisecond in 0..3000 {
        let socket = sockets.get_mut::<udp::Socket>(sender);
        let target = (IpAddress::v4(10, 0, 0, 2), 2000);
        match millisecond {
            0 => socket.send_slice(&[0], target).unwrap(), // finds the address of the other host
            1500 => {
                result = socket.send_slice(&vec![1; octets], target);
                frames.clear();
                received.clear();
            }
            2999 => println!("{result:?}, frames {frames:?}, received {received:?}, left {}", socket.send_queue()),
            _ => (),
        }
        let now = Instant::from_millis(millisecond);
        interface.poll(now, &mut cable, &mut sockets);
        other.poll(now, &mut other_cable, &mut others);
        frames.extend(cable.sent.iter().map(|frame| frame.len()));
        other_cable.arriving.extend(cable.sent.drain(..));
        cable.arriving.extend(other_cable.sent.drain(..));
        while let Ok((data, _)) = others.get_mut::<udp::Socket>(receiver).recv() {
            received.push(data.len());
        }
    }
}

/// Passes a datagram in two fragments, the first one of `first` octets; prints the octets received.
fn receive(first: usize, octets: usize) {
    let (mut cable, mut interface, mut sockets, receiver) = host(2, 1514);
    let mut datagram = vec![3, 232, 7, 208, 0, 0, 0, 0];
    datagram[4..6].copy_from_slice(&((octets + 8) as u16).to_be_bytes());
    datagram.resize(octets + 8, 1);
    for (place, part) in [(0, &datagram[..first]), (first, &datagram[first..])] {
        let mut header = vec![0x45, 0, 0, 0, 0, 1, 0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2];
        header[2..4].copy_from_slice(&((part.len() + 20) as u16).to_be_bytes());
        header[6..8].copy_from_slice(&((place / 8) as u16 | if place == 0 { 0x2000 } else { 0 }).to_be_bytes());
        let mut sum: u32 = header.chunks(2).map(|pair| pair[0] as u32 * 256 + pair[1] as u32).sum();
        sum = (sum & 0xFFFF) + (sum >> 16);
        header[10..12].copy_from_slice(&(!sum as u16).to_be_bytes());
        let mut frame = vec![2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 8, 0];
        frame.extend(header);
        frame.extend(part);
        cable.arriving.push_back(frame);
    }
    let mut received = vec![];
    for millisecond in 0..10 {
        interface.poll(Instant::from_millis(millisecond), &mut cable, &mut sockets);
        while let Ok((data, _)) = sockets.get_mut::<udp::Socket>(receiver).recv() {
            received.push(data.len());
        }
    }
    println!("received {received:?}");
}

fn main() {
    send(1514, 1472);
    send(1514, 1473);
    send(1514, 8000);
    send(590, 1472);
    send(590, 1473);
    receive(800, 1400);
    receive(1480, 1992);
}
CODE
smoltcp_program
bounded 60 probe >lines
expect "1472 octets, MTU 1500" "Ok(()), frames [1514], received [1472], left 0" "$(sed -n 1p lines)"
expect "1473 octets (frames of 1514 and 35, received)" "Ok(()), frames [], received [], left 0" "$(sed -n 2p lines)"
expect "8000 octets (six frames, received)" "Ok(()), frames [], received [], left 0" "$(sed -n 3p lines)"
expect "1472 octets, MTU 576" "Ok(()), frames [586, 586, 410], received [1472], left 0" "$(sed -n 4p lines)"
expect "1473 octets, MTU 576 (three frames, received)" "Ok(()), frames [], received [], left 0" "$(sed -n 5p lines)"
expect "1400 octets in two fragments" "received [1400]" "$(sed -n 6p lines)"
expect "1992 octets in two fragments" "received [1992]" "$(sed -n 7p lines)"
finish
