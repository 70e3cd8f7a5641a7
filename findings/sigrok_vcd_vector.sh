#!/usr/bin/env bash
# sigrok-cli stops reading a VCD file at the first vector value of two or more digits.
#
# Versions: sigrok-cli 0.7.2, libsigrok 0.5.2.
# Expected: vectors that cannot be shown as channels are skipped, and scalars are read to the end.
# Observed: the vector has no channel, and all scalar changes after its first value of several
#   digits
#   are lost. Exit code 0, no message. With a value of one digit (b1) the file is read to its end.
# Hurts: who decodes buses with sigrok's decoders from a simulator's waveform: the record ends early
#   and looks complete. Write scalars only.
source "$(dirname "$0")/common.sh"

debian_packages sigrok-cli=0.7.2-1+b1

# Number of samples of `a` in a file of 50 ns in which `b` gets the value at 20 ns.
samples() {
    printf '%s\n' '$timescale 1 ns $end' '$scope module t $end' '$var wire 1 ! a $end' \
        '$var wire 8 # b [7:0] $end' '$upscope $end' '$enddefinitions $end' \
        '#0' '0!' 'b0 #' '#10' '1!' '#20' "$1 #" '#30' '0!' '#40' '1!' '#50' >in.vcd
    sigrok-cli -I vcd -i in.vcd -O bits >out.txt 2>messages.txt || changed "sigrok-cli fails"
    grep '^a:' out.txt | cut -d: -f2 | tr -dc 01 | wc -c
}

expect "samples with b1" "50" "$(samples b1)"
expect "samples with b101" "20" "$(samples b101)"
expect "messages" "" "$(cat messages.txt)"
expect "channels" "a" "$(grep -oP '^\w+(?=:)' out.txt | sort -u | paste -sd' ')"
finish
