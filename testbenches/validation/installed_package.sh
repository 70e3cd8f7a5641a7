#!/usr/bin/env bash
# A user puts a design of his own on niclab's PCI bus: install, find_package, build, run the examples that are installed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$1" --prefix "$folder/prefix" >/dev/null
built() { # an example of share/niclab/examples
    cmake -S "$folder/prefix/share/niclab/examples/$1" -B "$folder/build/$1${2:-}" -G Ninja -DCMAKE_BUILD_TYPE=Debug \
        -DCMAKE_PREFIX_PATH="$folder/prefix" ${2:+-DBREAK=$2} >/dev/null
    cmake --build "$folder/build/$1${2:-}" -j2 -- --quiet
}
built own_target
"$folder/build/own_target/own_target" | grep -q "1 + 2 + 3 + 4 = 10"
# A Verilog target on our bus; one that breaks a rule is told so, in words, in the waveform and by a marker.
if command -v verilator >/dev/null; then
    cd "$folder"
    built verilog_target
    build/verilog_target/verilog_target good.fst | tee /dev/stderr | grep -q "0 violations"
    built verilog_target PARITY
    status=0
    build/verilog_targetPARITY/verilog_target bad.fst >bad.txt || status=$?
    [ "$status" -eq 1 ] && grep -q "P18" bad.txt && grep -q "markername. AP18@bus" bad.gtkw
fi
cd "$folder" && env -u NICLAB_DATA "$folder/prefix/bin/niclab" run echo --runs 1 --quiet --report page.html
grep -q "From driver to driver" page.html
# Python's tools find their package beside the installed program, whatever lies in the working folder.
echo 'raise SystemExit("the working folder is no place of modules")' | tee csv.py json.py niclab.py >/dev/null
env -u NICLAB_DATA -u PYTHONPATH "$folder/prefix/bin/niclab" compare echo transmit --seeds 2 --sizes 64 --runs 1 --out compared >/dev/null
env -u NICLAB_DATA -u PYTHONPATH "$folder/prefix/bin/niclab" run echo --runs 1 --quiet --report page.html
