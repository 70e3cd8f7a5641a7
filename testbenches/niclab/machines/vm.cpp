#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>

#include "atm_hardware.h"
#include "cards.h"
#include "commands.h"
#include "core/output_file.h"
#include "ethernet_hardware.h"
#include "listener.h"
#include "one_core.h"
#include "result_folder.h"
#include "summary.h"
#include "terminal.h"

namespace niclab::cli {

namespace {

volatile std::sig_atomic_t g_stop = 0;
constexpr const char *kGuestSummary = "summary.txt", *kGuestConsole = "console.log", *kGuestOutput = "output.txt",
                     *kGuestAccesses = "accesses.csv";

/// The second signal ends the program at once.
void on_signal(int number) {
    g_stop = 1;
    std::signal(number, SIG_DFL);
}

std::string quoted(const std::string& word) {
    return word.find_first_of("\"{ ") == std::string::npos ? word : "'" + word + "'";
}

/// The options for the user's own QEMU.
void print_options(const std::string& socket, unsigned memory_mb) {
    std::string line;
    for (const std::string& word : vm::Qemu::machine_options(memory_mb, socket)) line += " " + quoted(word);
    std::printf("The card is at %s. Start a QEMU of version 10.1 or later with these options:\n\n   %s\n\n",
                socket.c_str(), line.c_str());
    std::fflush(stdout);
}

std::unique_ptr<vm::Qemu> start_qemu(const VmArguments& a, const vm::GuestFiles& files, const vm::Card& card,
                                     int socket, const vm::Gate* gate) {
    vm::Qemu::Config config;
    config.files = files;
    config.memory_mb = a.memory_mb;
    config.module = card.module;
    config.parameters = a.module_parameters;
    config.command = a.command;
    config.card = socket;
    config.gate = gate;
    config.seed = a.seed;
    config.address = a.address;
    return std::make_unique<vm::Qemu>(config);
}

void check(const VmArguments& a) {
    if (a.command && a.command->size() > vm::Qemu::kMaxCommand)
        throw core::ConfigError(
            fmt::format("--run: {} characters; expected at most {}", a.command->size(), vm::Qemu::kMaxCommand));
    for (const std::string& parameter : a.module_parameters)
        if (const auto at = parameter.find('='); at == 0 || at == std::string::npos)
            throw core::ConfigError("--module-param " + parameter + ": no value of a parameter; expected NAME=VALUE");
    core::refuse_folder("--pcap", a.pcap);
    core::refuse_folder("--vcd", a.vcd);
}

std::unique_ptr<vm::Hardware> make_hardware(const VmArguments& a, const vm::Card& card, unsigned mbps,
                                            const std::optional<vm::UdpPorts>& ports) {
    if (!card.ethernet)
        return std::make_unique<vm::AtmHardware>(vm::AtmHardware::Config{a.memory_mb << 20, a.seed, !a.vcd.empty()});
    vm::EthernetHardware::Config config;
    config.station = {card.ethernet, a.memory_mb << 20, mbps, a.seed, std::uint8_t(a.address)};
    config.ports = ports;
    config.waves = !a.vcd.empty();
    return std::make_unique<vm::EthernetHardware>(config);
}

/// The first sentence of the output.
std::string answer(const VmArguments& a, const vm::Machine& machine, const vm::Qemu* qemu, bool late) {
    if (!machine.time->error().empty()) return "The connection to QEMU failed: " + machine.time->error() + ".";
    if (late)
        return fmt::format("The guest did not end within {} s; --limit allows more{}.", a.limit_s,
                           machine.time->is_guests() ? "" : ", and with --time gated a slow computer does no harm");
    if (g_stop != 0) return "Interrupted; the files have what was recorded until then.";
    if (!qemu) return "The guest has closed its connection to the card.";
    if (!qemu->failure().empty()) return "QEMU " + qemu->failure() + ".";
    if (!a.command) return "The guest has ended.";
    constexpr int kNoInterface = 125;
    if (qemu->status() == kNoInterface)
        return "The command was not run: the driver has made no interface (console.log).";
    if (qemu->status()) return fmt::format("The command ended with status {}.", *qemu->status());
    return "The guest ended before its command did (console.log).";
}

/// The kernel loads a module without the parameters that it does not have.
std::string unknown_parameters(const std::string& console) {
    constexpr const char* kMessage = ": unknown parameter '";
    std::string text;
    for (auto at = console.find(kMessage); at != std::string::npos; at = console.find(kMessage, at + 1)) {
        const std::string name = console.substr(at + std::strlen(kMessage));
        text += "--module-param " + name.substr(0, name.find('\'')) + ": the driver has no such parameter.\n";
    }
    return text;
}

}  // namespace

int vm(const VmArguments& a) {
    const vm::Card& card = vm::find_card(a.card);
    check(a);
    const unsigned mbps = vm::rate_of(card, a.mbps);
    const std::string out = a.out.empty() ? "results/vm/" + a.card : a.out;
    vm::Instruments::Config instruments_config;
    instruments_config.accesses = out + "/" + kGuestAccesses;
    instruments_config.pcap = a.pcap;
    instruments_config.wave = {a.vcd, vm::parse_trigger(a.vcd_at), double(a.vcd_us)};
    std::optional<vm::UdpPorts> ports;
    if (!a.frames.empty()) ports = vm::parse_udp_ports(a.frames);
    if (ports && a.time == VmArguments::kGated)
        throw core::ConfigError("--frames " + a.frames + ": not with --time gated; expected --time free");
    if (ports && !card.ethernet)
        throw core::ConfigError("--frames " + a.frames + ": " + a.card + " sends no frames; expected an Ethernet card");
    vm::GuestFiles files;
    if (a.serve.empty()) files = vm::find_guest(a.guest, a.kernel, !card.ethernet);
    if (a.time == VmArguments::kGated) vm::Qemu::require_gate(files);
    ResultFolder results(out, {kGuestAccesses, kGuestSummary, kGuestConsole, kGuestOutput});
    results.create();
    lab::prepare_simulation();
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, on_signal);

    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    const auto seconds = [begin] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    vm::Listener listener(a.serve);
    std::unique_ptr<vm::Gate> gate;
    if (a.time == VmArguments::kGated) gate = std::make_unique<vm::Gate>();
    std::optional<vm::OneCore> core;
    if (a.serve.empty() && a.vcd.empty()) core.emplace();  // A thread that writes waves has a processor of its own.
    std::unique_ptr<vm::Qemu> qemu;
    if (a.serve.empty())
        qemu = start_qemu(a, files, card, listener.descriptor(), gate.get());
    else
        print_options(a.serve, a.memory_mb);
    vm::Descriptor connection = listener.accept([&qemu] { return g_stop != 0 || (qemu && !qemu->is_running()); });
    if (!connection) {
        if (g_stop != 0) {
            std::fputs("niclab vm: interrupted before QEMU had connected to the card; there are no results\n", stderr);
            return kInterrupted;
        }
        const std::string& failure = qemu->failure();
        throw std::runtime_error("QEMU " + (failure.empty() ? "ended before it had connected to the card" : failure));
    }
    if (core) core->take_along(qemu->process());
    vm::MessageSocket socket(std::move(connection));
    if (gate) gate->release();
    vm::Machine machine(make_hardware(a, card, mbps, ports), socket, g_stop, gate.get());
    vm::Instruments instruments(instruments_config, machine);

