#include "pci/bus.h"

#include <stdexcept>

namespace niclab::pci {

std::ostream& operator<<(std::ostream& os, const Levels& l) {
    return os << std::hex << l.ad << '/' << unsigned{l.cbe} << " en " << unsigned{l.enabled} << std::dec
              << (l.frame ? " FRAME" : "") << (l.irdy ? " IRDY" : "") << (l.devsel ? " DEVSEL" : "")
              << (l.trdy ? " TRDY" : "") << (l.stop ? " STOP" : "");
}

namespace {
constexpr core::Femtoseconds kShortestPeriod33 = 30'000'000, kShortestPeriod66 = 15'000'000;
}

Bus::Bus(sc_core::sc_module_name name, core::Clock& clock, const ArbiterConfig& config, const BusConfig& variant)
    : sc_module(name),
      clock_(clock),
      variant_(variant),
      arbiter_("arbiter", clock, levels_, req_, gnt_, masters_, config) {}

core::Wire<Levels>& Bus::add_half(const std::string& agent, bool initiator) {
    const std::string name = agent + (initiator ? "_initiator" : "_target");
    halves_.push_back({agent, initiator, std::make_unique<core::Wire<Levels>>(name.c_str())});
    return *halves_.back().drive;
}

void Bus::attach(InitiatorPins& pins, const std::string& agent) {
    const std::string k = std::to_string(req_.size());
    req_.push_back(std::make_unique<core::Wire<bool>>(("req_" + k).c_str()));
    gnt_.push_back(std::make_unique<core::Wire<bool>>(("gnt_" + k).c_str()));
    masters_.push_back(agent);
    pins.bus(levels_);
    pins.busy(busy_);
    pins.rst(rst_);
    pins.wide = variant_.wide;
    pins.req(*req_.back());
    pins.gnt(*gnt_.back());
    pins.pair = static_cast<unsigned>(req_.size() - 1), pins.half = static_cast<unsigned>(halves_.size());
    pins.drive(add_half(agent, true));
    initiator_pins_.push_back(&pins);
}

void Bus::attach(TargetPins& pins, const std::string& agent) {
    pins.bus(levels_);
    pins.busy(busy_);
    pins.rst(rst_);
    pins.wide = variant_.wide;
    m66en_.push_back({agent, &pins.m66en});
    pins.half = static_cast<unsigned>(halves_.size());
    pins.drive(add_half(agent, false));
    target_pins_.push_back(&pins);
}

core::Wire<bool>& Bus::inta(const std::string& agent) {
    for (std::size_t i = 0; i < inta_agents_.size(); ++i)
        if (inta_agents_[i] == agent) return *inta_[i];
    inta_agents_.push_back(agent);
    inta_.push_back(std::make_unique<core::Wire<bool>>((agent + "_inta").c_str()));
    return *inta_.back();
}

bool Bus::m66en() const {
    bool high = variant_.mhz66;
    for (const M66en& m : m66en_) high = high && *m.capable;
    return high;
}

void Bus::check_clock() const {
    if (clock_.period_fs() >= kShortestPeriod33) return;
    std::string who = variant_.mhz66 ? "" : "the board";
    for (const M66en& m : m66en_)
        if (!*m.capable && who.empty()) who = m.agent;
    const std::string bus = name();
    if (!who.empty())
        throw std::invalid_argument(bus + ": " + who + " pulls M66EN low; expected a clock of at most 33.3 MHz");
    if (clock_.period_fs() < kShortestPeriod66)
        throw std::invalid_argument(bus + ": clock out of range; expected at most 66.7 MHz");
}

void Bus::before_end_of_elaboration() {
    check_clock();
    SC_HAS_PROCESS(Bus);
    SC_METHOD(resolve);
    for (const Half& half : halves_) sensitive << *half.drive;
    dont_initialize();
}

std::uint32_t Bus::gather(const Arbiter::Wires& wires) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < wires.size(); ++i) bits |= std::uint32_t{wires[i]->read()} << i;
    return bits;
}

void Bus::use(WireRecord* record) {
    record_ = record;
    for (InitiatorPins* pins : initiator_pins_) pins->record = record;
    for (TargetPins* pins : target_pins_) pins->record = record;
    arbiter_.use(record);
}

void Bus::resolve() {
    ++calls_;
    DrivenLevels driven_now;
    for (const Half& half : halves_) driven_now.add(half.drive->read());
    const Levels bus = driven_now.all(), shared = driven_now.shared();
    require_one_driver(shared.enabled, shared.enabled64);
    levels_.write(bus);
    busy_.write(!bus.idle());
}

void Bus::require_one_driver(std::uint8_t groups, std::uint8_t groups64) const {
    groups &= static_cast<std::uint8_t>(~kEnSerr);  // open drain
    if ((groups | groups64) == 0) return;
    std::string who;
    for (std::size_t h = 0; h < halves_.size(); ++h)
        if ((driven(h).enabled & groups) != 0 || (driven(h).enabled64 & groups64) != 0)
            who += (who.empty() ? "" : " and ") + std::string(halves_[h].drive->basename());
    throw std::logic_error(std::string(name()) + ": " + who + " drive the same wires at " +
                           core::from_fs(core::now_fs()).to_string());
}

}  // namespace niclab::pci
