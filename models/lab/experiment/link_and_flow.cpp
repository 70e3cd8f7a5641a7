#include "lab/experiment/link_and_flow.h"

#include <fmt/format.h>

namespace niclab::lab {

namespace {

/// A line that is too fast for UTOPIA's eight wires needs more wires, and a separate clock.
void check_utopia(const core::ConfigTable& line, const std::string& name, const board::Config& nic) {
    constexpr unsigned kWidth = 16;
    constexpr double kLeastHz = 38.2e6;  ///< 1 412 830 cells/s of 27 words are 38.15 MHz.
    const std::string who = " on the card of " + name, rate = "622.08 Mb/s with nic.utopia.";
    if (nic.utopia.width != kWidth)
        throw line.error("rate", rate + "width = " + std::to_string(nic.utopia.width) + who,
                         "width 16: eight data wires of UTOPIA reach 25 MHz, the cells of this line need 74.9 MHz");
    if (nic.utopia_hz < kLeastHz)
        throw line.error(
            "rate",
            rate + "clock = " + (nic.utopia_hz == 0 ? "the line's" : fmt::format("{} MHz", nic.utopia_hz * 1e-6)) + who,
            "38.2 to 50 MHz for 1412830 cells of 27 words per second");
}

/// The fibers of a link, and PHYs that fit.
LinkConfig lay_fibers(Experiment& e, const std::array<CardEnd, 2>& ends, const core::ConfigTable& line) {
    LinkConfig link = read_fibers(line, ends, e.seed);
    for (const CardEnd& end : ends) {
        board::Config& nic = *e.hosts[end.host].atm(end.card);
        if (link.format.sts != sonet::kSts3c.sts) check_utopia(line, end.name, nic);
        nic.phy.format = link.format;
    }
    return link;
}

void check_lines(const std::array<CardEnd, 2>& ends, const std::array<card::Plan*, 2>& plans, const Chosen& chosen) {
    if (plans[0]->line() == plans[1]->line()) return;
    throw chosen.table.error(chosen.key,
                             fmt::format("a card for {} ({}) and a card for {} ({})", plans[0]->line(), ends[0].name,
                                         plans[1]->line(), ends[1].name),
                             "two cards for the same line");
}

/// An Ethernet line in an experiment, between cards that are for another line.
void refuse_cables(const std::array<CardEnd, 2>& ends, const card::Plan& plan, const core::ConfigTable& line) {
    for (const char* key : {"cable", "repeater"})
        if (line.has(key))
            throw line.error(key,
                             fmt::format("a line of Ethernet between cards for {} ({}, {})", plan.line(), ends[0].name,
                                         ends[1].name),
                             "cards for Ethernet, or an experiment without a cable");
}

}  // namespace

void add_link(Experiment& e, const std::array<CardEnd, 2>& ends, core::ConfigTable line, const Chosen& chosen) {
    std::array<card::Plan*, 2> plans{};
    for (const unsigned k : {0u, 1u}) plans[k] = e.hosts[ends[k].host].cards[ends[k].card].get();
    check_lines(ends, plans, chosen);
    LinkConfig link;
    if (std::shared_ptr<card::LinkPlan> own = plans[0]->read_link(line)) {
        line.done();
        link.own = std::move(own);
    } else {
        refuse_cables(ends, *plans[0], line);
        link = lay_fibers(e, ends, line);
    }
    link.ends = ends;
    link.units = plans[0]->units();
    e.links.push_back(std::move(link));
}

static core::ConfigError too_long(const Workload& w, std::size_t k, std::size_t most, const std::string& host,
                                  const core::ConfigTable& table) {
    const std::uint64_t number = w.capture_number(k);
    const std::string what = number > 0 ? fmt::format("packet {} of the capture: ", number) : "a packet of ";
    return table.refusal(
        number > 0 ? "pcap" : "sizes",
        fmt::format(
            "{}{} octets, {} of them payload; expected at most {} with all headers, the limit of the card on {}", what,
            w.sdu(k).size(), w.payload_octets(k), most, host));
}

void check_lengths(const Experiment& e, const FlowConfig& flow, const core::ConfigTable& workload) {
    const CardEnd& end = e.links[flow.link].ends[flow.from];
    const std::size_t most = e.hosts[end.host].cards[end.card]->most_octets();
    for (std::size_t k = 0; k < flow.workload.list_size(); ++k)
        if (flow.workload.sdu(k).size() > most) throw too_long(flow.workload, k, most, end.name, workload);
}

}  // namespace niclab::lab
