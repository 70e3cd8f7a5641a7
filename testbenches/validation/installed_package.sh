#!/usr/bin/env bash
# A user puts niclab::pci into a design of his own: install, find_package, build, run.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cmake --install "$1" --prefix "$folder/prefix" >/dev/null
cat >"$folder/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES CXX)
find_package(niclab 0.1 REQUIRED)
add_executable(consumer main.cpp)
target_link_libraries(consumer PRIVATE niclab::pci)
CMAKE
cat >"$folder/main.cpp" <<'CPP'
#include "pci/bus.h"
#include "pci/config_space.h"
#include "pci/initiator.h"
#include <systemc>
int sc_main(int, char**) {
    niclab::core::set_time_resolution();  // a clock refuses any other
    niclab::pci::Identity identity;
    identity.vendor = 0x111D, identity.device = 0x0001;
    const niclab::pci::ConfigSpace card(identity);
    niclab::core::Clock clock("clock", {});
    niclab::pci::Bus bus("bus", clock);
    niclab::bus::DmaChannel channel("dma");
    niclab::pci::Initiator initiator("initiator", clock, channel, nullptr);
    bus.attach(initiator.pins, "mine");
    sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US));
    return card.read(0) == 0x0001111Du ? 0 : 1;
}
CPP
cmake -S "$folder" -B "$folder/build" -G Ninja -DCMAKE_PREFIX_PATH="$folder/prefix" >/dev/null
cmake --build "$folder/build" -- --quiet
"$folder/build/consumer" >/dev/null
cd "$folder" && env -u NICLAB_DATA "$folder/prefix/bin/niclab" run echo --runs 1 --quiet --report page.html
grep -q "From driver to driver" page.html
# Python's tools find their package beside the installed program, whatever lies in the working folder.
echo 'raise SystemExit("the working folder is no place of modules")' | tee csv.py json.py niclab.py >/dev/null
env -u NICLAB_DATA -u PYTHONPATH "$folder/prefix/bin/niclab" compare echo transmit --seeds 2 --sizes 64 --runs 1 --out compared >/dev/null
env -u NICLAB_DATA -u PYTHONPATH "$folder/prefix/bin/niclab" run echo --runs 1 --quiet --report page.html
