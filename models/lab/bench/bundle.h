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

class Bundle {
public:
    /// The functions by which those modules change the level, between two edges.
    struct Rhythm {
        std::function<void()> enter_transaction_level;
        std::function<bool()> enter_signal_level;  ///< False: the change is not possible now.
    };
    Bundle(std::string called, std::size_t in_part, std::vector<const void*> wires, Rhythm rhythm)
        : name(std::move(called)), part(in_part), wires_(std::move(wires)), rhythm_(std::move(rhythm)) {}

    const std::string name;  ///< "a.pci"
    const std::size_t part;  ///< Of the bench.
    /// Whether the probed `wires` belong to the group.
    bool has(const void* wires) const { return std::find(wires_.begin(), wires_.end(), wires) != wires_.end(); }
    bool whole() const { return whole_; }
    /// Sets the level, true: transaction level. Returns false if the change is not possible yet.
    bool be(bool whole) {
        if (whole == whole_) return true;
        if (!whole && !rhythm_.enter_signal_level()) return false;
        if (whole) rhythm_.enter_transaction_level();
        whole_ = whole;
        return true;
    }

private:
    std::vector<const void*> wires_;
    Rhythm rhythm_;
    bool whole_ = false;
};

using BundleSet = std::set<const Bundle*>;

}  // namespace niclab::lab
