#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-mips 1:7.2+dfsg-7+deb12u18+b3), device dp8393x (SONIC) of the machine magnum.
# Expected: the watchdog timer of the DP83932 (registers 29h and 2Ah) counts down at 5 MHz. Below 0 it sets ISR.TC. Reads
# have no effect.
# Observed: the registers count up, by one in 5 ms. Each read starts the whole interval again with the value that was
# read, so a timer that is polled never expires. One that is not read sets TC after the right time.
# Hurts: a driver that measures intervals with the timer gets negative times, too short by 25000. A loop that waits for
# TC and prints the timer never ends.
. "$(dirname "$0")/common_qemu.sh"

qemu_card qemu-system-mips
cat >probe.py <<'CODE'
import time

from qemu_card import Card


class Sonic(Card):
    """The card of a machine whose processor waits for an interrupt."""

    def __init__(self):
        code = bytes.fromhex("20000042feff001000000000")  # wait, branch to it, no operation
        open("wait.bin", "wb").write(code.ljust(4096, b"\0"))
        self.start("sonic", [
            "qemu-system-mips64el", "-M", "magnum", "-m", "32", "-bios", "wait.bin", "-audiodev", "none,id=none",
            "-net", "nic,netdev=net,model=dp83932,macaddr=02:00:00:00:00:01"])
        self.set(0, 0)  # end of the reset

    def get(self, register):
        """Returns a register."""
        return self.read("readw", 0x80001000 + 4 * register)

    def set(self, register, value):
        """Sets a register."""
        self.write("writew", 0x80001000 + 4 * register, value)

    def start_timer(self):
        """Stops the timer, clears the interrupts, and starts the timer with two seconds."""
        for register, value in (0, 0x10), (5, 0x7FFF), (0x29, 10000000 & 0xFFFF), (0x2A, 10000000 >> 16), (0, 0x20):
            self.set(register, value)

    def timer(self):
        """Returns the timer."""
        return self.get(0x2A) << 16 | self.get(0x29)

    def expired(self):
        """Returns ISR.TC."""
        return self.get(5) >> 7 & 1


card = Sonic()
card.start_timer()
time.sleep(0.5)
count = card.timer() - 10000000
print("below" if count < 0 else "at most 10000 above" if count <= 10000 else "far above")
card.start_timer()
end = time.time() + 4
while time.time() < end:
    time.sleep(0.05)
    card.timer()
print(card.expired())
card.start_timer()
time.sleep(4)
print(card.expired())
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines 2>log
expect "timer after 0.5 s, and its start value of 2 s (below)" "at most 10000 above" "$(sed -n 1p lines)"
expect "TC after 4 s, if the timer is read every 50 ms (1)" 0 "$(sed -n 2p lines)"
expect "TC after 4 s without a read" 1 "$(sed -n 3p lines)"
finish
