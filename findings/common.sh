# shellcheck shell=bash
# Helpers for the scripts of this folder: packages in a temporary folder, comparisons, exit codes.
#
# Use: source this file first. It creates the temporary folder `$WORK`, enters it and removes it at
# exit. Then call `python_packages`, `debian_packages`, `npm_packages`, `rust_program`, `go_program` or
# `java_program`, then `expect` for each fact, and `finish` as the last line.
# Exit codes: 0 the behaviour is as described, 1 it changed, 77 a package cannot be installed.

set -euo pipefail
export LC_ALL=C.UTF-8 TZ=UTC PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
FINDING=$(basename "$0" .sh)
PYTHONPATH=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) # for captures.py
export PYTHONPATH PYTHONDONTWRITEBYTECODE=1
WORK=$(mktemp -d "${TMPDIR:-/tmp}/finding.XXXXXX")

remove_work() {
    chmod -R u+w "$WORK" 2>/dev/null || true # a Go module cache is read-only
    rm -rf "$WORK"
}

trap remove_work EXIT
trap 'exit 130' INT TERM
mkdir "$WORK/bin"
export PATH="$WORK/bin:$PATH"
cd "$WORK"

# Ends the script with exit code 77: the finding cannot be tried on this machine.
skip() {
    echo "$FINDING: skipped: $1" >&2
    exit 77
}

# Ends the script with exit code 1: the observed behaviour is not the described one.
changed() {
    echo "$FINDING: the behaviour has changed: $1" >&2
    exit 1
}

# expect LABEL EXPECTED ACTUAL: prints the fact and leaves with code 1 if it changed.
expect() {
    echo "$1: $3"
    [ "$2" = "$3" ] || changed "$1: '$3' observed; expected '$2'"
}

# Prints the last line of a finding whose facts are all as described.
finish() {
    echo "as described"
}

# bounded SECONDS COMMAND...: no command of a finding runs without a limit.
bounded() {
    timeout -k 5 "$@"
}

# status COMMAND...: prints the exit code of a command; its output goes to `$WORK/log`.
status() {
    local code=0
    timeout -k 5 60 "$@" >"$WORK/log" 2>&1 || code=$?
    echo "$code"
}

# need PROGRAM...: programs of the machine itself, such as compilers.
need() {
    local program
    for program in "$@"; do
        command -v "$program" >/dev/null || skip "$program is not installed"
    done
}

# python_packages NAME==VERSION...: a virtual environment in `$WORK/venv`, first in PATH.
# Call it once: `python` is the interpreter with all packages.
python_packages() {
    need python3
    python3 -m venv "$WORK/venv" >"$WORK/venv.log" 2>&1 || skip "python3 -m venv fails"
    bounded 300 "$WORK/venv/bin/pip" install --quiet \
        "$@" >"$WORK/venv.log" 2>&1 || skip "pip cannot install $*"
    export PATH="$WORK/venv/bin:$PATH"
}

