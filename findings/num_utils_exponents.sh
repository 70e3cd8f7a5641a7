#!/usr/bin/env bash
# Versions: num-utils 0.5 (Debian num-utils 0.5-15).
# Expected: numsum, numaverage and numbound read the numbers that awk and Python print, or report an error.
# Observed: a number ends before an exponent: 1.5e-06 is 1.5, and 1e3 is 1. A leading plus is no number: +3 is left out,
# also from the count of an average. numsum prints 4e-06 itself and reads it as 4. numround rounds 3.5e2 to 4.
# Hurts: Python and awk print delays below 100 us with an exponent: their sum is too large by up to 10^6, and the
# longest of 1.5 us, 200 ns and 5 ms is 5, as if they were in one unit.
. "$(dirname "$0")/common.sh"

debian_packages num-utils=0.5-15
# numbers LABEL VALUE PROGRAM NUMBER...: what a program prints about these numbers.
numbers() {
    expect "$1" "$2" "$(printf '%s\n' "${@:4}" | bounded 20 $3 2>&1)"
}
numbers "sum of 0.0000015 and 0.0000025" 4e-06 numsum 0.0000015 0.0000025
numbers "sum of 4e-06, which it printed" 4 numsum 4e-06
numbers "sum of 1.5e-06 and 2.5e-06" 4 numsum 1.5e-06 2.5e-06
numbers "sum of 1e3 and 2e3" 3 numsum 1e3 2e3
numbers "average of 1e-3 and 2e-6" 1.5 numaverage 1e-3 2e-6
numbers "average of -1.5, +3 and 0" -0.75 numaverage -1.5 +3 0
numbers "average of -1.5, 3 and 0" 0.5 numaverage -1.5 3 0
numbers "largest of 1.5e-06, 2e-07 and 5e-03" 5 numbound 1.5e-06 2e-07 5e-03
numbers "smallest of them" 1.5 "numbound -l" 1.5e-06 2e-07 5e-03
numbers "median of them" 2 "numaverage -M" 1.5e-06 2e-07 5e-03
numbers "3.5e2, rounded" 4 numround 3.5e2
finish
