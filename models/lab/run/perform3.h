/// @file PERFORM3 over NetWare: readers request one KiB at a time, with one outstanding request
/// each; a server with one CPU answers.
///
/// Source: Novell Application Notes, AN-880 (as its tables are quoted in
///   traces/reference/an880_*.csv). The costs of NetWare's programs are parameters, fitted to rows
///   marked `cal`. The pause after a file and the share of the copy before the reply were chosen in
///   view of all rows.
///
/// Server: request -> its copy, CPU `before` and copy to one of the card's buffers -> the reply
/// waits for the cable -> CPU `after`, rest of the copy. An aborted frame returns to the queue.
///
/// Reader: reply -> `read`, and unless its card interrupts early `receive` and the copy -> next
/// request; a pause after each file.
/// Not modelled: disks (the file is in memory), opening and seeking, lost frames' time-outs.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "base/random.h"
#include "host/cpu.h"
#include "lab/bench/segment_bench.h"
#include "lab/results/segment_results.h"
#include "netware/frames.h"

namespace niclab::lab {

class Perform3 {
public:
    Perform3(const SegmentExperiment& experiment, SegmentBench& bench, FrameTracer& tracer);

    void start();
    /// A frame of these flows has left `host`.
    void left(const SegmentFrame& frame, const ether::TransmitStatus& status);
    /// Number of the frame that was received.
    std::size_t received(const std::vector<std::uint8_t>& octets);
    const std::vector<ReadsMeasured>& measured() const { return measured_; }

private:
    struct Client {
        std::size_t flow = 0;
        unsigned done = 0;  ///< Reads of the present file.
        netware::Read read;
        std::size_t request = 0, reply = 0;  ///< Frames under way.
        base::RandomStream random;
    };
    struct Server {
        Server(const SegmentHost& of, std::size_t number, base::EventQueue& event_queue)
            : config(of),
              host(number),
              cpu(event_queue, 1),
              strand(cpu.add(host::Context::Protocol, of.name)),
              copier(cpu.add(host::Context::Interrupt, of.name + " copy")) {}
        const SegmentHost& config;
        std::size_t host;
        host::Cpu cpu;
        unsigned strand, copier;          ///< Arrivals do not delay a copy that has begun.
        std::deque<std::size_t> waiting;  ///< Readers.
        std::size_t copied = 0;           ///< The reader with the reply that is being copied.
        bool copying = false;
        unsigned in_card = 0;
    };
    void ask(std::uint64_t client);
    void accepted(std::uint64_t client);
    void copy(std::uint64_t server);
    void put(std::uint64_t server);
    void feed(std::uint64_t server);
    void answered(Client& client);
    base::Femtoseconds reply_copy(const Server& server) const;
    base::Femtoseconds thinks(Client& client);
    void begin_measuring(std::uint64_t size);
    void end_measuring(std::uint64_t size);
    base::Femtoseconds busy() const;
    Server& server_of(std::size_t host);
    std::size_t size_now() const;
    bool measuring() const;

    const SegmentExperiment& experiment_;
    SegmentBench& bench_;
    FrameTracer& tracer_;
    std::vector<Client> clients_;
    std::vector<std::unique_ptr<Server>> servers_;
    std::vector<ReadsMeasured> measured_;
    base::Femtoseconds busy_before_ = 0;
};

}  // namespace niclab::lab
