/// @file A group of wires of a bench with the modules at their ends. It is at signal level while
/// the wires are observed, otherwise at transaction level with whole cells, octets and frames and
/// repeated bursts.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/shortcut.h"

namespace niclab::lab {

class SignalGroup {
public:
    enum class Level { Signal, Transaction };
    SignalGroup(std::string called, std::size_t in_part, std::vector<const void*> wires, core::Shortcut& shortcut)
        : name(std::move(called)), part(in_part), wires_(std::move(wires)), shortcut_(shortcut) {}

    const std::string name;  ///< "a.pci"
    const std::size_t part;  ///< Of the bench.
    /// Whether the probed `wires` belong to the group.
    bool has(const void* wires) const { return std::find(wires_.begin(), wires_.end(), wires) != wires_.end(); }
    Level level() const { return level_; }
    /// Returns false if the change is not possible yet.
    bool set_level(Level level) {
        if (level == level_) return true;
        bool done = true;
        if (level == Level::Transaction)
            shortcut_.enter_transaction_level();
        else
            done = shortcut_.enter_signal_level();
        if (!done) return false;
        level_ = level;
        return true;
    }

private:
    std::vector<const void*> wires_;
    core::Shortcut& shortcut_;
    Level level_ = Level::Signal;
};

using SignalGroupSet = std::set<const SignalGroup*>;

}  // namespace niclab::lab
