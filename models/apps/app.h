/// @file  A program, or two that talk to each other over their hosts' sockets: what they are, and what they measured.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "stack/stack.h"

namespace niclab::apps {

using base::Femtoseconds;

/// What came of a flow.
struct Outcome {
    std::uint64_t octets = 0;        ///< Of payload, handed to the program that reads.
    std::uint64_t late = 0;          ///< Of them, those that came when the measurement was over: of no rate.
    std::uint64_t written = 0;       ///< Of payload, taken from the program that writes.
    std::uint64_t transactions = 0;  ///< Requests answered.
    std::uint64_t datagrams_sent = 0, datagrams_received = 0;
    Femtoseconds begin = 0, end = 0;        ///< Of the measurement.
    std::vector<Femtoseconds> round_trips;  ///< Of each transaction, the first 1 000 000.
    bool over = false;
    double seconds() const { return base::to_s(end - begin); }
    double mbit_s() const { return end > begin ? double(octets - late) * 8 / seconds() * 1e-6 : 0; }
};

/// Programs at both ends of a flow.
class App {
public:
    virtual ~App() = default;
    /// Both hosts are up; the program that begins does so now.
    virtual void start() = 0;
    virtual Outcome outcome() const = 0;
    /// Called when the measurement begins, and when it is over.
    std::function<void()> measured = [] {};
    /// Its TCP connection as its first host sees it; nullptr: it has none.
    virtual const stack::TcpSocket* sending_socket() const { return nullptr; }
    virtual const stack::TcpSocket* receiving_socket() const { return nullptr; }
};

/// Where a flow's two programs run. They may be the same host: the loop-back.
struct Ends {
    stack::Stack& from;
    stack::Stack& to;
    std::string name;  ///< Of the flow.
    std::uint16_t port = 5001;
};

/// Octets of the buffers of both sockets, and TCP_NODELAY.
struct Buffers {
    std::uint32_t send = 65536, receive = 65536;
    bool no_delay = false;
};

}  // namespace niclab::apps
