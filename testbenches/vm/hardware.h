/// @file The simulated machine around a guest's card: a bus with bridge, memory and card, the card's
/// line, and the peer at its other end. It has no CPU: the guest is it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "answers.h"
#include "core/dispatcher.h"
#include "machine_bus.h"
#include "probe/wave/wave_sink.h"
#include "spans.h"

namespace niclab::vm {

class Hardware {
public:
    /// Of the card.
    static constexpr unsigned kSlot = 5;
    virtual ~Hardware() = default;

    virtual MachineBus& bus() = 0;

    /// Violations of the rules of the bus and of the line: all, and one sentence for each that is
    /// kept. `listener` is called for each.
    virtual std::uint64_t violations() const = 0;
    virtual std::vector<std::string> violation_sentences() const = 0;
    virtual void on_violation(const std::function<void(const check::Violation&)>& listener) = 0;

    /// Rows of the summary about the line and its peer.
    virtual std::string line_rows() const = 0;
    virtual const TcpServer& tcp() const = 0;
    /// Type of the packets in a capture: of probe::Pcapng.
    virtual std::uint16_t capture_type() const = 0;
    /// Called for each good packet of the guest at the peer, and for each packet sent to it.
    std::function<void(const LinePacket&)> on_packet;
    /// What a packet on the line consists of, such as "bit".
    virtual std::string unit() const = 0;
    /// Reports to `spans` what the card sends.
    virtual void observe(Spans& spans) = 0;
    /// The waves of the line; nullptr: it has none.
    virtual std::unique_ptr<sc_core::sc_module> line_waves(probe::WaveSink& sink) = 0;

    /// Takes packets of another program. Called in the mode `free` before simulated time advances.
    virtual void poll() {}
    /// The mode `free` waits until an interval in which nothing happens has this length, and simulates it
    /// at once. 0: it does not wait.
    virtual core::Femtoseconds idle_interval() const { return 0; }
    /// For processes of the simulation: the time before which nothing happens without an access of the
    /// guest. Now if that is not known.
    virtual core::Femtoseconds idle_until() { return core::Dispatcher::here()->next_activity(); }
    virtual void simulate(core::Femtoseconds duration) { core::simulate(duration); }
};

}  // namespace niclab::vm
