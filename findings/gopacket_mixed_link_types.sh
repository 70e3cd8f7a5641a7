#!/usr/bin/env bash
# Versions: gopacket 1.7.7 (github.com/gopacket/gopacket).
# Expected: with its default options NgReader needs one link type in a capture, as its manual says,
# and returns an error at a packet of another one, as libpcap does.
# Observed: such packets are left out. The reader returns the others and ends without an error.
# Hurts: captures of several points of a card, such as Ethernet and IP, lose one of them without a
# message. A program counts fewer packets and finds losses that did not happen.
. "$(dirname "$0")/common.sh"

python3 - <<'CODE'
from captures import ethernet, interface, packet, section, udp, write

frame = ethernet(udp())
write("in.pcapng", section(), interface(), interface(link=101), packet(0, 1000000, frame),
      packet(1, 2000000, frame[14:]), packet(0, 3000000, frame))
CODE
cat >main.go <<'CODE'
package main

import (
	"fmt"
	"os"

	"github.com/gopacket/gopacket/pcapgo"
)

func main() {
	for _, mixed := range []bool{false, true} {
		file, _ := os.Open("in.pcapng")
		options := pcapgo.DefaultNgReaderOptions
		options.WantMixedLinkType = mixed
		reader, err := pcapgo.NewNgReader(file, options)
		for err == nil {
			var octets []byte
			if octets, _, err = reader.ReadPacketData(); err == nil {
				fmt.Print(len(octets), " ")
			}
		}
		fmt.Println(err)
	}
}
CODE
go_program github.com/gopacket/gopacket@v1.7.7
bounded 30 probe >packets
expect "octets of the packets, and how the reader ends" "60 60 EOF" "$(sed -n 1p packets)"
expect "the same with WantMixedLinkType" "60 46 60 EOF" "$(sed -n 2p packets)"
finish
