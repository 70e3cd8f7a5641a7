#!/usr/bin/env bash
# A user puts a design of his own on niclab's PCI bus: install, find_package, build, run the examples that are installed.
set -euo pipefail
folder=$(mktemp -d)
page=$(cd "$(dirname "$0")/../.." && pwd)/docs/howto/library.md
trap 'rm -rf "$folder"' EXIT
cmake --install "$1" --prefix "$folder/prefix" >/dev/null
# Without debug information and as one source: what is tested is what links and runs.
built() { # an example of share/niclab/examples, and further options of cmake
    cmake -S "$folder/prefix/share/niclab/examples/$1" -B "$folder/build/$1" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG= \
        -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 -DCMAKE_PREFIX_PATH="$folder/prefix" "${@:2}" >/dev/null
    cmake --build "$folder/build/$1" -j2 -- --quiet
}
built own_target
"$folder/build/own_target/own_target" | grep -q "1 + 2 + 3 + 4 = 10"
# A Verilog target on our bus; one that breaks a rule is reported in words, in the waveform and by a marker.
if command -v verilator >/dev/null; then
    cd "$folder"
    built verilog_target
    build/verilog_target/verilog_target good.fst | tee /dev/stderr | grep -q "0 violations"
    built verilog_target -DBREAK=PARITY
    status=0
    build/verilog_target/verilog_target bad.fst >bad.txt || status=$?
    [ "$status" -eq 1 ] && grep -q "P18" bad.txt && grep -q "markername. AP18@bus" bad.gtkw
    # A Verilog bus master prints what the page says; its latencies are in the table; a broken rule is reported.
    built verilog_initiator
    build/verilog_initiator/verilog_initiator copy.fst copy.csv | tee copy.txt >&2
    while read -r line; do grep -qxF "    $line" "$page"; done <copy.txt
    [ "$(grep -c ",core,memory \(read\|write\),.*,complete$" copy.csv)" -eq 6 ]
    if command -v iverilog >/dev/null; then  # the same bytes through VPI
        sources=$folder/prefix/share/niclab/examples/verilog_initiator
        iverilog-vpi "$folder/prefix/include/niclab/cosim/niclab_pci.c" >/dev/null
        iverilog -g2005 -o copy.vvp "$sources/niclab_pci.v" "$sources/pci_copy.v"
        build/verilog_initiator/verilog_initiator vpi.fst vpi.csv vvp -n -M. -mniclab_pci copy.vvp >/dev/null
        cmp copy.fst vpi.fst && cmp copy.csv vpi.csv
    fi
    built verilog_initiator -DBREAK=IRDY
    status=0
    build/verilog_initiator/verilog_initiator bad.fst >bad.txt || status=$?
    [ "$status" -eq 1 ] && grep -q "P26" bad.txt
fi
cd "$folder" && env -u NICLAB_DATA "$folder/prefix/bin/niclab" run echo --runs 1 --quiet --report page.html
grep -q "From driver to driver" page.html
# Python's tools find their package beside the installed program, whatever lies in the working folder.
echo 'raise SystemExit("the working folder is no place of modules")' | tee csv.py json.py niclab.py >/dev/null
env -u NICLAB_DATA -u PYTHONPATH "$folder/prefix/bin/niclab" compare echo transmit --seeds 2 --sizes 64 --runs 1 --out compared >/dev/null
env -u NICLAB_DATA -u PYTHONPATH "$folder/prefix/bin/niclab" run echo --runs 1 --quiet --report page.html
