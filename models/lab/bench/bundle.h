/// @file  Some wires of a bench with the modules at their ends: at the pins while somebody looks at them, else called by records, with
///        cells, octets, frames and repeated bursts handed over whole.
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
    /// How those modules change from one to the other, between two edges.
    struct Rhythm {
        std::function<void()> leave_pins;
        std::function<bool()> take_pins;  ///< False: this moment is no rest point.
    };
    Bundle(std::string called, std::size_t in_part, std::vector<const void*> wires, Rhythm rhythm)
        : name(std::move(called)), part(in_part), wires_(std::move(wires)), rhythm_(std::move(rhythm)) {}

    const std::string name;  ///< "a.pci"
    const std::size_t part;  ///< Of the bench.
    /// Those of it that probes are connected to.
    bool has(const void* wires) const { return std::find(wires_.begin(), wires_.end(), wires) != wires_.end(); }
    bool whole() const { return whole_; }
    /// False: it is not there yet.
    bool be(bool whole) {
        if (whole == whole_) return true;
        if (!whole && !rhythm_.take_pins()) return false;
        if (whole) rhythm_.leave_pins();
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