    bool late = false;
    constexpr core::Femtoseconds kSlice = 10'000'000'000'000;  // 10 ms
    while (!machine.time->is_over() && !late) {
        machine.hardware->simulate(kSlice);
        if (core) core->check();
        late = a.command && seconds() > a.limit_s;
    }
    constexpr std::chrono::milliseconds kPatience{5000}, kNone{0};
    if (qemu) qemu->finish(late || g_stop != 0 ? kNone : kPatience);
    machine.hardware->bus().finish();
    instruments.finish();

    vm::RunDescription run;
    run.card = a.card, run.driver = card.module;
    run.qemu = files.qemu_version, run.kernel = files.kernel_version;
    run.version = lab::version(), run.wall_s = seconds(), run.seed = a.seed;
    if (a.command) run.console = qemu->console();
    const std::string text = answer(a, machine, qemu.get(), late) + "\n\n" + vm::summary(run, machine, instruments);
    core::write_file(out + "/" + kGuestSummary, text);
    if (a.command) {
        core::write_file(out + "/" + kGuestConsole, qemu->console());
        core::write_file(out + "/" + kGuestOutput, qemu->output());
    }
    results.keep();
    constexpr std::size_t kIndent = 12;  // where the text of a row begins
    print_folded(text, kIndent);
    if (a.command && !qemu->output().empty()) std::printf("\nOutput of the command:\n\n%s", qemu->output().c_str());
    if (const std::string unknown = a.command ? unknown_parameters(qemu->console()) : ""; !unknown.empty())
        std::printf("\n%s", unknown.c_str());
    if (!a.vcd.empty() && !instruments.wave_begun())
        std::printf("\n--vcd-at %s: this event did not occur, and no waveform was written.\n", a.vcd_at.c_str());
    std::printf("%s\n", out.c_str());
    if (g_stop != 0) return kInterrupted;
    const bool good = machine.time->error().empty() && machine.hardware->violations() == 0 &&
                      machine.memory.refused().transactions == 0 && !late && (!qemu || qemu->failure().empty()) &&
                      (!a.command || qemu->status() == 0);
    return good ? kDone : kCheckFailed;
}

}  // namespace niclab::cli
