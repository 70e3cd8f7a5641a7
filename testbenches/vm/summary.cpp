#include "summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

#include "base/count_of.h"

namespace niclab::vm {

namespace {

std::string memory_row(const GuestMemory& memory) {
    const GuestMemory::Refused& refused = memory.refused();
    std::string text = refused.transactions == 0
                           ? "memory      the card has accessed memory of the guest alone"
                           : fmt::format(
                                 "memory      {} of the card outside of the guest's memory, the first "
                                 "at {:08X}h: ended by an abort on the bus",
                                 base::count_of(refused.transactions, "transaction"), refused.first);
    if (memory.unreachable_octets() > 0)
        text +=
            fmt::format("; {} MB are above --memory and out of the card's reach", memory.unreachable_octets() >> 20);
    return text + "\n";
}

std::string transfer_rows(const TcpServer& tcp) {
    std::string text;
    for (const Transfer::Report& t : tcp.reports()) {
        text +=
            fmt::format("{:<12}TCP {} the guest: {} in {:.3f} s, {} again, {}", text.empty() ? "transfers" : "",
                        t.to_guest ? "to" : "from", base::count_of(t.octets, "octet"), t.seconds,
                        base::count_of(t.again, "segment"), t.complete ? "closed by both\n" : "not closed by both\n");
        if (!t.sha256.empty()) text += "            sha256 " + t.sha256 + "\n";
        if (!t.remark.empty()) text += "            " + t.remark + "\n";
    }
    return text;
}

/// How the kernel's messages about faults of a driver, or of the kernel, contain their kind.
constexpr std::array<std::string_view, 6> kFaults = {
    "NETDEV WATCHDOG", "WARNING: ", "BUG: ", "kernel BUG at ", "Oops: ", "Kernel panic"};

std::string work_row(const Instruments::Work& work) {
    if (work.packets == 0) return "";
    const auto each = [&work](std::uint64_t n) { return static_cast<double>(n) / static_cast<double>(work.packets); };
    return fmt::format(
        "per packet  {:.1f} register accesses of the guest and {:.1f} transactions of the card as bus master: the mean "
        "of {} after the first one, of both directions\n",
        each(work.accesses), each(work.transactions), base::count_of(work.packets, "packet"));
}

/// `has_own_time`: the guest's time is simulated time.
std::string span_rows(const Spans& spans, bool has_own_time) {
    std::string text;
    for (const Spans::Row& row : spans.rows())
        text += fmt::format("{:<52}{:>8}{:>12.3f}{:>12.3f}{:>12.3f}\n", row.name, row.count, row.min_us, row.median_us,
                            row.max_us);
    if (text.empty()) return text;
    const char* title = has_own_time ? "span, us" : "span, us, with the gaps of this computer";
    return fmt::format("\n{:<52}{:>8}{:>12}{:>12}{:>12}\n", title, "count", "min", "median", "max") + text;
}

}  // namespace

std::string kernel_row(const std::string& console) {
    unsigned faults = 0;
    std::string first;
    std::istringstream lines(console);
    for (std::string line; std::getline(lines, line);) {
        const auto names = [&line](std::string_view fault) { return line.find(fault) != std::string::npos; };
        if (std::none_of(kFaults.begin(), kFaults.end(), names) || faults++ > 0) continue;
        first = line.substr(0, line.find('\r'));
    }
    if (faults == 0) return "";
    return fmt::format("kernel      {} about faults in console.log, the first: {}\n", base::count_of(faults, "message"),
                       first);
}

std::string summary(const RunDescription& run, Machine& machine, const Instruments& instruments) {
    constexpr double kFsPerUs = 1e9;
    const Guest::Stats& guest = machine.guest.stats();
    const ServerStats& server = machine.time->server().stats();
    Hardware& hardware = *machine.hardware;
    std::string text = machine.time->description();
    if (!run.kernel.empty()) text += fmt::format("guest       {} in {}, driver {}\n", run.kernel, run.qemu, run.driver);
    text += kernel_row(run.console);
    text += fmt::format("accesses    {} and {} of registers, {} and {} of configuration space\n",
                        base::count_of(guest.reads, "read"), base::count_of(guest.writes, "write"), guest.config_reads,
                        guest.config_writes);
    if (const auto origin = instruments.origin())
        text += fmt::format("            The first access to a register is at {:.3f} us of simulated time.\n",
                            static_cast<double>(*origin) / kFsPerUs);
    if (const auto origin = instruments.capture_origin(); origin && origin != instruments.origin())
        text += fmt::format(
            "            The capture counts from its first packet, at {:.3f} us, which was before that access.\n",
            static_cast<double>(*origin) / kFsPerUs);
    if (server.interrupt_messages > 0)
        text += fmt::format("interrupts  {} of MSI\n", base::count_of(server.interrupt_messages, "message"));
    else
        text += fmt::format("interrupts  INTA# asserted {}, reported to the guest {}\n",
                            base::count_of(machine.time->interrupts(), "time"),
                            base::count_of(server.notifications, "time"));
    const MachineBus& bus = hardware.bus();
    text += fmt::format("{:<12}{} {}, {} of rules\n", std::string(bus.standard()) + ", line", bus.transactions(),
                        bus.unit(), base::count_of(hardware.violations(), "violation"));
    for (const std::string& sentence : hardware.violation_sentences()) text += "            " + sentence + "\n";
    text += memory_row(machine.memory);
    text += hardware.line_rows();
    text += transfer_rows(hardware.tcp());
    text += work_row(instruments.work());
    if (server.refused > 0)
        text += fmt::format("protocol    {} refused; the last: {}\n", base::count_of(server.refused, "request"),
                            machine.time->server().refusal());
    text += span_rows(instruments.spans(), machine.time->is_guests());
    return text + fmt::format("\nniclab {}  niclab vm  card {}  seed {}  {:.1f} s\n", run.version, run.card, run.seed,
                              run.wall_s);
}

}  // namespace niclab::vm
