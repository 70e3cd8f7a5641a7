#!/usr/bin/env bash
# vcd2fst drops scalar values in capital letters, which GHDL and SystemC write.
#
# Versions: vcd2fst and fst2vcd of GTKWave 3.3.118.
# Expected: X and Z are legal in both cases, and the FST format has U, W, H, L and - too.
# Observed: scalars X, Z, U, W, H and L are dropped without a message: the signal keeps its old
#   value. Small letters survive, and in vectors capitals survive.
# Hurts: GHDL writes all nine values as capitals: a bus that is let go (Z) keeps its last level in
#   the FST. Let GHDL write its own FST (--fst).
source "$(dirname "$0")/common.sh"

debian_packages gtkwave=3.3.118-0.1~deb12u1

# Changes of a scalar after the round trip, with each of the letters between two ones.
scalar() {
    local time=0 letter
    {
        printf '$timescale 1 ns $end\n$scope module t $end\n$var wire 1 ! a $end\n'
        printf '$upscope $end\n$enddefinitions $end\n'
        for letter in "$@"; do
            printf '#%d\n1!\n#%d\n%s!\n' $time $((time + 5)) "$letter"
            time=$((time + 10))
        done
        printf '#%d\n' $time
    } >scalar.vcd
    vcd2fst scalar.vcd scalar.fst
    fst2vcd scalar.fst | grep -oP '^.(?=!$)' | paste -sd' '
}

expect "scalars 1 and x z u w h l" "1 x 1 z 1 u 1 w 1 h 1 l" "$(scalar x z u w h l)"
expect "scalars 1 and X Z U W H L" "1 1 1 1 1 1" "$(scalar X Z U W H L)"
printf '%s\n' '$timescale 1 ns $end' '$scope module t $end' '$var wire 4 ! a [3:0] $end' \
    '$upscope $end' '$enddefinitions $end' '#0' 'bXZHL !' '#10' >vector.vcd
vcd2fst vector.vcd vector.fst
expect "vector bXZHL" "bXZHL" "$(fst2vcd vector.fst | grep -oP '^b\w+')"
finish
