// [[host]] with programs and a TCP: a machine, the system on it, its card.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernel/hardware.h"
#include "lab/experiment/experiment.h"
#include "lab/experiment/host_keys.h"
#include "lab/experiment/known_name.h"
#include "lab/experiment/traffic_ethernet.h"
#include "lab/experiment/traffic_keys.h"

namespace niclab::lab {

namespace {

Femtoseconds time(core::ConfigTable& t, const std::string& key, Femtoseconds standard, const std::string& what) {
    return read_span(t, key, base::to_us(standard) * 1e3, 0, 1e12, what);
}

std::string address_of(std::size_t number) { return fmt::format("10.0.{}.{}", (number + 1) / 250, (number + 1) % 250); }

/// The parts of a system's TCP that an experiment may change.
tcp::Policy read_policy(core::ConfigTable t, tcp::Policy p) {
    if (t.has("ack_limit") && p.ack.count == tcp::AckRule::Count::None) p.ack.count = tcp::AckRule::Count::Segments;
    p.ack.limit = unsigned(t.integer("ack_limit", p.ack.limit, 1, 1 << 20,
                                     "Amount of received data that makes an ack due, in the system's unit: segments, "
                                     "MSS or octets. BSD counts segments only with this key."));
    p.ack.adapts = t.boolean(
        "adaptive_ack", p.ack.adapts,
        "Adapt the ack rate up to ack_limit: send acks more often at first and while the sender waits for them.");
    if (p.ack.adapts && p.ack.count == tcp::AckRule::Count::Octets)
        throw t.error("adaptive_ack", "not for " + p.name, "a system that counts segments");
    p.ack_delay.after = time(t, "ack_delay", p.ack_delay.after, "Maximum delay of a delayed ack.");
    p.nagle = t.boolean("nagle", p.nagle, "Nagle's algorithm: delay a small segment while data is unacknowledged.");
    p.tail_alone = std::uint32_t(
        t.integer("separate_tail", p.tail_alone, 0, 65535,
                  "Minimum size in octets of a write's tail that is sent as a segment of its own. 0: never."));
    p.initial_window =
        unsigned(t.integer("initial_window", p.initial_window, 1, 64, "Initial congestion window in segments."));
    p.fast_retransmit = t.boolean("fast_retransmit", p.fast_retransmit, "Retransmit at the third duplicate ack.");
    p.rto_min = time(t, "rto_min", p.rto_min, "Minimum retransmission timeout.");
    p.rto_initial = time(t, "rto_initial", p.rto_initial,
                         "Retransmission timeout before the first measurement of the round-trip time.");
    p.tick = time(t, "timer_tick", p.tick, "Period of the TCP timers. Timeouts occur at its multiples.");
    p.update_segments = t.number("window_update_segments", p.update_segments, 0, 1000,
                                 "Growth of the receive window that makes a window update due, in MSS.");
    p.update_share =
        t.number("window_update_share", p.update_share, 0, 1,
                 "Growth of the receive window that makes a window update due, as a share of the receive buffer.");
    p.mss_unit = std::uint32_t(t.integer("mss_unit", p.mss_unit, 0, 65535,
                                         "Unit in octets to which an MSS above it is rounded down. 0: not rounded."));
    p.mss_half_buffer =
        t.boolean("mss_half_buffer", p.mss_half_buffer, "Limit the offered MSS to half of the receive buffer.");
    p.write_unit = std::uint32_t(t.integer("write_unit", p.write_unit, 0, 65535,
                                           "Unit in octets in which a write is passed to TCP; this free space wakes a "
                                           "blocked writer. 0: at least 8192, and wake_fraction applies."));
    p.small_write_unit = std::uint32_t(t.integer(
        "small_write_unit", p.small_write_unit, 0, 65535,
        "Unit in octets in which the rest of a write is passed to TCP if it is below small_write. 0: write_unit."));
    p.small_write = std::uint32_t(t.integer("small_write", p.small_write, 0, 65535,
                                            "Size in octets below which the rest of a write uses small_write_unit."));
    p.idle_at_call =
        t.boolean("idle_at_call", p.idle_at_call,
                  "Apply Nagle's algorithm to the data that was unacknowledged when a call's output began.");
    p.stream_head = t.boolean("stream_head", p.stream_head,
                              "Unread data does not reduce the receive window until it fills a whole receive buffer.");
    p.window_scale = t.boolean("window_scale", p.window_scale, "Window scale option: windows above 64 KiB (RFC 1323).");
    p.timestamps = t.boolean("timestamps", p.timestamps, "Timestamps option (RFC 1323).");
    p.wake_fraction =
        t.number("wake_fraction", p.wake_fraction, 0, 1, "Free share of the send buffer that wakes a blocked writer.");
    t.done();
    return p;
}

coarse::Linear read_linear(core::ConfigTable& t, const std::string& name, coarse::Linear standard,
                           const std::string& what) {
    return {t.number(name + "_us", standard.us, 0, 1e6, what + " fixed part in microseconds."),
            t.number(name + "_octet_ns", standard.octet_ns, 0, 1e6, what + " part per octet in nanoseconds.")};
}

coarse::CardConfig read_coarse_card(core::ConfigTable t) {
    coarse::CardConfig c;
    t.text("name", "", "Name of the card.");
    t.ignore("cycle_card");
    c.first_cell = read_linear(t, "first_cell", c.first_cell, "Latency from the driver to the first cell on the line,");
    c.deliver = read_linear(t, "deliver", c.deliver, "Latency from the last cell to the interrupt,");
    c.pdu_gap_us =
        t.number("pdu_gap_us", 0, 0, 1e6, "Firmware time after each PDU in both directions, in microseconds.");
    c.shaped_gap_us =
        t.number("shaped_gap_us", c.pdu_gap_us, 0, 1e6,
                 "Firmware time after a PDU sent below the line rate, in microseconds, instead of pdu_gap_us.");
    c.shaped_cell_us = t.number("shaped_cell_us", 0, 0, 1e6,
                                "Firmware time after each cell of a PDU sent below the line rate, in microseconds.");
    c.shaper_slots = t.choice("shaper", "even", {"even", "slots"},
                              "Spacing of cells below the line rate: even, or in cell slots of the line.") == "slots";
    c.transmit_pdus =
        std::size_t(t.integer("transmit_pdus", 512, 1, 1 << 20, "Length of the card's transmit queue in PDUs."));
    c.receive_pdus =
        std::size_t(t.integer("receive_pdus", 512, 1, 1 << 20, "Length of the card's receive queue in PDUs."));
    c.pdu_loss = t.number("pdu_loss", 0, 0, 1, "Probability that the receive FIFO loses a PDU of 192 cells.");
    t.done();
    return c;
}

/// A machine's file has [costs.SYSTEM], and [hardware] if it scales; a host's [host.costs] is the upper
/// layer over the former. Returns the hardware.
std::optional<kernel::Hardware> read_machine(core::ConfigTable& own, TrafficHost& host, InputFiles& files) {
    const std::string name = own.text("profile", "ideal", "Machine of the host, from niclab list machines.");
    core::ConfigTable machine =
        over_files(own.table("machine"), base_layers(own, "profile", name, Kind::Machine, files));
    machine.text("name", "", "Name of the machine.");
    host.processors = unsigned(machine.integer("processors", 1, 1, 2, "Number of CPUs."));
    const std::optional<kernel::Hardware> hardware = kernel::read_hardware(machine);
    core::ConfigTable systems = machine.table("costs");
    const std::vector<std::string> known = systems.table_names();
    if (std::find(known.begin(), known.end(), host.software) == known.end() && !known.empty())
        refuse_name(own, "software", host.software, "system of this machine", known);
    for (const std::string& system : known) systems.ignore(system);
    core::ConfigTable costs = own.table("costs").over(systems.table(host.software));
    systems.done();
    machine.done();
    host.costs =
        kernel::read_costs(costs, hardware ? kernel::read_scaled_costs(costs, *hardware) : kernel::ScaledCosts{});
    return hardware;
}

/// The same table, for values that are read without a record.
core::ConfigTable unrecorded(const core::ConfigTable& own) {
    return core::ConfigTable(std::vector<core::ConfigLayer>{}).over(own);
}

/// The level that a host names, read without a record; empty: it names none.
std::string named_level(const core::ConfigTable& own) {
    return own.has("level") ? unrecorded(own).text("level", "", "") : "";
}

constexpr const char* kUsualSoftware = "bsd44";

/// Of a host that names none: the usual one, or the first of a machine that does not have it.
std::string default_software(const core::ConfigTable& own, InputFiles& files) {
    if (own.has("software") || !own.has("profile")) return kUsualSoftware;
    core::ConfigTable host = unrecorded(own);
    const std::string name = host.text("profile", "", "");
    const std::vector<std::string> known =
        over_files(host.table("machine"), base_layers(host, "profile", name, Kind::Machine, files))
            .table("costs")
            .table_names();
    const bool usual = known.empty() || std::find(known.begin(), known.end(), kUsualSoftware) != known.end();
    return usual ? kUsualSoftware : known.front();
}

void read_coarse_card(core::ConfigTable& own, TrafficHost& host, InputFiles& files) {
    host.card_name = read_name(own, "card", "ideal", "Card model, from niclab list coarse-cards.");
    core::ConfigTable table =
        over_files(own.table("nic"), base_layers(own, "card", host.card_name, Kind::CoarseCard, files));
    if (table.has("line"))
        host.ether = read_ethernet_card(table, host.costs);
    else
        host.card = read_coarse_card(table);
    own.ignore("cycle");
}

bool is_known(Kind kind, const core::ConfigTable& host, const std::string& name, InputFiles& files) {
    const std::string folder = host.folder_of("card");
    return !files.find(role_of(kind), name, folder, [&] { return find_file(kind, name, folder); }).empty();
}

/// Without the key it is `standard`, or if that is empty the level that has the card, coarse first.
std::string read_host_level(core::ConfigTable& own, const std::string& standard, InputFiles& files) {
    const std::vector<std::string> kLevels{"coarse", "cycle", "mac"};
    const char* const what =
        "Simulation level of the host's card. run.level sets the default of all hosts. mac: the host is only a MAC, "
        "without a TCP.";
    if (own.has("level")) return own.choice("level", standard, kLevels, what);
    if (!standard.empty()) return standard;
    if (!own.has("card")) return "coarse";
    core::ConfigTable alone = unrecorded(own);
    const std::string card = read_name(alone, "card", "", "");
    if (is_known(Kind::CoarseCard, own, card, files)) return "coarse";
    if (is_known(Kind::Card, own, card, files)) return "cycle";
    std::vector<std::string> names = known_names(Kind::CoarseCard);
    for (const std::string& name : known_names(Kind::Card))
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    refuse_name(own, "card", card, "card", names);
}

/// The cycle-level card for a card of the coarse level: one of the same name, or the one that its
/// file names.
std::string self_of(core::ConfigTable& host, InputFiles& files) {
    if (!host.has("card")) return kDefaultCard;
    std::string card = read_name(host, "card", kDefaultCard, "Card, from niclab list cards.");
    if (is_known(Kind::Card, host, card, files)) return card;
    if (is_known(Kind::CoarseCard, host, card, files)) {
        core::ConfigTable coarse(base_layers(host, "card", card, Kind::CoarseCard, files));
        if (coarse.has("cycle_card")) return coarse.text("cycle_card", "", "Its cycle-level self.");
    }
    throw host.error(
        "card", "no model at the cycle level",
        fmt::format("cycle.card = one of {}, or level = \"coarse\"", fmt::join(known_names(Kind::Card), ", ")));
}

std::vector<core::ConfigLayer> card_layers(core::ConfigTable& host, core::ConfigTable& cycle, InputFiles& files) {
    if (cycle.has("card")) host.ignore("card");
    const std::string self = cycle.has("card") ? "" : self_of(host, files);
    const std::string card = read_name(cycle, "card", self, "Card at the cycle level, instead of the host's `card`.");
    return base_layers(cycle.has("card") ? cycle : host, "card", card, Kind::Card, files);
}

void refuse_other_lines(const core::ConfigTable& cycle, const HostConfig& config) {
    const board::Config* atm = config.atm();
    if (config.ether()) return;
    if (!atm || atm->phy.format.octet_hz() != sonet::kSts3c.octet_hz())
        throw cycle.error("card", "a card for another line", "a card for an ATM line of 155.52 Mb/s, or for Ethernet");
}

/// The table [host.cycle]: additional keys of a host with a card at the cycle level. `host` is the
/// host's table, of which `cycle` is read; it communicates with at most `peers` others.
HostConfig read_cycle_host(core::ConfigTable& host, const std::string& name, std::size_t number, unsigned peers,
                           InputFiles& files) {
    constexpr unsigned kMostPeers = 16;
    HostConfig config;
    config.name = name;
    core::ConfigTable cycle = host.table("cycle");
    const std::string bridge = cycle.text(
        "bridge", "ideal",
        "Host profile for the memory timing and interrupt latency of the card. Its software costs are not used.");
    core::ConfigTable profile =
        over_files(cycle.table("host"), base_layers(cycle, "bridge", bridge, Kind::Host, files));
    config.host.profile = host::read_profile(profile);
    core::ConfigTable nic = over_files(cycle.table("nic"), card_layers(host, cycle, files));
    config.cards.push_back(read_card(nic, static_cast<std::uint8_t>(number + 1)));
    config.cards.back()->serve(std::clamp(peers, 1u, kMostPeers));
    refuse_other_lines(cycle, config);
    if (config.cards_on(isa::Bus::kKind) > 0) config.host.isa = read_isa(cycle.table("isa"));
    config.bus = read_bus(cycle.table("pci"), config.cards.back()->bus_width().capable_66mhz, 1);
    config.host.memory_octets =
        (1u << 20) + config.bus.memory_octets() + read_driver(cycle.table("driver"), *config.cards.back());
    cycle.done();
    return config;
}

void read_cycle_card(core::ConfigTable& own, TrafficHost& host, const HostPlace& place, InputFiles& files) {
    const unsigned peers = unsigned(place.hosts) - 1;
    host.cycle = std::make_shared<HostConfig>(read_cycle_host(own, host.name, place.number, peers, files));
    if (ether_board::EtherPlan* ether = host.cycle->ether()) {
        ether_board::Address station;
        for (unsigned i = 0; i < station.size(); ++i)
            station[i] = std::uint8_t(net::mac_address(host.stack.address) >> 8 * (station.size() - 1 - i));
        ether->set_address(station);
    }
    host.card_name = host.cycle->cards.front()->name();
    own.ignore("nic");
}

/// Its frames have the address of a host with its number.
TrafficHost read_mac_host(core::ConfigTable& own, const std::string& name, std::size_t number, InputFiles& files) {
    TrafficHost host;
    host.name = name, host.card_name = "mac";
    host.stack.address = *tcp::parse_address(address_of(number));
    read_host_level(own, "mac", files);
    host.mac = read_mac_station(own);
    if (host.mac->rules.max_octets > ether::kMaxOctets)
        throw own.table("mac").error("max_octets", "longer frames than those of hosts with a TCP",
                                     fmt::format("at most {}", ether::kMaxOctets));
    own.done();
    return host;
}

}  // namespace

TrafficHost read_traffic_host(core::ConfigTable own, const std::string& name, const HostPlace& place,
                              InputFiles& files) {
    const std::size_t number = place.number;
    if (named_level(own) == "mac") return read_mac_host(own, name, number, files);
    TrafficHost host;
    host.name = name;
    host.software = own.choice("software", default_software(own, files), tcp::policy_names(),
                               "Operating system of the host. It selects the rules of TCP and the CPU costs. A machine "
                               "without bsd44 has the first of its own as default.");
    const std::optional<kernel::Hardware> hardware = read_machine(own, host, files);
    host.stack.policy = read_policy(own.table("tcp"), tcp::policy(host.software));
    const std::string standard = address_of(number);
    const std::string address = own.text("address", standard, "IP address of the host.");
    const auto parsed = tcp::parse_address(address);
    if (!parsed) throw own.error("address", "not an IPv4 address", "an address such as \"10.0.0.1\"");
    host.stack.address = *parsed;
    host.stack.initial_sequence = 1000 * std::uint32_t(number + 1);
    host.stack.ip_queue =
        std::size_t(own.integer("ip_queue", 512, 1, 1 << 20, "Length of the output queue to the card, in packets."));
    host.stack.protocol_queue = std::size_t(own.integer(
        "protocol_queue", 512, 1, 1 << 20, "Length of the input queue to IP, in packets. Packets beyond it are lost."));
    if (read_host_level(own, place.level, files) == "cycle")
        read_cycle_card(own, host, place, files);
    else
        read_coarse_card(own, host, files);
    if (hardware)  // A driver that copies words itself does it over ISA.
        for (const auto copy : {stack::Activity::CardOut, stack::Activity::CardIn})
            host.costs[std::size_t(copy)].per_octet_ns *= hardware->isa_stretch();
    host.card.mtu = place.lane ? 1500 : 9180;
    host.card.header_octets = place.lane ? host::kLaneOctets : host::kLlcOctets;
    host.card.least_octets = place.lane ? host::kLaneMinimum : 0;
    host.stack.loopback_mtu = std::uint32_t(
        own.integer("loopback_mtu", 9180, 576, 65535, "MTU of the loopback interface in octets. Assumed."));
    own.done();
    return host;
}

}  // namespace niclab::lab