# debian_packages NAME=VERSION...: Debian packages and all that they depend on, unpacked in `$ROOT`.
# Each program of the named packages gets a wrapper in PATH that uses the libraries of `$ROOT`.
debian_packages() {
    need apt-get dpkg-deb
    ROOT=$WORK/root
    mkdir -p "$ROOT" "$WORK/apt/partial"
    : >"$WORK/apt/status"
    bounded 300 apt-get -q -y --no-install-recommends --download-only \
        -o Dir::State::status="$WORK/apt/status" -o Dir::Cache::archives="$WORK/apt" \
        -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User= \
        -o Debug::NoLocking=1 install "$@" >"$WORK/apt.log" 2>&1 ||
        skip "apt-get cannot download $* (is this Debian 12 with current package lists?)"
    local deb package base='libc6|libc-bin|libgcc-s1|libstdc[+][+]6|libcrypt1|base-files|dpkg|tar'
    base="$base|perl-base|debconf|gcc-12-base|coreutils|bash|init-system-helpers"
    for deb in "$WORK"/apt/*.deb; do
        [[ $(basename "$deb") =~ ^($base)_ ]] || dpkg-deb -x "$deb" "$ROOT"
    done
    for package in "$@"; do
        dpkg-deb -c "$WORK/apt/${package%%=*}"_*.deb | awk '{print $6}'
    done >"$WORK/apt/files"
    wrap_programs $(grep -oP '(usr/)?s?bin/[^/]+$' "$WORK/apt/files")
    rm -rf "$WORK/apt"
}

# Creates the wrapper of each named program of `$ROOT`, with the folders that some of them look up.
wrap_programs() {
    local program lib=$ROOT/usr/lib/x86_64-linux-gnu options
    for program in "${@/#/$ROOT/}"; do
        options=
        case $(basename "$program") in
        iverilog) options="-B$lib/ivl" ;;
        vvp) options="-M$lib/ivl" ;;
        esac
        cat >"$WORK/bin/$(basename "$program")" <<END
#!/bin/sh
export LD_LIBRARY_PATH="$lib:$ROOT/lib/x86_64-linux-gnu:$ROOT/usr/lib"
export VERILATOR_ROOT="$ROOT/usr/share/verilator"
export GHDL_PREFIX="$ROOT/usr/lib/ghdl/mcode"
export WIRESHARK_DATA_DIR="$ROOT/usr/share/wireshark"
exec "$program" $options "\$@"
END
        chmod +x "$WORK/bin/$(basename "$program")"
    done
}

# npm_packages NAME@VERSION...: in `$WORK/node_modules`; run `node` in `$WORK`.
npm_packages() {
    need npm node
    bounded 300 npm install --prefix "$WORK" --no-save --no-audit --no-fund --ignore-scripts \
        --cache "$WORK/npm-cache" "$@" >"$WORK/npm.log" 2>&1 || skip "npm cannot install $*"
}

# rust_program NAME=VERSION[,FEATURE]...: builds `$WORK/main.rs` with these crates into `$WORK/bin/probe`.
rust_program() {
    need cargo
    local spec
    mkdir -p "$WORK/crate/src"
    cp "$WORK/main.rs" "$WORK/crate/src/main.rs"
    {
        printf '[package]\nname = "probe"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\n'
        for spec in "$@"; do
            sed -E 's/(.*)=([^,]*),?(.*)/\1 = { version = "=\2", features = ["\3"] }/; s/\[""\]/[]/' <<<"$spec"
        done
    } >"$WORK/crate/Cargo.toml"
    (cd "$WORK/crate" && bounded 400 cargo fetch -q) >"$WORK/cargo.log" 2>&1 ||
        skip "cargo cannot fetch $*"
    (cd "$WORK/crate" && bounded 400 cargo build -q --offline --target-dir "$WORK/target") \
        >"$WORK/cargo.log" 2>&1 || skip "cargo cannot build $*"
    cp "$WORK/target/debug/probe" "$WORK/bin/probe"
}

# go_program PATH@VERSION...: builds `$WORK/main.go` with these modules into `$WORK/bin/probe`.
go_program() {
    need go
    mkdir -p "$WORK/gomod"
    cp "$WORK/main.go" "$WORK/gomod/main.go"
    (
        cd "$WORK/gomod"
        export GOPATH=$WORK/gopath GOCACHE=$WORK/gocache GOFLAGS=-mod=mod GOTOOLCHAIN=local
        export CGO_ENABLED=0
        bounded 60 go mod init probe && bounded 300 go get "$@" &&
            bounded 300 go build -o "$WORK/bin/probe" .
    ) >"$WORK/go.log" 2>&1 || skip "go cannot build with $*"
}

# java_program GROUP:NAME:VERSION...: compiles `$WORK/Main.java` with these Maven packages and all that
# they depend on; run it as `java -cp "$CLASSES" Main`.
java_program() {
    need mvn java javac
    local spec
    {
        echo '<project><modelVersion>4.0.0</modelVersion><groupId>probe</groupId>'
        echo '<artifactId>probe</artifactId><version>1</version><dependencies>'
        for spec in "$@"; do
            sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId>|' <<<"$spec"
            echo "<version>${spec##*:}</version></dependency>"
        done
        echo '</dependencies></project>'
    } >"$WORK/pom.xml"
    bounded 300 mvn -q -B -f "$WORK/pom.xml" dependency:copy-dependencies \
        -Dmaven.repo.local="$WORK/m2" -DoutputDirectory="$WORK/jars" >"$WORK/mvn.log" 2>&1 ||
        skip "mvn cannot get $*"
    CLASSES="$WORK/jars/*:$WORK"
    javac -cp "$CLASSES" -d "$WORK" "$WORK/Main.java" >"$WORK/mvn.log" 2>&1 || skip "javac fails"
}

# cocotb_run FILE MODULE: runs the tests of `MODULE.py` on the module `wires` of a Verilog file with
# Icarus Verilog. What they print goes to `$WORK/log`, and the rest of each line after `SEEN` to `$WORK/seen`.
cocotb_run() {
    cat >"$WORK/run.py" <<CODE
from cocotb_tools.runner import get_runner

runner = get_runner("icarus")
runner.build(sources=["$1"], hdl_toplevel="wires", timescale=("1ns", "1ps"))
runner.test(hdl_toplevel="wires", test_module="$2")
CODE
    bounded 100 python "$WORK/run.py" >"$WORK/log" 2>&1 || changed "the simulation ends with an error"
    grep -oP 'SEEN \K.*' "$WORK/log" >"$WORK/seen" || changed "the tests print nothing"
}

# axi_wires FILE: a Verilog module `wires` with the signals of AXI4 with 32 bits of data, for cocotb_run.
axi_wires() {
    python - >"$1" <<'CODE'
# Signals of AXI4 with 32 bits of data, and their widths.
signals = """awid 8 awaddr 32 awlen 8 awsize 3 awburst 2 awlock 1 awcache 4 awprot 3 awvalid 1 awready 1 wdata 32 wstrb 4
wlast 1 wvalid 1 wready 1 bid 8 bresp 2 bvalid 1 bready 1 arid 8 araddr 32 arlen 8 arsize 3 arburst 2 arlock 1
arcache 4 arprot 3 arvalid 1 arready 1 rid 8 rdata 32 rresp 2 rlast 1 rvalid 1 rready 1""".split()
print("module wires;", "reg clk, rst, used;", sep="\n")
for name, width in zip(signals[::2], signals[1::2]):
    print(f"reg [{int(width) - 1}:0] s_axi_{name};")
print("always @* used = ^{clk, rst,", ", ".join(f"s_axi_{name}" for name in signals[::2]), "};", "endmodule")
CODE
}

# systemc_program FILE: builds it with the SystemC of `$ROOT`; its output goes to `$WORK/out.txt`.
systemc_program() {
    local lib=$ROOT/usr/lib/x86_64-linux-gnu
    bounded 200 g++ -std=c++17 -O0 -w -I"$ROOT/usr/include" "$1" -o "$WORK/bin/model" -L"$lib" \
        -lsystemc -Wl,-rpath,"$lib" >"$WORK/build.log" 2>&1 || skip "g++ cannot build $1"
    SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 bounded 20 model >"$WORK/out.txt" 2>"$WORK/messages.txt"
}

# verilog_runs FILE PLUSARG...: runs module top. What it prints goes to `$WORK/icarus.txt` for Icarus
# Verilog, and to `$WORK/verilator.txt` for Verilator; a waveform `out.vcd` to `icarus.vcd` and
# `verilator.vcd`.
verilog_runs() {
    need g++ make
    local trace=--no-trace
    ! grep -q dumpfile "$1" || trace=--trace
    iverilog -g2012 -o top.vvp "$1" && bounded 20 vvp top.vvp "${@:2}" >icarus.txt ||
        changed "Icarus Verilog fails"
    [ ! -e out.vcd ] || mv out.vcd icarus.vcd
    # Verilator's script takes its program from VERILATOR_ROOT, where Debian has only the headers.
    VERILATOR_BIN=../../bin/verilator_bin bounded 400 verilator --binary --timing $trace \
        -Wno-fatal -Wno-lint --Mdir objects --top top -MAKEFLAGS OPT_FAST=-O0 -MAKEFLAGS OPT_SLOW=-O0 \
        -MAKEFLAGS OPT_GLOBAL=-O0 "$1" >"$WORK/build.log" 2>&1 || skip "Verilator cannot build $1"
    bounded 20 objects/Vtop "${@:2}" >verilator.txt || changed "the program of Verilator fails"
    [ ! -e out.vcd ] || mv out.vcd verilator.vcd
}
