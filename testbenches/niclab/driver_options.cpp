#include <CLI/CLI.hpp>
#include <string>

#include "commands.h"
#include "words.h"

namespace niclab::cli {

namespace {

constexpr char kList[] = "list";

CLI::Validator number_or_list() {
    const CLI::Validator number = whole(1, 1'000'000);
    const auto check = [number](const std::string& word) {
        const std::string problem = word == kList ? "" : number(word);
        return problem.empty() ? "" : problem + ", or list";
    };
    return CLI::Validator(check, "");
}

}  // namespace

CLI::App* add_driver(CLI::App& app, DriverArguments& a) {
    CLI::App* trial = app.add_subcommand("driver", "Test a Linux driver on two simulated machines.");
    CLI::Option* source = trial->add_option(
        "source", a.source,
        "Source of the driver: nicstar.c, ne2k-pci.c, 8390.c, pcnet32.c, 3c59x.c, ne.c, 8390p.c, wd.c, 3c509.c, "
        "lance.c, or one of e1000 or e1000e. Default: the one of Debian's kernel.");
    trial
        ->add_option(
            "--card", a.card,
            "Card of the driver: idt77901 (nicstar.c), rtl8029 (ne2k-pci.c), am79c970a (pcnet32.c), 3c595, 3c597, "
            "3c905, 3c905b or 3c905c (3c59x.c), ne2000 or at_lantic (ne.c), wd8013 or at_lantic_shared (wd.c), 3c509 "
            "or 3c579 "
            "(3c509.c), at1500 (lance.c), 82540em (e1000), 82574l (e1000e). Default: idt77901.")
        ->type_name("CARD");
    trial
        ->add_option("--kernel", a.kernel,
                     "Folder with the other files of the kernel: nicstar.h, suni.c, lib8390.c, mii.c and so on.")
        ->type_name("FOLDER");
    trial->add_option("--set", a.assignments, "Parameter of the simulated machines to change; may be repeated.")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false)
        ->take_all();
    trial->add_option("--module-param", a.module_parameters, "Parameter of the driver's module; may be repeated.")
        ->type_name("NAME=VALUE[,VALUE...]")
        ->allow_extra_args(false)
        ->take_all();
    trial->add_option("--mbps", a.mbps,
                      "Rate of the cable, 10 or 100 Mb/s. Default: 10. 100 requires --card 3c595, 3c597, 3c905, 3c905b "
                      "or 3c905c. That "
                      "of 82540em and 82574l has 1000 Mb/s.");
    trial->add_option("--packets", a.packets, "Packets in each direction over ATM. Default: 200.")
        ->check(whole(1, 100000));
    trial->add_option("--frames", a.frames, "Frames in each direction over Ethernet. Default: 500.")
        ->check(whole(1, 100000));
    trial
        ->add_option(
            "--step", a.steps,
            "Step to execute, by its name in the report, besides those that each trial needs; may be repeated. "
            "Default: all.")
        ->type_name("NAME")
        ->allow_extra_args(false)
        ->take_all();
    trial->add_flag("--load-only", a.load_only,
                    "Load and unload the module only, and print its kernel messages: for a module that accesses "
                    "registers.");
    trial->add_flag("--record", a.record,
                    "Write tables of the bus transactions, frames and statistics to the folder of the results.");
    trial
        ->add_option("--bisect", a.versions,
                     "Two versions of a source: print which bus transactions, frames and statistics differ, the first "
                     "difference first. Default of --out: results/driver/bisect.")
        ->expected(1, CLI::detail::expected_max_vector_size)  // compare_drivers() checks their number
        ->excludes(source)
        ->type_name("GOOD BAD");
    trial->add_option("--seed", a.seed, "Seed of the packets' contents, and of the interleavings of two CPUs.")
        ->check(whole(0));
    trial
        ->add_option(
            "--cpus", a.cpus,
            "CPUs of each machine, 1 or 2. Default: 1. With 2, an interrupt handler and the rest of the driver "
            "run at the same time, and memory has the order that barriers give it.")
        ->check(whole(1, 2));
    trial
        ->add_option_function<std::string>(
            "--fail-nth",
            [&a](const std::string& word) {
                a.list_allocations = word == kList;
                a.fail_nth = a.list_allocations ? 0 : static_cast<unsigned>(std::stoul(word));
            },
            "Number of the allocation or mapping of the client's driver that fails, from 1 on. list: none fails, and "
            "the report has the line of each number.")
        ->check(number_or_list())
        ->type_name("N|list");
    trial->add_flag("--no-debug", a.no_debug,
                    "Do not check the driver's use of DMA, memory, interrupts, timers and locks.");
    trial
        ->add_option_function<std::string>(
            "--fidelity", [&a](const std::string& word) { a.signal_level = word == lab::kSignal; },
            "Abstraction level of the bus and the cable of Ethernet cards. transaction: a frame or a bus transfer is "
            "one transaction. signal: all signals change at their clock edges. Results are the same.")
        ->check(one_of("abstraction level", {lab::kTransaction, lab::kSignal}))
        ->option_text("transaction|signal");
    trial->add_option("--out", a.out, "Folder of the results. Default: results/driver/CARD.")->type_name("FOLDER");
    return trial;
}

}  // namespace niclab::cli
