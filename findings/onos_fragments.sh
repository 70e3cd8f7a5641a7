#!/usr/bin/env bash
# Versions: onlab-misc 2.7.0 (Maven Central), the packet classes of the ONOS controller.
# Expected: a frame that is read and written again is the same. Of a fragmented datagram only the first fragment has a
# UDP header, and its length is that of the whole datagram.
# Observed: each fragment with the protocol UDP is read as a datagram. When it is written, its fifth and sixth octets become
# its own length: in later fragments these are data (5566h becomes 0010h), and in the first one the length of 100 becomes 16.
# IPv6 fragments are the same. A later fragment of TCP is an error: its data is read as a header. Other protocols are right.
# Hurts: a switch model that forwards with these classes changes data inside of large datagrams. The receiver discards them
# for their checksum, and small datagrams are never affected.
. "$(dirname "$0")/common.sh"

need python3
python3 - >frames.txt <<'CODE'
import struct

from captures import checksum, ethernet

DATA = bytes.fromhex("112233445566778801020304f5060708")


def fragment(protocol, offset, data):
    """Returns a frame with an IPv4 fragment, which is the first of a packet if its `offset`, in 8 octets, is 0."""
    head = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(data), 1, offset or 0x2000, 64, protocol, 0) + bytes(
        [10, 0, 0, 1, 10, 0, 0, 2])
    return ethernet(head[:10] + struct.pack(">H", checksum(head)) + head[12:] + data).hex()


print(fragment(17, 0, struct.pack(">HHHH", 7, 9, 100, 0x1234) + DATA[8:]))
print(fragment(17, 2, DATA))
print(fragment(132, 2, DATA))
print(fragment(6, 2, DATA + bytes.fromhex("0102030406060708")))
ipv6 = struct.pack(">IHBB", 0x60000000, 24, 44, 64) + bytes(15) + b"\1" + bytes(15) + b"\2"
print(ethernet(ipv6 + struct.pack(">BBHI", 17, 0, 16, 1) + DATA, 0x86DD).hex())
CODE
cat >Main.java <<'CODE'
import java.nio.file.Files;
import java.nio.file.Paths;
import org.onlab.packet.DeserializationException;
import org.onlab.packet.Ethernet;
import org.onlab.packet.IPacket;

/** Prints which layers the frames of a file have, and the first octets after IP before and after a copy. */
public class Main {
    static byte[] octets(String digits) {
        byte[] octets = new byte[digits.length() / 2];
        for (int i = 0; i < octets.length; i++) octets[i] = (byte) Integer.parseInt(digits.substring(2 * i, 2 * i + 2), 16);
        return octets;
    }

    static String digits(byte[] octets) {
        String digits = "";
        for (byte octet : octets) digits += String.format("%02x", octet);
        return digits;
    }

    public static void main(String[] names) throws Exception {
        for (String line : Files.readAllLines(Paths.get(names[0]))) {
            byte[] frame = octets(line);
            int start = 2 * (line.startsWith("86dd", 24) ? 14 + 40 + 8 : 14 + 20);
            try {
                Ethernet packet = Ethernet.deserializer().deserialize(frame, 0, frame.length);
                for (IPacket layer = packet.getPayload(); layer != null; layer = layer.getPayload()) {
                    System.out.print(layer.getClass().getSimpleName() + " ");
                }
                System.out.println(line.substring(start, start + 16) + " " + digits(packet.serialize()).substring(start, start + 16));
            } catch (DeserializationException error) {
                System.out.println(error.getClass().getSimpleName());
            }
        }
    }
}
CODE
java_program org.onosproject:onlab-misc:2.7.0 org.slf4j:slf4j-nop:1.7.36
bounded 60 java -cp "$CLASSES" Main frames.txt >seen 2>log
expect "first fragment of UDP: layers, octets read, written" "IPv4 UDP Data 0007000900641234 0007000900101234" "$(sed -n 1p seen)"
expect "second fragment of UDP" "IPv4 UDP Data 1122334455667788 1122334400107788" "$(sed -n 2p seen)"
expect "second fragment of SCTP" "IPv4 Data 1122334455667788 1122334455667788" "$(sed -n 3p seen)"
expect "second fragment of TCP" "DeserializationException" "$(sed -n 4p seen)"
expect "second fragment of UDP in IPv6" "IPv6 Fragment UDP Data 1122334455667788 1122334400107788" "$(sed -n 5p seen)"
finish
