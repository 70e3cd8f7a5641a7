#!/usr/bin/env bash
# Versions: sigrok-cli 0.7.2 with libsigrok 0.5.2.
# Expected: the CSV output with time=true lists the time of each sample; the first one is at 0.
# Observed: from a VCD each time is 0, though the sample rate is known and printed. From an .sr file
# of the same samples the first one is at 1 ns, and all times are one sample late.
# Hurts: evaluations of a simulated waveform in a table. The times are missing or shifted, by 1 ms
# at 1 kHz.
. "$(dirname "$0")/common.sh"

debian_packages sigrok-cli=0.7.2-1+b1
cat >in.vcd <<'VCD'
$timescale 1 ns $end
$scope module top $end
$var wire 1 ! busy $end
$upscope $end
$enddefinitions $end
#0
0!
#3
1!
#5
0!
#6
VCD
# The time and the level of each sample of a file.
samples() {
    bounded 30 sigrok-cli -i "$1" -O csv:time=true 2>log | tee all | grep -P '^\d' | paste -sd' '
}
bounded 30 sigrok-cli -i in.vcd -o in.sr
expect "time and level, VCD" "0,0 0,0 0,0 0,1 0,1 0,0" "$(samples in.vcd)"
expect "sample rate in the output" "META samplerate: 1000000000" "$(grep META all)"
expect "time and level, .sr file" "1,0 2,0 3,0 4,1 5,1 6,0" "$(samples in.sr)"
expect "unit of the times of the .sr file" "nanoseconds,logic" "$(grep logic all)"
finish
