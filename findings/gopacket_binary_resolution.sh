#!/usr/bin/env bash
# gopacket reads times with a binary resolution wrong.
#
# Versions: Go module github.com/gopacket/gopacket 1.7.7 (pcapgo), tcpdump 4.99.3 (libpcap 1.10.3).
# Expected: if_tsresol 0xa0 means ticks of 2^-32 s, as in ERF; 3.5 s is read as 3.5 s.
# Observed: gopacket reads 3.536870912 s: the fraction of 2^31 ticks becomes 2^29 ns. tcpdump is
#   right. The whole second is right, so the time looks plausible.
# Hurts: captures of cards with binary clocks, converted without loss from ERF.
source "$(dirname "$0")/common.sh"

debian_packages tcpdump=4.99.3-1
python3 - <<'CODE'
from captures import ethernet, interface, packet, resolution, section, udp, write

ticks = (3 << 32) + (1 << 31)
block = packet(0, ticks, ethernet(udp()))
write("binary.pcapng", section(), interface(opts=[resolution(0xA0)]), block)
CODE
cat >main.go <<'CODE'
package main

import (
	"fmt"
	"os"

	"github.com/gopacket/gopacket/pcapgo"
)

func main() {
	file, _ := os.Open(os.Args[1])
	reader, err := pcapgo.NewNgReader(file, pcapgo.DefaultNgReaderOptions)
	if err != nil {
		panic(err)
	}
	_, info, err := reader.ReadPacketData()
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d.%09d\n", info.Timestamp.Unix(), info.Timestamp.Nanosecond())
}
CODE
go_program github.com/gopacket/gopacket/pcapgo@v1.7.7
expect "tcpdump" "3.500000000" \
    "$(tcpdump -Z root --nano -tt -n -r binary.pcapng 2>/dev/null | cut -d' ' -f1)"
expect "gopacket" "3.536870912" "$(probe binary.pcapng)"
finish
