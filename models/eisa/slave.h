/// @file  A card's decoder on an EISA bus, of 32 or 16 bits: which ports and which memory are its own, its waits, its bursts.
///
/// Without a clock but BCLK, as the gates of such cards: EX32# or EX16#, and SLBURST# and NOWS# of memory, follow LA and M/IO; of ports the AEN of the
/// card's slot as well. EXRDY goes low with CMD# until the port behind says that it is ready, and with it come the data of a read. In a burst each
/// transfer has a BCLK of its own from the end of the one before, with the address that LA has by then. A write is handed over when the port is
/// ready for it, a read done once. The access is that of a dword with byte enables, so that a port can serve this bus as well as others.
/// Source:  EISA 3.12, from memory of it: *assumed*.
#pragma once

#include <array>
#include <vector>

#include "bus/target_if.h"
#include "bus/window.h"
#include "core/stats.h"
#include "eisa/bus.h"

namespace niclab::eisa {

using bus::Window;

struct Decode {
    std::array<Window, 2> ports;
    Window memory;
    bool narrow = false;    ///< EX16#, else EX32#.
    bool bursts = false;    ///< SLBURST# with memory; of 32 bits.
    bool no_waits = false;  ///< NOWS# with memory: a port that is always ready.
};

class Slave : public sc_core::sc_module, public core::ActivitySource, public core::StatsSource {
public:
    /// Numbers of the windows in what `port` is asked: 0 and 1 are those of ports.
    static constexpr unsigned kMemory = 2;

    /// `slot`: 1 to 15; 0 is the board's.
    Slave(sc_core::sc_module_name name, Bus& bus, unsigned slot, const std::string& agent, const Decode& decode,
          bus::TargetPort& port);
    /// Looks again whether the port is ready when this fires. Before the simulation begins.
    void ready_with(const sc_core::sc_event& event) { events_.push_back(&event); }
    /// Memory answers while `masters` is true alone: it is the board's. Before the simulation begins.
    void answer_masters(const core::Wire<bool>& masters) { masters_ = &masters; }
    /// Between two cycles, from a method of the card's own.
    void set_decode(const Decode& decode);
    const Decode& decode() const { return decode_; }

    Pins pins;
    void describe(core::StatsVisitor& visitor) const override;
    core::Activity activity() const override { return {calls_, 0, 0}; }

private:
    enum class State { Idle, Waiting, Done };
    void before_end_of_elaboration() override;
    void on_change();
    const Window* window(const Levels& bus) const;
    void answer(const Levels& bus);
    void begin(const Levels& bus);
    void leave();
    void serve(const Levels& bus);
    bool upper() const { return decode_.narrow && (access_.byte_enables & 0x3) == 0; }

    unsigned slot_;
    const core::Wire<bool>* masters_ = nullptr;
    Decode decode_;
    bus::TargetPort& port_;
    std::vector<const sc_core::sc_event*> events_;
    sc_core::sc_event decoded_;
    State state_ = State::Idle;
    bool ready_ = false;  ///< EXRDY at the last fall of BCLK.
    Levels last_, out_;
    bus::TargetPort::Access access_{};  ///< The present transfer's.
    std::uint64_t calls_ = 0, reads_ = 0, writes_ = 0;
};

}  // namespace niclab::eisa
