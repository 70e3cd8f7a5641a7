/// @file A group of wires of a bench with the modules at their ends. It is at signal level while
/// the wires are observed, otherwise at transaction level with whole cells, octets and frames and
/// repeated bursts.
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
    /// The functions by which those modules change the level, between two edges.
    struct ModeHooks {
        std::function<void()> enter_transaction_level;
        std::function<bool()> enter_signal_level;  ///< False: the change is not possible now.
    };
    SignalGroup(std::string called, std::size_t in_part, std::vector<const void*> wires, ModeHooks hooks)
        : name(std::move(called)), part(in_part), wires_(std::move(wires)), hooks_(std::move(hooks)) {}

    const std::string name;  ///< "a.pci"
    const std::size_t part;  ///< Of the bench.
    /// Whether the probed `wires` belong to the group.
    bool has(const void* wires) const { return std::find(wires_.begin(), wires_.end(), wires) != wires_.end(); }
    bool is_transaction_level() const { return transaction_level_; }
    /// Sets the level, true: transaction level. Returns false if the change is not possible yet.
    bool set_transaction_level(bool on) {
        if (on == transaction_level_) return true;
        if (!on && !hooks_.enter_signal_level()) return false;
        if (on) hooks_.enter_transaction_level();
        transaction_level_ = on;
        return true;
    }

private:
    std::vector<const void*> wires_;
    ModeHooks hooks_;
    bool transaction_level_ = false;
};

using SignalGroupSet = std::set<const SignalGroup*>;

}  // namespace niclab::lab
