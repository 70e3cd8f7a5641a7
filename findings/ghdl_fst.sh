#!/usr/bin/env bash
# GHDL's FST holds one bit of each integer and no real, and it lacks the scope of the top entity.
#
# Versions: GHDL 2.0.0 (mcode), fst2vcd of GTKWave 3.3.118, pywellen 0.25.7.
# Expected: --vcd and --fst of one run have the same signals, values and scopes.
# Observed: the VCD has integers of 32 bits. In the FST an integer has one bit, the lowest: 2, 3
#   and 5
#   become 0, 1 and 1. Changes of a real are missing in fst2vcd's output. The VCD has the scope
#   "tb",
#   the FST has the signals of "tb" without a scope. Only the FST has the enumeration.
# Hurts: counters and fill levels of queues, which are integers in a VHDL test bench, and scripts
#   that name signals by their path.
source "$(dirname "$0")/common.sh"

python_packages pywellen==0.25.7
debian_packages ghdl-mcode=2.0.0+dfsg-6.2+b2 gtkwave=3.3.118-0.1~deb12u1
cat >tb.vhdl <<'VHDL'
entity tb is end;
architecture a of tb is
  type state is (idle, busy);
  signal level : integer := 2;
  signal ratio : real := 0.1;
  signal phase : state;
begin
  level <= 3 after 2 ns, 5 after 4 ns;
  ratio <= 2.5 after 1 ns;
  phase <= busy after 3 ns;
end;
VHDL
ghdl -a tb.vhdl
bounded 20 ghdl -r tb --vcd=tb.vcd --fst=tb.fst --stop-time=10ns >log 2>&1
fst2vcd tb.fst >fst.txt

# Values of a variable of a VCD text: FILE CODE-PATTERN.
values() {
    local code
    code=$(grep -oP "^.var $2 \\S+ \\K\\S+" "$1")
    sed '1,/enddefinitions/d' "$1" | grep -F "$code" | grep -v '\$' | tr -d " $code" | paste -sd' '
}

expect "integer in the VCD" "b10 b11 b101" "$(values tb.vcd integer)"
expect "integer in the FST" "0 1 1" "$(values fst.txt integer)"
expect "integer in the FST, pywellen" "0 1 1" "$(python - <<'CODE'
import pywellen

level = next(v for v in pywellen.Waveform("tb.fst").all_vars() if v.name == "level")
print(*[level.signal.value_at(time * 1_000_000) for time in (1, 3, 5)])
CODE
)"
expect "real in the VCD" "r1.0e-1 r2.5" "$(values tb.vcd real)"
expect "real in the FST" "" "$(values fst.txt real)"
expect "scopes in the VCD" "standard tb" "$(grep -oP 'scope module \K\w+' tb.vcd | paste -sd' ')"
expect "scopes in the FST" "" "$(grep -oP '^.scope \K.*' fst.txt || true)"
finish
