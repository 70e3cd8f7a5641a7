# shellcheck shell=bash
# Helper for the scripts about ns-3. It sources `common.sh`.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# ns3_program NAME MODULE...: builds the C++ program of standard input against the ns-3 of the PyPI
# wheel, as `$WORK/NAME`. The wheel needs no Python of its version: only its headers and libraries
# are used.
ns3_program() {
    local name=$1 module libraries=()
    shift
    need g++ python3
    bounded 300 python3 -m pip download --quiet --no-deps --no-cache-dir --only-binary :all: \
        --python-version 3.11 --platform manylinux_2_28_x86_64 ns3==3.44.post0 >"$WORK/pip.log" \
        2>&1 || skip "pip cannot download ns3==3.44.post0"
    python3 -m zipfile --extract ns3-3.44.post0-*.whl wheel
    for module in "$@"; do libraries+=("-lns3.44-$module"); done
    cat >"$name.cc"
    bounded 200 g++ -std=c++20 -w -I wheel/ns3/include "$name.cc" -o "$name" -L wheel/ns3/lib64 \
        "${libraries[@]}" -Wl,-rpath,"$WORK/wheel/ns3/lib64" -Wl,--allow-shlib-undefined \
        >"$WORK/build.log" 2>&1 || skip "g++ cannot build with the headers of ns-3"
}
