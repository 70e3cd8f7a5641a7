#!/usr/bin/env bash
# Three Rust readers of pcapng disagree about the time of one packet.
#
# Versions: crates pcap-parser 0.17.0, pcap-file 2.0.0, pcarp 2.0.0.
# Expected: the time is the number of ticks times if_tsresol, plus if_tsoffset.
# Observed, for 1.5 s in microseconds, nanoseconds and picoseconds: pcap-file takes all ticks for
#   nanoseconds (0.0015, 1.5 and 1500 s). pcarp takes picoseconds for microseconds (1 500 000 s).
#   pcap-parser keeps 32 bits of the fraction, so picoseconds give 1.001783793664 s. pcap-file and
#   pcarp leave if_tsoffset out. Only pcap-parser is right for the first two and for the offset.
# Hurts: analysis programs in Rust. Even the default resolution, microseconds, is wrong in
#   pcap-file.
source "$(dirname "$0")/common.sh"

need python3
python3 - <<'CODE'
import struct
from captures import ethernet, interface, packet, resolution, section, udp, write

for name, digits in (("micro", 6), ("nano", 9), ("pico", 12)):
    block = packet(0, 15 * 10 ** (digits - 1), ethernet(udp()))
    write(f"{name}.pcapng", section(), interface(opts=[resolution(digits)]), block)
offset = interface(opts=[resolution(9), (14, struct.pack("<q", 1000))])
write("offset.pcapng", section(), offset, packet(0, 1_500_000_000, ethernet(udp())))
CODE
cat >main.rs <<'CODE'
use pcap_parser::{traits::PcapReaderIterator, Block, PcapBlockOwned};
use std::fs::File;
use std::time::UNIX_EPOCH;

fn main() {
    let name = std::env::args().nth(1).unwrap();
    let open = || File::open(&name).unwrap();

    let mut reader = pcap_parser::PcapNGReader::new(65536, open()).unwrap();
    let (mut units, mut offset) = (0, 0);
    while let Ok((length, block)) = reader.next() {
        match block {
            PcapBlockOwned::NG(Block::InterfaceDescription(i)) => {
                units = i.ts_resolution().unwrap();
                offset = i.if_tsoffset as u64;
            }
            PcapBlockOwned::NG(Block::EnhancedPacket(p)) => {
                print!("pcap-parser {} ", p.decode_ts_f64(offset, units))
            }
            _ => {}
        }
        reader.consume(length);
    }

    let mut reader = pcap_file::pcapng::PcapNgReader::new(open()).unwrap();
    while let Some(Ok(block)) = reader.next_block() {
        if let pcap_file::pcapng::Block::EnhancedPacket(p) = block {
            print!("pcap-file {} ", p.timestamp.as_secs_f64());
        }
    }

    for packet in pcarp::Capture::new(open()) {
        let time = packet.unwrap().timestamp.unwrap();
        println!("pcarp {}", time.duration_since(UNIX_EPOCH).unwrap().as_secs_f64());
    }
}
CODE
rust_program pcap-parser=0.17.0 pcap-file=2.0.0 pcarp=2.0.0
expect "microseconds" "pcap-parser 1.5 pcap-file 0.0015 pcarp 1.5" "$(probe micro.pcapng)"
expect "nanoseconds" "pcap-parser 1.5 pcap-file 1.5 pcarp 1.5" "$(probe nano.pcapng)"
expect "picoseconds" "pcap-parser 1.001783793664 pcap-file 1500 pcarp 1500000" "$(probe pico.pcapng)"
expect "offset of 1000 s" "pcap-parser 1001.5 pcap-file 1.5 pcarp 1.5" "$(probe offset.pcapng)"
finish
