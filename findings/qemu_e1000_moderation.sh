#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), devices e1000 and e1000e.
# Expected: ITR is the shortest time between two interrupts in steps of 256 ns. 40 is 10.24 us, and 0, its value after a
# reset, switches the function off: each event interrupts at once.
# Observed: values below 500 act as 500, also 0: after each interrupt the next one is held back for 128 us. ITR reads as
# it was written. e1000 has a property that switches the function off altogether.
# Hurts: measurements of interrupt moderation with virtual machines. A card has at most 7812 interrupts per second by
# default, round trips of small messages wait, and all settings that a driver offers below 128 us are equal.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
from qemu_card import Card


class Moderated(Card):
    """A card at time 0 of a machine that is not started, so that no time passes."""

    def interrupt(self):
        """Returns the level of the interrupt, from the status register of the configuration space."""
        self.command(f"outl 0xcf8 {0x80002004:#x}")
        return self.read("inl", 0xCFC) >> 19 & 1

    def events(self, interval):
        """Sets ITR and causes two events; returns ITR, and the level after event, acknowledgement and event."""
        for register, value in ((0xC4, interval), (0xD0, 1), (0xC8, 1)):
            self.write("writel", 0xFE000000 + register, value)
        first = self.interrupt()
        self.read("readl", 0xFE0000C0)  # ICR, cleared by the read
        between = self.interrupt()
        self.write("writel", 0xFE0000C8, 1)
        return self.read("readl", 0xFE0000C4), first, between, self.interrupt()


for model, interval, *options in (("e1000", 0, "-global", "e1000.mitigation=off"), ("e1000", 0), ("e1000", 40),
                                  ("e1000e", 0), ("e1000e", 40), ("e1000e", 1000)):
    card = Moderated(model, 0xFE000000, ["-S", "-trace", "e1000e_irq_rearm_timer", *options])
    print(*card.events(interval))
    card.machine.kill()
CODE
bounded 120 python3 probe.py >lines 2>log
grep -oP 'delay \K[0-9]+(?= ns)' log >delays || true
expect "e1000 without moderation: ITR, interrupt after an event, its acknowledgement, a second event" "0 1 0 1" \
    "$(sed -n 1p lines)"
expect "e1000, ITR 0 (0 1 0 1)" "0 1 0 0" "$(sed -n 2p lines)"
expect "e1000, ITR 40" "40 1 0 0" "$(sed -n 3p lines)"
expect "e1000e, ITR 0 (0 1 0 1)" "0 1 0 0" "$(sed -n 4p lines)"
expect "e1000e, ITR 40" "40 1 0 0" "$(sed -n 5p lines)"
expect "e1000e, time in ns until the next interrupt with ITR 0 (0)" 128000 "$(sed -n 1p delays)"
expect "with ITR 40 (10240)" 128000 "$(sed -n 2p delays)"
expect "with ITR 1000 (256000)" 256000 "$(sed -n 3p delays)"
finish
