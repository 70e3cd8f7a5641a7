#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), devices i82559er, tulip, pcnet
# and rtl8139.
# Expected: after the monitor command set_link off, the status registers of a card show no link.
# Observed: pcnet and rtl8139 do so. i82559er still reports a link in its PHY, and tulip in CSR12.
# A frame that is lost counts as sent in the counters of i82559er.
# Hurts: tests of a driver's link handling. The cable is cut, nothing arrives, and the driver is
# right to report a link with good frames.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import socket
import time

from qemu_card import Card, I82559, Pcnet, Tulip

MONITOR = ("-monitor", "unix:monitor.socket,server=on,wait=off")


def cut():
    """Takes the cable away."""
    monitor = socket.socket(socket.AF_UNIX)
    monitor.connect("monitor.socket")
    monitor.sendall(b"set_link net off\n")
    time.sleep(0.5)
    monitor.close()


def compare(name, card, read, link):
    """Prints whether a status register has the bit for the link before and after."""
    before = read(card)
    cut()
    print(name, bool(before & link), bool(read(card) & link))


def phy_status(card):
    """Returns BMSR of an 82559's PHY."""
    card.write("writel", 0xFE000010, 0x08210000)
    return card.read("readl", 0xFE000010)


card = Pcnet(options=MONITOR)
card.write("outw", 0xC012, 4)
compare("pcnet", card, lambda card: card.read("inw", 0xC016), 0x8000)
card.machine.kill()
card = Card("rtl8139", 0xC001, MONITOR)
compare("rtl8139", card, lambda card: card.read("inw", 0xC064), 4)
card.machine.kill()
card = Tulip(options=MONITOR)
compare("tulip", card, lambda card: ~card.get(12), 6)
card.machine.kill()
card = I82559(MONITOR)
compare("i82559er", card, phy_status, 4)
print(card.transmit_list(1), card.counters()[0])
card.machine.kill()
CODE
bounded 90 python3 probe.py >lines
expect "link before and after" "pcnet True False" "$(sed -n 1p lines)"
expect "link before and after" "rtl8139 True False" "$(sed -n 2p lines)"
expect "link before and after" "tulip True True" "$(sed -n 3p lines)"
expect "link before and after" "i82559er True True" "$(sed -n 4p lines)"
expect "i82559er: frames on the wire, good frames sent" "0 1" "$(sed -n 5p lines)"
finish
