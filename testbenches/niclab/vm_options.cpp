#include <CLI/CLI.hpp>

#include "commands.h"
#include "words.h"

namespace niclab::cli {

CLI::App* add_vm(CLI::App& app, VmArguments& a) {
    CLI::App* vm = app.add_subcommand("vm", "Let a Linux kernel in QEMU drive a simulated card.");
    vm->add_option("--card", a.card,
                   "Card of the guest: rtl8029, am79c970a, 3c595, 3c905b, 82540em, 82574l or idt77901.")
        ->type_name("CARD")
        ->required();
    CLI::Option* run =
        vm->add_option("--run", a.command,
                       "Command for the guest's shell; its output is printed when it has ended. Default: a "
                       "shell on this terminal.")
            ->type_name("COMMAND");
    CLI::Option* serve =
        vm->add_option("--serve", a.serve, "Socket for your own QEMU. Its options are printed, and no QEMU is started.")
            ->type_name("SOCKET")
            ->excludes(run);
    vm->add_option("--time", a.time,
                   "Time of the guest. free: gaps between accesses are those of this computer. gated: the guest's time "
                   "is simulated time. Default: free.")
        ->check(one_of("time mode", {VmArguments::kFree, VmArguments::kGated}))
        ->option_text("free|gated")
        ->excludes(serve);
    vm->add_option("--frames", a.frames,
                   "Ports of 127.0.0.1 to another program at the other end of the cable: QEMU with -netdev dgram, or "
                   "niclab vm. With --time free only.")
        ->type_name("udp:OWN,OTHER");
    vm->add_option("--address", a.address, "Address of the guest, 10.0.0.N. Default: 1.")
        ->check(whole(1, 254))
        ->option_text("N")
        ->excludes(serve);
    vm->add_option("--kernel", a.kernel, "Release of the guest's kernel. Default: 6.1.")
        ->check(one_of("kernel", {"6.1", "6.12", "newest"}))
        ->option_text("6.1|6.12|newest")
        ->excludes(serve);
    vm->add_option("--guest", a.guest, "Folder with QEMU and its kernels. Default: build/guest.")
        ->type_name("FOLDER")
        ->excludes(serve);
    vm->add_option("--module-param", a.module_parameters, "Parameter of the driver's module; may be repeated.")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false)
        ->take_all()
        ->excludes(serve);
    vm->add_option("--memory", a.memory_mb, "Memory of the guest in MB. Default: 256.")->check(whole(64, 3072));
    vm->add_option("--mbps", a.mbps, "Rate of the cable in Mb/s. Default: 10, or 1000 for a card of that rate.")
        ->check(one_of("speed", {"10", "100", "1000"}))
        ->option_text("10|100|1000");
    vm->add_option("--limit", a.limit_s, "Longest run of a command, in seconds of this computer's clock. Default: 300.")
        ->check(whole(1, 1'000'000))
        ->needs(run);
    vm->add_option("--seed", a.seed, "Seed of the back-offs and of the guest's random numbers. Default: 1.")
        ->check(whole(0, 1L << 62));
    vm->add_option("--out", a.out, "Folder of the results. Default: results/vm/CARD.")->type_name("FOLDER");
    vm->add_option("--pcap", a.pcap, "Capture of the cable to write, pcapng for Wireshark.")->type_name("FILE");
    CLI::Option* vcd =
        vm->add_option("--vcd", a.vcd, "Waveform of the bus and the MAC to write, .vcd or .fst.")->type_name("FILE");
    vm->add_option("--vcd-at", a.vcd_at,
                   "Begin of the waveform: access, pause (an access after 100 ms without one), frame (an access) or "
                   "interrupt, with its number N, or write:OFFSET:N, to a register. Default: access:1.")
        ->type_name("EVENT:N")
        ->needs(vcd);
    vm->add_option("--vcd-us", a.vcd_us, "Length of the waveform in microseconds. Default: 1000.")
        ->check(whole(1, 1'000'000))
        ->needs(vcd);
    return vm;
}

}  // namespace niclab::cli
