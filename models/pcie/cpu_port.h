/// @file The root port, and the accesses of a CPU to what is after it: registers, I/O and
/// configuration.
///
/// Behaviour: an access reaches the port `to_port` after the CPU makes it. Requests keep their order,
///   writes to memory are posted. Bus 0 has the root port as its only device, which is configured
///   without the link. Configuration of the next bus is of type 0, of later buses of type 1. A
///   completion reaches the CPU `from_port` after its arrival. An access that no device takes reads
///   ones.
/// Assumed: `to_port`, `from_port`, and the number of posted writes that wait for the link.
#pragma once

#include <functional>

#include "base/event_queue.h"
#include "base/ring.h"
#include "pcie/config_space.h"
#include "pcie/link_end.h"
#include "pcie/root_complex.h"
#include "pcie/tags.h"

namespace niclab::pcie {

struct CpuPortConfig {
    Femtoseconds to_port = 50 * base::kNanosecond, from_port = 50 * base::kNanosecond;  ///< *Assumed*.
    unsigned posted = 8;                                                                ///< *Assumed*.
    unsigned tags = 32;
};

class CpuPort {
public:
    static constexpr unsigned kMostOctets = 64;
    struct Request {
        TlpType type = TlpType::MemoryRead;
        std::uint64_t address = 0;  ///< Of configuration: bus, device, function << 16 | offset.
        unsigned octets = 4;        ///< Up to kMostOctets, in one dword unless it is memory.
        std::array<std::uint8_t, kMostOctets> data{};
    };
    struct Done {
        std::uint64_t number;  ///< Of the request.
        bool good;
        const std::uint8_t* data;  ///< Of a read.
    };

    CpuPort(base::EventQueue& event_queue, const CpuPortConfig& config, const Identity& port, LinkEnd& end,
            RootComplex& root, Payloads& payloads);
    /// Called at the end of each request that is not posted, and when there is a place for a posted one.
    std::function<void(const Done&)> done;
    std::function<void()> can_post_again;
    /// Messages and interrupts of a card.
    std::function<void(const Tlp&)> interrupt;

    /// Starts a request; returns its number. A posted one needs can_post().
    std::uint64_t start(const Request& request);
    bool can_post() const { return posted_ < config_.posted; }

    ConfigSpace port_space;

private:
    struct Waiting {
        Request request;
        std::uint64_t number;
        Femtoseconds asked;
    };
    struct Answer {
        std::uint64_t number = 0;
        bool good = true;
        std::array<std::uint8_t, kMostOctets> data{};
    };
    struct Outstanding {
        std::uint64_t number = 0;
        unsigned octets = 0, got = 0;
        std::array<std::uint8_t, kMostOctets> data{};
    };
    void reach_port(std::uint64_t);
    void submit_waiting();
    bool configure_port(const Waiting& w);
    bool forward(const Waiting& w);
    void take(const Tlp& tlp);
    void answer(const Answer& a) {
        event_queue_.after(config_.from_port, base::call<&CpuPort::reach_cpu>(this)), answers_.push_back(a);
    }
    void reach_cpu(std::uint64_t);
    void left(const Tlp& tlp);

    base::EventQueue& event_queue_;
    const CpuPortConfig config_;
    LinkEnd& end_;
    Payloads& payloads_;
    Tags tags_;
    std::vector<Outstanding> outstanding_;  ///< By tag.
    base::Ring<Waiting> on_the_way_, at_port_;
    base::Ring<Answer> answers_;
    unsigned posted_ = 0;
    std::uint64_t number_ = 0;
};

}  // namespace niclab::pcie
