/// @file A program, or two that communicate over their hosts' sockets, with the results of its
/// measurement.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "stack/stack.h"

namespace niclab::apps {

using base::Femtoseconds;

inline constexpr std::size_t kMostTimes = 1'000'000;            ///< Of each list of times.
inline constexpr Femtoseconds kReplyWait = 10 * base::kSecond;  ///< For a reply; *assumed*.

/// From program to program.
struct PacketTime {
    Femtoseconds begun = 0, arrived = 0;
    Femtoseconds time() const { return arrived - begun; }
};

/// The results of a flow.
struct Outcome {
    std::uint64_t octets = 0;        ///< Of payload, delivered to the reading program.
    std::uint64_t late = 0;          ///< The part of them that arrived after the measurement; in no rate.
    std::uint64_t written = 0;       ///< Of payload, accepted from the writing program.
    std::uint64_t transactions = 0;  ///< Answered requests.
    std::uint64_t datagrams_sent = 0, datagrams_received = 0;
    Femtoseconds begin = 0, end = 0;        ///< Of the measurement.
    std::vector<Femtoseconds> round_trips;  ///< Of each transaction, for the first 1 000 000.
    /// Of each packet that arrived, for the first 1 000 000: there and, of echoes, back.
    std::array<std::vector<PacketTime>, 2> packet_times;
    bool over = false;
    /// 0 if nothing was delivered.
    double seconds() const { return end > begin ? base::to_s(end - begin) : 0; }
    double mbit_s() const { return end > begin ? double(octets - late) * 8 / seconds() * 1e-6 : 0; }
};

/// The programs at both ends of a flow.
class App {
public:
    virtual ~App() = default;
    /// Starts the first program; both hosts are up.
    virtual void start() = 0;
    virtual Outcome outcome() const = 0;
    /// Called at the begin and at the end of the measurement.
    std::function<void()> measured = [] {};
    /// Its TCP connection on its first host; nullptr: it has none.
    virtual const stack::TcpSocket* sending_socket() const { return nullptr; }
    virtual const stack::TcpSocket* receiving_socket() const { return nullptr; }
};

/// The hosts of a flow's two programs. Both may be the same host: the loop-back.
struct Ends {
    stack::Stack& from;
    stack::Stack& to;
    std::string name;  ///< Of the flow.
    std::uint16_t port = 5001;
};

/// Sizes of the buffers of both sockets in octets, and TCP_NODELAY.
struct Buffers {
    std::uint32_t send = 65536, receive = 65536;
    bool no_delay = false;
};

}  // namespace niclab::apps
