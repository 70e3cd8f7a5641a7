#!/usr/bin/env bash
# Versions: MyHDL 0.11.52, GTKWave 3.3.118, vcdvcd 2.6.0.
# Expected: a signal with a float or an int without a width is a real or an integer in the VCD.
# Observed: both are declared as real, but their changes are written as strings (s0.5, s-5). In
# the FST of vcd2fst both are NaN from begin to end, and vcdvcd returns no values. Neither prints
# a message.
# Hurts: fill levels and rates of a MyHDL model cannot be seen in a viewer or checked by a script.
. "$(dirname "$0")/common.sh"

python_packages myhdl==0.11.52 vcdvcd==2.6.0
debian_packages gtkwave=3.3.118-0.1~deb12u1
cat >probe.py <<'CODE'
from myhdl import Signal, block, delay, instance, intbv


@block
def card():
    level, rate, data = Signal(0), Signal(0.5), Signal(intbv(0)[8:])

    @instance
    def run():
        yield delay(1)
        level.next, rate.next, data.next = -5, 0.25, 200
        yield delay(1)

    return run


model = card()
model.config_sim(trace=True, filename="card")
model.run_sim(quiet=1)
from vcdvcd import VCDVCD

waves = VCDVCD("card.vcd")
print(*[len(waves["card." + name].tv) for name in ("level", "rate", "data")])
CODE
python probe.py >lines 2>/dev/null
vcd2fst card.vcd card.fst 2>"$WORK/log" || changed "vcd2fst fails"
fst2vcd card.fst >back.vcd
kinds() { grep -oP '\$var \w+ \d+ \S+ (level|rate|data)' "$1" | awk '{print $2, $5}' | sort | paste -sd,; }
expect "types in the VCD" "real level,real rate,reg data" "$(kinds card.vcd)"
expect "changes of level and rate in the VCD" "s-5 s0 s0.25 s0.5" "$(grep -oP '^s\S+' card.vcd | sort | paste -sd' ')"
expect "values that vcdvcd returns for level, rate, data" "0 0 2" "$(sed -n 1p lines)"
expect "values of level and rate in the FST" "rnan rnan" "$(grep -oP '^[sr]\S+' back.vcd | paste -sd' ')"
expect "change of data in the FST" b11001000 "$(grep -oP '^b1\S+' back.vcd)"
finish
