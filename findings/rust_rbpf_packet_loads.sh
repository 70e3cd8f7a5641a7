#!/usr/bin/env bash
# Versions: rbpf 0.4.1 (crates.io).
# Expected: the instructions ldabs and ldind, kept in eBPF for packet filters, read numbers in network order as those of
# the kernel and of the older BPF: "ldabsh 12" of an IPv4 frame is 0x0800. Each octet of a frame can be read.
# Observed: they have the order of the host: it is 0x0008. Octets of the last seven places cannot be read with them: each
# load, also of one octet, needs eight octets up to the end of the frame, and is an error otherwise.
# Hurts: a filter for IPv4 that is tried in user space passes no IPv4 frame, and no error says so. One that is corrected
# here fails in the kernel. A filter that looks at the end of a frame of 60 octets stops with an error.
. "$(dirname "$0")/common.sh"

cat >main.rs <<'CODE'
use rbpf::{assembler::assemble, EbpfVmRaw};

/// Runs a program on a frame of 60 octets; its EtherType is 0800h, and its last octets are 1 to 8.
fn run(source: &str) -> String {
    let mut frame = [0u8; 60];
    frame[12] = 8;
    frame[52..].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8]);
    let program = assemble(source).unwrap();
    let machine = EbpfVmRaw::new(Some(&program)).unwrap();
    machine.execute_program(&mut frame).map_or("error".to_string(), |value| format!("{value:#x}"))
}

fn main() {
    let ipv4 = "mov r1, r0\nmov r0, 1\njeq r1, 0x0800, +1\nmov r0, 0\nexit";
    println!("{} {}", run("ldabsh 12\nexit"), run("mov r2, 12\nldindh r2, 0\nexit"));
    println!("{}", run(&format!("ldabsh 12\n{ipv4}")));
    println!("{}", run(&format!("ldabsh 12\nbe16 r0\n{ipv4}")));
    println!("{} {}", run("ldabsb 52\nexit"), run("ldabsw 52\nexit"));
    println!("{} {} {}", run("ldabsb 53\nexit"), run("ldabsb 59\nexit"), run("ldabsw 56\nexit"));
}
CODE
rust_program rbpf=0.4.1
bounded 30 probe >seen
expect "EtherType by ldabsh and ldindh (0x800 0x800)" "0x8 0x8" "$(sed -n 1p seen)"
expect "a filter for IPv4 passes the frame (0x1)" 0x0 "$(sed -n 2p seen)"
expect "with an exchange of the octets (0x0)" 0x1 "$(sed -n 3p seen)"
expect "octet 52, and octets 52 to 55 (0x1 0x1020304)" "0x1 0x4030201" "$(sed -n 4p seen)"
expect "octets 53 and 59, and octets 56 to 59 (0x2 0x8 0x5060708)" "error error error" "$(sed -n 5p seen)"
finish
