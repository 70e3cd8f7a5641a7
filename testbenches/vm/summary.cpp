#include "summary.h"

#include <fmt/format.h>

namespace niclab::vm {

namespace {

std::string violations(const check::Report& report) {
    std::string text;
    for (const check::Violation& v : report.violations())
        text += fmt::format("            {} at {}: {}\n", v.rule->id, v.where, v.seen);
    return text;
}

std::string memory_row(const GuestMemory& memory) {
    const GuestMemory::Refused& refused = memory.refused();
    std::string text = refused.transactions == 0
                           ? "memory      the card has accessed memory of the guest alone"
                           : fmt::format(
                                 "memory      {} transactions of the card outside of the guest's memory, the first "
                                 "at {:08X}h: ended by an abort on the bus",
                                 refused.transactions, refused.first);
    if (memory.unreachable_octets() > 0)
        text +=
            fmt::format("; {} MB are above --memory and out of the card's reach", memory.unreachable_octets() >> 20);
    return text + "\n";
}

std::string cable_rows(const Peer& peer) {
    const Peer::Stats& stats = peer.stats();
    std::string text = fmt::format("cable       from the guest {} frames", stats.received);
    if (const UdpFrames* udp = peer.udp())
        text += fmt::format(
            ": {} sent by UDP, {} not taken; {} damaged\n            by UDP {} frames, and {} datagrams that "
            "are none\n",
            udp->stats().sent, udp->stats().unsent, stats.damaged, udp->stats().received, udp->stats().no_frames);
    else
        text += fmt::format(": {} ARP and {} ping requests answered, {} of TCP, {} others; {} damaged\n",
                            stats.arp_replies, stats.echo_replies, stats.tcp_segments, stats.unanswered, stats.damaged);
    return text + fmt::format("            to the guest {} frames, {} given up, {} not sent yet\n", stats.sent,
                              stats.given_up, peer.queued());
}

std::string transfer_rows(const TcpServer& tcp) {
    std::string text;
    for (const Transfer::Report& t : tcp.reports()) {
        text += fmt::format("{:<12}TCP {} the guest: {} octets in {:.3f} s, {} segments again, {}",
                            text.empty() ? "transfers" : "", t.to_guest ? "to" : "from", t.octets, t.seconds, t.again,
                            t.complete ? "closed by both\n" : "not closed by both\n");
        if (!t.sha256.empty()) text += "            sha256 " + t.sha256 + "\n";
        if (!t.remark.empty()) text += "            " + t.remark + "\n";
    }
    return text;
}

std::string span_rows(const Spans& spans) {
    std::string text;
    for (const Spans::Row& row : spans.rows())
        text += fmt::format("{:<52}{:>8}{:>12.3f}{:>12.3f}{:>12.3f}\n", row.name, row.count, row.min_us, row.median_us,
                            row.max_us);
    if (text.empty()) return text;
    return fmt::format("\n{:<52}{:>8}{:>12}{:>12}{:>12}\n", "span, us", "count", "min", "median", "max") + text;
}

}  // namespace

std::string summary(const RunDescription& run, Machine& machine, const Instruments& instruments) {
    constexpr double kFsPerUs = 1e9;
    const Guest::Stats& guest = machine.guest.stats();
    const ServerStats& server = machine.time->server().stats();
    const check::Report& report = machine.station.report;
    std::string text = machine.time->description();
    if (!run.kernel.empty()) text += fmt::format("guest       {} in {}, driver {}\n", run.kernel, run.qemu, run.driver);
    text += fmt::format("accesses    {} reads and {} writes of registers, {} and {} of configuration space\n",
                        guest.reads, guest.writes, guest.config_reads, guest.config_writes);
    if (const auto origin = instruments.origin())
        text += fmt::format("            The first access to a register is at {:.3f} us of simulated time.\n",
                            static_cast<double>(*origin) / kFsPerUs);
    text += fmt::format("interrupts  INTA# asserted {} times, reported to the guest {} times\n",
                        machine.time->interrupts(), server.notifications);
    text += fmt::format("PCI, MAC    {} transactions, {} violations of rules\n",
                        machine.station.backplane.transactions(), report.total());
    text += violations(report);
    text += memory_row(machine.memory);
    text += cable_rows(machine.peer);
    text += transfer_rows(machine.peer.tcp());
    if (server.refused > 0)
        text += fmt::format("protocol    {} requests refused; the last: {}\n", server.refused,
                            machine.time->server().refusal());
    text += span_rows(instruments.spans());
    return text + fmt::format("\nniclab {}  niclab vm  card {}  seed {}  {:.1f} s\n", run.version, run.card, run.seed,
                              run.wall_s);
}

}  // namespace niclab::vm
