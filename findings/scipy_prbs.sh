#!/usr/bin/env bash
# Versions: scipy 1.17.1, numpy 2.4.6.
# Expected: max_len_seq(n) is the pseudorandom sequence of ITU-T O.150 and O.151 for the same length, such
# as bit[i] = bit[i - 7] xor bit[i - 6] for PRBS7.
# Observed: the sequences of 7, 9, 11, 15, 23 and 31 bits are those of the reciprocal polynomials, so in
# the reverse order of time, without any inversion. That of 20 bits is the one of O.151.
# Hurts: a test pattern made with this function is never recognized by a bit error tester, nor by the PRBS
# checker of a PHY, except PRBS20. taps=[n - k] instead of the default gives the pattern of the standard.
. "$(dirname "$0")/common.sh"

python_packages scipy==1.17.1 numpy==2.4.6
python >seen - <<'CODE'
from scipy.signal import max_len_seq


def follows(bits, n, k):
    """Returns whether each bit is the exclusive or of those n and k bits before it."""
    return bool((bits[n:] == bits[:-n] ^ bits[n - k:-k]).all())


for n, k in ((7, 6), (9, 5), (11, 9), (15, 14), (20, 3), (23, 18), (31, 28)):
    bits = max_len_seq(n, length=4000)[0]
    chosen = max_len_seq(n, length=4000, taps=[n - k])[0]
    print(n, k, follows(bits, n, k), follows(bits, n, n - k), follows(chosen, n, k))
CODE
expect "PRBS7: length, tap of the standard, follows it, follows the reverse, with taps" "7 6 False True True" \
    "$(sed -n 1p seen)"
expect "PRBS9" "9 5 False True True" "$(sed -n 2p seen)"
expect "PRBS11" "11 9 False True True" "$(sed -n 3p seen)"
expect "PRBS15" "15 14 False True True" "$(sed -n 4p seen)"
expect "PRBS20" "20 3 True False True" "$(sed -n 5p seen)"
expect "PRBS23" "23 18 False True True" "$(sed -n 6p seen)"
expect "PRBS31" "31 28 False True True" "$(sed -n 7p seen)"
finish
