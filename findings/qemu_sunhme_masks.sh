#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-sparc 1:7.2+dfsg-7+deb12u18+b3), device sunhme of the machine sun4u.
# Expected: the card interrupts while a bit of its status is set that the interrupt mask lets through.
# Observed: a write of the mask has no effect until the next event. An event that was masked raises no interrupt when its
# mask bit is cleared, and the interrupt of an event stays when its mask bit is set.
# Hurts: a driver that masks the card while it polls, and looks at the rings before it unmasks it, misses an event that
# came in between, and waits for the next one. A handler that only masks its event is called again at once.
. "$(dirname "$0")/common_qemu.sh"

qemu_card qemu-system-sparc
cat >probe.py <<'CODE'
from qemu_card import Card, swapped

CONFIGURATION, BRIDGE, CARD = 0x1FE01000000, 0x900, 0x10900  # bus 0, slot 1, function 1; bus 1, slot 1, function 1
ALL_SENT = 1 << 25  # TXALL


class SunHme(Card):
    """The card of a machine whose processor executes a branch to itself. Its registers are at 1000000h of PCI."""

    def __init__(self):
        open("loop.bin", "wb").write(bytes.fromhex("1080000001000000") * 0x2000)
        self.start("sunhme", [
            "qemu-system-sparc64", "-M", "sun4u", "-m", "64", "-bios", "loop.bin",
            "-net", "nic,netdev=net,model=sunhme,macaddr=02:00:00:00:00:01"])
        # The bridge has bus 1 and memory from 1000000h on; the card has its address, and answers.
        for register, value in ((BRIDGE + 0x18, 0x010100), (BRIDGE + 0x20, 0x01000100), (BRIDGE + 4, 7),
                                (CARD + 0x10, 0x1000000), (CARD + 4, 6)):
            self.write("writel", CONFIGURATION + register, swapped(value))

    def set(self, register, value):
        """Sets a register."""
        self.write("writel", 0x1FF01000000 + register, swapped(value))

    def interrupt(self):
        """Returns the level of the interrupt, from the status register of the configuration space."""
        return swapped(self.read("readl", CONFIGURATION + CARD + 4)) >> 19 & 1

    def after_mask(self, mask):
        """Sets the interrupt mask; returns the level of the interrupt."""
        self.set(0x104, mask)
        return self.interrupt()

    def after_event(self):
        """Starts the transmitter with an empty ring, which sets TXALL; returns the level of the interrupt."""
        self.set(0x2008, 0x100000)
        self.set(0x2000, 1)
        return self.interrupt()

    def status(self):
        """Returns TXALL, which the read clears, and the level of the interrupt after it."""
        return swapped(self.read("readl", 0x1FF01000100)) >> 25 & 1, self.interrupt()


card = SunHme()
print(card.after_mask(0xFFFFFFFF), card.after_event(), card.after_mask(0xFFFFFFFF - ALL_SENT), card.after_event())
print(card.after_mask(0xFFFFFFFF), *card.status())
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines 2>log
expect "interrupt after: all masked, an event, its bit unmasked, a second event (0 0 1 1)" "0 0 0 1" "$(sed -n 1p lines)"
expect "all masked again; then TXALL, and the interrupt after it was read (0 1 0)" "1 1 0" "$(sed -n 2p lines)"
finish
