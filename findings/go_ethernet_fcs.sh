#!/usr/bin/env bash
# Versions: github.com/mdlayher/ethernet 0.0.0-20220221185849-529eae5b6118, tshark 4.0.17.
# Expected: MarshalFCS appends the frame check sequence in the order of the line. Clause 3.2.9 of IEEE 802.3
# sends the coefficient of x^31 first, and each octet with its lowest bit first: the CRC-32 as a number has
# its lowest octet first.
# Observed: the highest octet is first. The CRC over the frame with its FCS is not the constant 0x2144df1c,
# tshark reports each frame as bad, and UnmarshalFCS refuses a frame as a card receives it.
# Hurts: frames for a raw interface or a model of a MAC. All of them are dropped, and a test that uses
# the library on both sides passes.
. "$(dirname "$0")/common.sh"

debian_packages tshark=4.0.17-0+deb12u3 wireshark-common=4.0.17-0+deb12u3
cat >main.go <<'CODE'
package main

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"

	"github.com/mdlayher/ethernet"
)

func main() {
	frame := &ethernet.Frame{
		Destination: []byte{2, 0, 0, 0, 0, 1}, Source: []byte{2, 0, 0, 0, 0, 2},
		EtherType: 0x88b5, Payload: make([]byte, 46),
	}
	octets, _ := frame.MarshalFCS()
	end := len(octets) - 4
	fmt.Printf("%08x %x\n", crc32.ChecksumIEEE(octets[:end]), octets[end:])
	fmt.Printf("%08x %v\n", crc32.ChecksumIEEE(octets), new(ethernet.Frame).UnmarshalFCS(octets))
	line := binary.LittleEndian.AppendUint32(append([]byte{}, octets[:end]...), crc32.ChecksumIEEE(octets[:end]))
	fmt.Printf("%08x %v\n", crc32.ChecksumIEEE(line), new(ethernet.Frame).UnmarshalFCS(line))
	os.WriteFile("library", octets, 0o644)
	os.WriteFile("line", line, 0o644)
}
CODE
go_program github.com/mdlayher/ethernet@v0.0.0-20220221185849-529eae5b6118
bounded 30 probe >seen
python3 - <<'CODE'
from captures import pcap, write

write("frames.pcap", pcap([(0, 0, open(name, "rb").read()) for name in ("library", "line")]))
CODE
expect "CRC-32 and the octets of MarshalFCS (e769d919 19d969e7)" "e769d919 e769d919" "$(sed -n 1p seen)"
expect "CRC-32 over all (2144df1c), error of UnmarshalFCS" "3c63313b <nil>" "$(sed -n 2p seen)"
expect "the same in the order of the line" "2144df1c invalid frame check sequence" "$(sed -n 3p seen)"
expect "status of the FCS in tshark: library, order of the line (1 is good, 0 bad)" "0 1" "$(
    tshark -r frames.pcap -o eth.check_fcs:TRUE -o "eth.fcs:Always" -T fields -e eth.fcs.status 2>log | xargs
)"
finish
