#include "isa/slave.h"

#include "isa/command_end.h"

namespace niclab::isa {

namespace {

/// Block of 128 KB that LA selects.
constexpr unsigned kBlockBits = 17;

}  // namespace

bool Slave::addressed(const Levels& bus) const {
    if (bus.port_command()) return !bus.aen && (decode_.ports.holds(bus.sa & 0xFFFFu) || listens(bus));
    return bus.memory_command() && !bus.refresh && memory_asked(bus) && decode_.memory.holds(bus.address());
}

bool Slave::listens(const Levels& bus) const {
    return bus.port_command() && decode_.listened.holds(bus.sa & 0xFFFFu) && (bus.iow || decode_.listened_answers);
}

bool Slave::wide(const Levels& bus) const {
    return bus.port_command() ? decode_.word_ports.holds(bus.sa & 0xFFFFu) : decode_.word_memory;
}

void Slave::evaluate(const Levels& bus) {
    const Window& m = decode_.memory;
    out_.iocs16 = !bus.aen && decode_.word_ports.holds(bus.sa & 0xFFFFu);
    out_.memcs16 = decode_.word_memory && memory_asked(bus) && m.octets > 0 && bus.la >= m.base >> kBlockBits &&
                   bus.la <= (m.base + m.octets - 1) >> kBlockBits;
    if (!addressed(bus)) {
        auto* ends = state_ == State::Done ? dynamic_cast<CommandEnd*>(&port_) : nullptr;
        if (ends) ends->over();
        state_ = State::Idle;
        out_.enabled = 0, out_.sd = 0;
        out_.ready = true, out_.zero_ws = false;
    } else if (state_ != State::Done) {
        serve(bus);
    }
}

bus::TargetPort::Access Slave::access_of(const Levels& bus) const {
    const bool port = bus.port_command();
    const std::uint32_t address = port ? bus.sa & 0xFFFFu : bus.address();
    const bool heard = listens(bus) && !decode_.ports.holds(address);
    const Window& window = heard ? decode_.listened : port ? decode_.ports : decode_.memory;
    bus::TargetPort::Access a{};
    a.command = port       ? bus.iow ? bus::Command::IoWrite : bus::Command::IoRead
                : bus.memw ? bus::Command::MemoryWrite
                           : bus::Command::MemoryRead;
    a.address = address;
    a.offset = (address - window.base) & ~3u;
    a.window = heard ? kListened : port ? kPorts : kMemory;
    const bool word = wide(bus) && bus.sbhe && (address & 1u) == 0;
    a.byte_enables = std::uint8_t((word ? 3u : 1u) << (address & 3u));
    return a;
}

void Slave::serve(const Levels& bus) {
    const bus::TargetPort::Access a = access_of(bus);
    const unsigned shift = 8 * (a.address & 3u);
    const bool odd = wide(bus) && (a.address & 1u) != 0;
    const bool write = bus.iow || bus.memw;
    const bool waited = state_ == State::Waiting;
    state_ = State::Waiting;
    out_.ready = port_.ready(a);
    if (!out_.ready) return;
    state_ = State::Done;
    out_.zero_ws = decode_.no_waits && bus.memory_command() && !waited;
    ++(write ? writes_ : reads_);
    if (write) {
        port_.write(a, std::uint32_t{odd ? std::uint16_t(bus.sd >> 8) : bus.sd} << shift);
        return;
    }
    const std::uint32_t value = port_.read(a) >> shift & 0xFFFFu;
    out_.enabled = odd ? kHigh : (a.byte_enables >> (a.address & 3u)) == 3u ? kLow | kHigh : kLow;
    out_.sd = std::uint16_t(odd ? value << 8 : out_.enabled == kLow ? value & 0xFFu : value);
}

void Slave::describe(core::StatsVisitor& v) const {
    v.counter("reads", reads_, "cycles", "Reads that the card completed.");
    v.counter("writes", writes_, "cycles", "Writes that the card accepted.");
}

}  // namespace niclab::isa
