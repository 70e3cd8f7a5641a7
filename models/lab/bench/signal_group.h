/// @file A group of wires of a bench with the modules at their ends. It is at signal level while
/// the wires are observed, otherwise at transaction level with whole cells, octets and frames and
/// repeated bursts. In between is a level at which records replace a part of the wires.
#pragma once

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace niclab::lab {

class SignalGroup {
public:
    /// Recorded: wires that can be recorded are at transaction level, the others at signal level.
    enum class Level { Signal, Recorded, Transaction };
    /// The functions by which those modules change the level, between two edges.
    struct ModeHooks {
        std::function<void()> enter_transaction_level;
        std::function<bool()> enter_signal_level;  ///< False: the change is not possible now.
        /// For a group with a recorded level, instead of both; false: not possible now.
        std::function<bool(Level from, Level to)> change = nullptr;
    };
    SignalGroup(std::string called, std::size_t in_part, std::vector<const void*> wires, ModeHooks hooks)
        : name(std::move(called)), part(in_part), wires_(std::move(wires)), hooks_(std::move(hooks)) {}

    const std::string name;  ///< "a.pci"
    const std::size_t part;  ///< Of the bench.
    /// Whether the probed `wires` belong to the group.
    bool has(const void* wires) const { return std::find(wires_.begin(), wires_.end(), wires) != wires_.end(); }
    Level level() const { return level_; }
    /// Returns false if the change is not possible yet.
    bool set_level(Level level) {
        if (level == level_) return true;
        if (hooks_.change) {
            if (!hooks_.change(level_, level)) return false;
        } else if (level == Level::Transaction) {
            hooks_.enter_transaction_level();
        } else if (!hooks_.enter_signal_level()) {
            return false;
        }
        level_ = level;
        return true;
    }

private:
    std::vector<const void*> wires_;
    ModeHooks hooks_;
    Level level_ = Level::Signal;
};

using SignalGroupSet = std::set<const SignalGroup*>;

}  // namespace niclab::lab
