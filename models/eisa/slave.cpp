#include "eisa/slave.h"

namespace niclab::eisa {

/// The window that contains the address on the bus; nullptr: it is not this card's.
const Window* Slave::window(const Levels& bus) const {
    if ((bus.enabled & kAddress) == 0 || bus.refresh) return nullptr;
    if (bus.memory && masters_ && !masters_->read()) return nullptr;
    if (bus.memory) return decode_.memory.holds(bus.la) ? &decode_.memory : nullptr;
    if ((bus.aen >> slot_ & 1u) != 0) return nullptr;
    for (const Window& w : decode_.ports)
        if (w.holds(bus.la)) return &w;
    return nullptr;
}

void Slave::answer(const Levels& bus) {
    const bool mine = window(bus) != nullptr;
    out_.ex16 = mine && decode_.narrow, out_.ex32 = mine && !decode_.narrow;
    out_.slburst = mine && bus.memory && decode_.bursts;
    out_.nows = mine && bus.memory && decode_.no_waits;
}

void Slave::evaluate(const Levels& bus) {
    answer(bus);
    const bool first = last_.start && !bus.start;
    const bool next = bus.bclk && !last_.bclk && ready_ && state_ == State::Done;
    if (!bus.cmd)
        leave();
    else if (first || next)
        begin(last_);  // The address of a burst's next transfer is stable since the fall.
    if (last_.bclk && !bus.bclk) ready_ = last_.ready;
    if (state_ == State::Waiting) serve(bus);
    last_ = bus;
}

void Slave::begin(const Levels& bus) {
    leave();
    const Window* w = window(bus);
    if (!w) return;
    access_.command = bus.memory  ? bus.write ? bus::Command::MemoryWrite : bus::Command::MemoryRead
                      : bus.write ? bus::Command::IoWrite
                                  : bus::Command::IoRead;
    const unsigned half = (bus.be & 0x3) != 0 ? bus.be & 0x3u : bus.be & 0xCu;
    access_.byte_enables = std::uint8_t(decode_.narrow ? half : bus.be);
    access_.address = bus.la + (bus.be != 0 ? unsigned(__builtin_ctz(access_.byte_enables)) : 0);
    access_.offset = bus.la - w->base;
    access_.window = w == &decode_.memory ? kMemory : unsigned(w - decode_.ports.data());
    state_ = State::Waiting;
}

void Slave::leave() {
    state_ = State::Idle;
    ready_ = false;
    out_.ready = true;
    out_.enabled = 0, out_.data = 0;
}

void Slave::serve(const Levels& bus) {
    out_.ready = port_.ready(access_);
    if (!out_.ready) return;
    state_ = State::Done;
    if (bus::is_write(access_.command)) {
        ++writes_;
        return port_.write(access_, upper() ? bus.data << 16 : bus.data);
    }
    ++reads_;
    const std::uint32_t value = port_.read(access_);
    out_.enabled = decode_.narrow ? 0x3 : kData;
    out_.data = upper() ? value >> 16 : decode_.narrow ? value & 0xFFFFu : value;
}

void Slave::describe(core::StatsVisitor& v) const {
    v.counter("reads", reads_, "transfers", "Reads that the card completed.");
    v.counter("writes", writes_, "transfers", "Writes that the card accepted.");
}

}  // namespace niclab::eisa
