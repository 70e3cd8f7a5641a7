#!/usr/bin/env bash
# Versions: gopacket 1.7.7 (github.com/gopacket/gopacket).
# Expected: of a fragmented IPv4 packet the first fragment is decoded up to UDP or TCP, as it holds
# the whole header.
# Observed: any packet with MoreFragments set ends in a layer Fragment. There is no transport
# layer, so the first fragment has no ports either.
# Who is hurt: whoever counts flows, applies filters by port or pairs packets of a capture: all
# octets of fragmented datagrams, first fragments included, are missing in the flow.
. "$(dirname "$0")/common.sh"

cat >main.go <<'CODE'
package main

import (
	"fmt"
	"net"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
)

func main() {
	for _, flags := range []layers.IPv4Flag{0, layers.IPv4MoreFragments} {
		mac := net.HardwareAddr{2, 0, 0, 0, 0, 1}
		address := net.IP{192, 0, 2, 1}
		ethernet := &layers.Ethernet{SrcMAC: mac, DstMAC: mac, EthernetType: layers.EthernetTypeIPv4}
		ip := &layers.IPv4{Version: 4, TTL: 64, Flags: flags, Protocol: layers.IPProtocolUDP, SrcIP: address, DstIP: address}
		udp := &layers.UDP{SrcPort: 40000, DstPort: 50000}
		udp.SetNetworkLayerForChecksum(ip)
		buffer := gopacket.NewSerializeBuffer()
		options := gopacket.SerializeOptions{FixLengths: true, ComputeChecksums: true}
		gopacket.SerializeLayers(buffer, options, ethernet, ip, udp, gopacket.Payload(make([]byte, 1000)))
		packet := gopacket.NewPacket(buffer.Bytes(), layers.LayerTypeEthernet, gopacket.Default)
		for _, layer := range packet.Layers() {
			fmt.Print(layer.LayerType(), " ")
		}
		fmt.Println(packet.TransportLayer() != nil)
	}
}
CODE
go_program github.com/gopacket/gopacket@v1.7.7
bounded 30 probe >layers
expect "whole packet: layers, transport layer" "Ethernet IPv4 UDP Payload true" "$(sed -n 1p layers)"
expect "first fragment: layers, transport layer" "Ethernet IPv4 Fragment false" "$(sed -n 2p layers)"
finish
