#!/usr/bin/env bash
# Versions: onlab-misc 2.7.0 (Maven Central), the packet classes of the ONOS controller.
# Expected: a tagged frame that is read and written again is the same, or reading it is an error.
# Observed: the drop eligible indicator of each VLAN tag is lost: b064h becomes a064h. A service tag
# before two customer tags is lost, so the frame is 4 octets shorter. The traffic class of MPLS labels is lost: 64b40h
# becomes 64140h. One and two tags without the indicator, two service tags and stacks of labels are right.
# Hurts: frames that were marked as excess traffic are no longer dropped first after a switch model with these classes,
# and frames of three tags leave without the tag of their operator.
. "$(dirname "$0")/common.sh"

cat >Main.java <<'CODE'
import org.onlab.packet.Ethernet;

/** Prints what follows the addresses of frames after a copy; their arguments are what was there before. */
public class Main {
    public static void main(String[] arguments) throws Exception {
        String rest = "4500001c00014000401126ce0a0000010a0000020007000900081234"; // IPv4 and UDP
        for (String argument : arguments) {
            String digits = "020000000002020000000001" + argument + rest;
            byte[] frame = new byte[digits.length() / 2];
            for (int i = 0; i < frame.length; i++) {
                frame[i] = (byte) Integer.parseInt(digits.substring(2 * i, 2 * i + 2), 16);
            }
            String copy = "";
            for (byte octet : Ethernet.deserializer().deserialize(frame, 0, frame.length).serialize()) {
                copy += String.format("%02x", octet);
            }
            System.out.println(copy.endsWith(rest) ? copy.substring(24, copy.length() - rest.length()) : copy);
        }
    }
}
CODE
java_program org.onosproject:onlab-misc:2.7.0 org.slf4j:slf4j-nop:1.7.36
# copy LABEL BEFORE AFTER
copy() {
    expect "$1: $2" "$3" "$(bounded 60 java -cp "$CLASSES" Main "$2" 2>>log)"
}
copy "one tag" 8100a0640800 8100a0640800
copy "one tag, drop eligible" 8100b0640800 8100a0640800
copy "priority tag" 8100a0000800 8100a0000800
copy "two tags" 88a8e0c88100a0640800 88a8e0c88100a0640800
copy "two tags, drop eligible" 88a8f0c88100b0640800 88a8e0c88100a0640800
copy "three tags, 88a8 twice" 88a8000188a80002810000030800 88a8000188a80002810000030800
copy "three tags, 8100 twice" 88a8000181000002810000030800 81000002810000030800
copy "MPLS, traffic class 0" 884700064140 884700064140
copy "MPLS, traffic class 5" 884700064b40 884700064140
copy "two labels" 884700064040000c8140 884700064040000c8140
finish
