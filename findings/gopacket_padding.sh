#!/usr/bin/env bash
# Versions: gopacket 1.7.7 (github.com/gopacket/gopacket).
# Expected: SerializeLayers writes the octets of the layers that it is given. Padding is a matter
# of the card, or at least of the option FixLengths.
# Observed: each Ethernet layer is padded to 60 octets with either value of FixLengths. That holds
# for an Ethernet frame inside VXLAN, too: the inner frame grows from 44 to 60 octets.
# Who is hurt: whoever generates frames for a test of a card: runts cannot be made, the card's own
# padding is never tried, and the size of a tunnelled packet is not the one computed.
. "$(dirname "$0")/common.sh"

cat >main.go <<'CODE'
package main

import (
	"fmt"
	"net"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
)

func ethernet() *layers.Ethernet {
	mac := net.HardwareAddr{2, 0, 0, 0, 0, 1}
	return &layers.Ethernet{SrcMAC: mac, DstMAC: mac, EthernetType: layers.EthernetTypeIPv4}
}

func udp(port layers.UDPPort) (*layers.IPv4, *layers.UDP) {
	address := net.IP{192, 0, 2, 1}
	ip := &layers.IPv4{Version: 4, TTL: 64, Protocol: layers.IPProtocolUDP, SrcIP: address, DstIP: address}
	header := &layers.UDP{SrcPort: 1000, DstPort: port}
	header.SetNetworkLayerForChecksum(ip)
	return ip, header
}

func size(fix bool, stack ...gopacket.SerializableLayer) int {
	buffer := gopacket.NewSerializeBuffer()
	options := gopacket.SerializeOptions{FixLengths: fix, ComputeChecksums: true}
	if err := gopacket.SerializeLayers(buffer, options, stack...); err != nil {
		panic(err)
	}
	return len(buffer.Bytes())
}

func main() {
	ip, header := udp(9)
	data := gopacket.Payload([]byte{1, 2})
	fmt.Println(size(true, ip, header, data), size(true, ethernet(), ip, header, data), size(false, ethernet(), ip, header, data))
	outer, tunnel := udp(4789)
	fmt.Println(size(true, outer, tunnel, &layers.VXLAN{ValidIDFlag: true, VNI: 1}, ethernet(), ip, header, data))
}
CODE
go_program github.com/gopacket/gopacket@v1.7.7
bounded 30 probe >sizes
expect "octets without Ethernet, with it, with it and no FixLengths" "30 60 60" "$(sed -n 1p sizes)"
expect "octets of a packet with that frame in VXLAN (36 + 44 = 80)" 96 "$(sed -n 2p sizes)"
finish
