/// @file  The two sides of a transceiver, each on its clock.
#pragma once

#include "medium/transceiver.h"

namespace niclab::medium {

/// Samples TXEN and TXD at edges of TXC.
class Transceiver::Transmit : public core::Clocked {
public:
    Transmit(sc_core::sc_module_name name, core::Clock& txc, Transceiver& owner);
    void suspend() { halt(); }
    std::vector<std::uint8_t>& symbols() { return signal_->symbols; }
    void resume() { wake(); }

private:
    void on_clock();
    void on_enable() { count_call(), wake(); }
    void begin(core::Femtoseconds at);

    Transceiver& owner_;
    std::shared_ptr<Transmission> signal_;  ///< Under way.
    unsigned lost_ = 0;                     ///< Symbols of it.
};

/// Drives the received symbols at edges of RXC.
class Transceiver::Receive : public core::Clocked {
public:
    Receive(sc_core::sc_module_name name, core::Clock& rxc, Transceiver& owner);
    /// A signal has begun on an idle line.
    void lock(const Signal& signal);
    /// It follows a signal.
    bool locked() const { return locked_; }
    bool follows(const Heard& signal) const { return locked_ && first_.signal == signal; }
    void suspend() { halt(); }
    bool has_come(std::size_t edges) const { return index_ + edges <= first_.signal->symbols.size(); }
    const std::uint8_t* receive(std::size_t edges);
    const std::uint8_t* received(std::size_t edges) const { return first_.signal->symbols.data() + index_ - edges; }
    void resume() { wake(), core::fire_at_once(return_); }

private:
    void on_clock();
    /// This side, as the only writer of its pins, reacts to a new signal.
    void on_lock();
    void on_return();
    void put(std::uint8_t symbol);

    Transceiver& owner_;
    Signal first_;           ///< The signal that determines its clock.
    std::size_t index_ = 0;  ///< Index of the symbol on the pins.
    std::uint8_t driven_ = 0;
    bool locked_ = false;
    sc_core::sc_event locking_, return_;
};

}  // namespace niclab::medium
