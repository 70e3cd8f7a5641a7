#!/usr/bin/env bash
# Versions: go-pcap 0.0.0-20240528124601 with golang.org/x/net 0.62.0 (Go modules), tcpdump 4.99.3 (Debian).
# Expected: the package filter of go-pcap, which has the expressions of libpcap without its library, passes what tcpdump
# passes, or reports that it cannot do so.
# Observed: of "udp and host" only the host counts: ARP and TCP pass. "not host ... and udp" passes the datagrams of that
# host and not the others, and "portrange" passes all frames. The shortest filters, "ip" and "arp", have jumps out of the
# program, which the machine of x/net refuses; "less 64" and "vlan" are parse errors. The other filters of this script are right.
# Hurts: a capture has packets that its filter excludes, or only those: its counts and rates are of other traffic.
. "$(dirname "$0")/common.sh"

debian_packages tcpdump=4.99.3-1
need python3
cat >main.go <<'CODE'
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"

	"github.com/packetcap/go-pcap/filter"
	"golang.org/x/net/bpf"
)

// passed returns the numbers of the frames that a filter passes, or why it cannot be used.
func passed(expression string, frames [][]byte) string {
	program, err := filter.NewExpression(expression).Compile().Compile()
	if err != nil {
		return "no program"
	}
	machine, err := bpf.NewVM(program)
	if err != nil {
		return "refused program"
	}
	numbers := ""
	for i, frame := range frames {
		if length, err := machine.Run(frame); err == nil && length > 0 {
			numbers += fmt.Sprint(i)
		}
	}
	return numbers
}

func main() {
	var frames [][]byte
	file, _ := os.Open("frames.txt")
	for lines := bufio.NewScanner(file); lines.Scan(); {
		frame, _ := hex.DecodeString(lines.Text())
		frames = append(frames, frame)
	}
	fmt.Println(passed(os.Args[1], frames))
}
CODE
go_program github.com/packetcap/go-pcap@v0.0.0-20240528124601-8c87ecf5dbc5 golang.org/x/net@v0.62.0
python3 - <<'CODE'
import struct

HOSTS = {1: bytes((10, 0, 0, 1)), 2: bytes((10, 0, 0, 2)), 3: bytes((10, 0, 0, 3))}


def ip(source, target, protocol, ports):
    """Returns a frame with a TCP or UDP packet; both ends have names 1 to 3."""
    header = struct.pack(">BBHHHBBH", 0x45, 0, 40, 1, 0, 64, protocol, 0) + HOSTS[source] + HOSTS[target]
    rest = struct.pack(">IIHHHH", 1, 0, 0x5002, 8192, 0, 0) if protocol == 6 else struct.pack(">HH12x", 20, 0)
    return bytes.fromhex("0200000000020200000000010800") + header + struct.pack(">HH", *ports) + rest + bytes(6)


ARP = bytes.fromhex("ffffffffffff02000000000108060001080006040001020000000001") + HOSTS[1] + bytes(6) + HOSTS[2] + bytes(18)
frames = [ip(1, 2, 17, (80, 9)), ip(1, 2, 6, (80, 9)), ip(1, 3, 17, (80, 9)), ip(3, 2, 17, (7, 9)), ARP]
with open("frames.pcap", "wb") as capture, open("frames.txt", "w") as text:
    capture.write(struct.pack("<IHHIIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1))
    for i, frame in enumerate(frames):
        capture.write(struct.pack("<IIII", i, 0, len(frame), len(frame)) + frame)
        text.write(frame.hex() + "\n")
CODE

# filter EXPRESSION PASSED: frames that go-pcap passes, and in brackets those of tcpdump.
filter() {
    local right
    right=$(bounded 20 tcpdump -ttnr frames.pcap "$1" 2>>log | cut -d . -f 1 | tr -d '\n')
    expect "\"$1\" ($right)" "$2" "$(bounded 20 probe "$1")"
}

echo "frames: 0 UDP 1 to 2, 1 TCP 1 to 2, 2 UDP 1 to 3, 3 UDP 3 to 2, 4 ARP of 1"
filter "udp" 023
filter "udp port 80" 02
filter "host 10.0.0.1" 0124
filter "udp and host 10.0.0.1" 0124
filter "src host 10.0.0.1 and dst host 10.0.0.2" 014
filter "not host 10.0.0.1 and udp" 02
filter "portrange 70-90" 01234
filter "ip" "refused program"
filter "arp" "refused program"
filter "less 64" "no program"
filter "vlan" "no program"
finish
