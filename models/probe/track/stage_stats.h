/// @file  Statistics of one stage: minimum, average, maximum and percentiles.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace niclab::probe {

/// Stores every value; for thousands of PDUs, not for cycles.
class StageStats {
public:
    void add(double value) { values_.push_back(value), sorted_ = false; }
    std::size_t count() const { return values_.size(); }
    double min() const { return percentile(0); }
    double max() const { return percentile(100); }
    double avg() const {
        return values_.empty() ? 0 : std::accumulate(values_.begin(), values_.end(), 0.0) / double(values_.size());
    }
    /// Linear interpolation between the closest ranks, `p` in 0..100; 0 without values.
    double percentile(double p) const {
        if (values_.empty()) return 0;
        if (!sorted_) std::sort(values_.begin(), values_.end()), sorted_ = true;
        const double rank = p / 100 * double(values_.size() - 1);
        const auto low = static_cast<std::size_t>(std::floor(rank));
        const std::size_t high = std::min(low + 1, values_.size() - 1);
        return values_[low] + (rank - double(low)) * (values_[high] - values_[low]);
    }

    /// Writes the values to an archive or reads them: lab/parallel/archive.h.
    template <class Archive>
    void transfer(Archive& archive) {
        transfer_all(archive, values_, sorted_);
    }

private:
    mutable std::vector<double> values_;
    mutable bool sorted_ = false;
};

}  // namespace niclab::probe
