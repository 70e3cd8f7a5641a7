/// @file A kind of flow between two cards at their signals: its name, its keys, the program at each
/// end, and its outcome. Each kind is a file of this folder; CMake makes their list.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/config.h"

namespace niclab::lab::flows {

/// The state of a flow in a run, as its two programs see it.
class Progress {
public:
    virtual ~Progress() = default;
    /// Packets that `from` has sent.
    virtual std::size_t sent() const = 0;
    /// Packets without a result that the programs know, of both directions.
    virtual std::size_t outstanding() const = 0;
    /// Neither program has work.
    virtual bool idle() const = 0;
    /// Time since the start of the flow.
    virtual double elapsed_us() const = 0;
};

/// A flow with its keys, read and checked.
class Plan {
public:
    virtual ~Plan() = default;
    /// Whether `from` may send its next packet now. Called while packets of the workload are left.
    virtual bool may_send(const Progress& flow) const = 0;
    /// Whether that depends on the time: without it, nothing is asked while no packet moves.
    virtual bool depends_on_time() const { return false; }
    /// Whether `to` returns each packet.
    virtual bool echoes() const { return false; }
    /// Whether `to` sends the packets of the workload as well, each together with that of `from`.
    virtual bool sends_both_ways() const { return false; }
    /// Whether the outcome is a throughput and what limits it; false: the time of each packet.
    virtual bool measures_throughput() const { return false; }
};

struct Kind {
    std::string name;  ///< In the keys `flow.NAME.kind` and `run.mode`.
    /// Reads the keys of this kind. Each flow accepts the keys of all kinds. Throws core::ConfigError.
    std::shared_ptr<const Plan> (*read)(core::ConfigTable& flow) = nullptr;
};

/// The kinds of all files in this folder, by name.
const std::vector<const Kind*>& kinds();
/// Reads `key`, the name of a kind.
const Kind& read_kind(core::ConfigTable& table, const std::string& key, const std::string& what);
/// Reads the keys of all kinds, and returns the plan of `chosen`.
std::shared_ptr<const Plan> read_plan(const Kind& chosen, core::ConfigTable& flow);

/// One packet after the other: each is sent when that before it has a result.
class OneByOne : public Plan {
public:
    bool may_send(const Progress& flow) const override { return flow.outstanding() == 0 && flow.idle(); }
};

}  // namespace niclab::lab::flows
