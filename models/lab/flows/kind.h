/// @file A kind of flow: its name, its keys, when `from` sends, what `to` does, and its outcome. It is
/// between two cards at their signals, between two hosts with a TCP that it does not use, or between
/// two MACs. Each kind is a file of this folder; CMake makes their list.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/time.h"
#include "core/config.h"

namespace niclab::lab::flows {

/// The state of a flow in a run, as its two programs see it.
class Progress {
public:
    virtual ~Progress() = default;
    /// Packets without a result that the programs know, of both directions.
    virtual std::size_t outstanding() const = 0;
    /// Neither program has work.
    virtual bool idle() const = 0;
};

/// A flow with its keys, read and checked.
class Plan {
public:
    virtual ~Plan() = default;
    /// Whether `from` may send its next packet now. Called while packets of the workload are left.
    virtual bool may_send(const Progress&) const { return true; }
    /// Whether each packet has its own time, whatever became of those before.
    virtual bool is_timed() const { return false; }
    /// Of a timed flow: from a packet to the next one.
    virtual base::Femtoseconds interval(base::RandomStream&) const { return 0; }
    /// Whether `to` returns each packet.
    virtual bool echoes() const { return false; }
    /// Whether `from` awaits the result of each packet before it sends the next one.
    virtual bool is_one_by_one() const { return false; }
    /// Whether `to` sends the packets of the workload as well, each together with that of `from`.
    virtual bool sends_both_ways() const { return false; }
    /// Whether the outcome is a throughput and what limits it; false: the time of each packet.
    virtual bool measures_throughput() const { return false; }
    /// Whether the frames are reads of files and their replies.
    virtual bool reads_files() const { return false; }
};

enum class Between {
    Cards,    ///< Cards at their signals, or hosts with a TCP: packets.
    Macs,     ///< Hosts that are only a MAC: frames.
    Both,     ///< Either.
    Segment,  ///< MACs of a segment, in an experiment without a TCP.
};

struct Kind {
    std::string name;  ///< In the keys `flow.NAME.kind` and `run.mode`.
    Between between = Between::Cards;
    /// Reads the keys of this kind. Throws core::ConfigError.
    std::shared_ptr<const Plan> (*read)(core::ConfigTable& flow) = nullptr;
    /// Keys that a flow of another kind accepts and ignores. It reads all others.
    std::vector<std::string> ignored{};
};

/// Whether flows of this kind are possible between such ends.
bool is_between(const Kind& kind, Between ends);
/// The kinds of all files in this folder, by name.
const std::vector<const Kind*>& kinds();
std::vector<const Kind*> kinds_between(Between ends);
/// Reads the keys of all kinds between the same ends, and returns the plan of `chosen`.
std::shared_ptr<const Plan> read_plan(const Kind& chosen, Between ends, core::ConfigTable& flow);
/// Reads the key `interval` of a timed flow.
base::Femtoseconds read_interval(core::ConfigTable& flow);

/// One packet after the other: each is sent when that before it has a result.
class OneByOne : public Plan {
public:
    bool may_send(const Progress& flow) const override { return flow.outstanding() == 0 && flow.idle(); }
    bool is_one_by_one() const override { return true; }
};

}  // namespace niclab::lab::flows
