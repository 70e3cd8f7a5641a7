#!/usr/bin/env bash
# Versions: pkts-core 3.0.10 (io.pkts, Java).
# Expected: Packet.getArrivalTime() returns microseconds since 1970, as its manual says, for each pcap
# file that the library reads. Only the first fragment of a datagram has a UDP header.
# Observed: for a pcap file with nanoseconds the result is in nanoseconds, and nothing tells which unit
# it is. Each later fragment is reported as UDP, with ports from the middle of the data.
# Hurts: all delays are too long by 1000, and the dates of packets are in the far future. Counts of
# datagrams by port have ports that were never used.
. "$(dirname "$0")/common.sh"

need python3
python3 - <<'CODE'
import struct

from captures import checksum, ethernet, pcap, udp, write

frame = ethernet(udp())
write("micro.pcap", pcap([(1000, 0, frame), (1000, 500, frame)]))
write("nano.pcap", pcap([(1000, 0, frame), (1000, 500000, frame)], nano=True))
head = udp()[:6] + struct.pack(">H", 50) + udp()[8:10] + bytes(2) + udp()[12:20]  # offset: 400 octets
fragment = head[:10] + struct.pack(">H", checksum(head)) + head[12:] + b"\x0b\xb8" + bytes(24)
write("fragment.pcap", pcap([(1000, 0, ethernet(fragment))]))
CODE
cat >Main.java <<'CODE'
import io.pkts.Pcap;
import io.pkts.packet.UDPPacket;
import io.pkts.protocol.Protocol;

public class Main {
    public static void main(String[] names) throws Exception {
        for (String name : names) {
            Pcap.openStream(name).loop(packet -> {
                UDPPacket datagram = (UDPPacket) packet.getPacket(Protocol.UDP);
                System.out.print(packet.getArrivalTime() + " " + datagram.getSourcePort() + " ");
                return true;
            });
        }
    }
}
CODE
java_program io.pkts:pkts-core:3.0.10 org.slf4j:slf4j-nop:1.7.36
show() {
    java -cp "$CLASSES" Main "$1" | xargs
}
expect "microseconds: time and source port of two packets" "1000000000 1000 1000000500 1000" "$(show micro.pcap)"
expect "nanoseconds" "1000000000000 1000 1000000500000 1000" "$(show nano.pcap)"
expect "a second fragment, with 0bb8 as its first octets" "1000000000 3000" "$(show fragment.pcap)"
finish
