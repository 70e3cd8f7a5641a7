#include "lab/watch/run_times.h"

#include <algorithm>

namespace niclab::lab {

void RunTimes::add_run(const std::vector<WatchedStream>& streams, const probe::PduTracker& tracker) {
    us_.resize(streams.size());
    std::vector<double> sums(streams.size());
    std::vector<std::size_t> packets(streams.size());
    const std::vector<probe::PduRow>& rows = tracker.rows();
    for (; next_ < rows.size(); ++next_)
        for (std::size_t k = 0; k < streams.size(); ++k)
            if (const probe::PduRow& row = rows[next_];
                row.status == "ok" && probe::Vc{row.vpi, row.vci} == streams[k].vc) {
                sums[k] += double(row.at.back() - row.at.front()) * 1e-9;
                ++packets[k];
            }
    for (std::size_t k = 0; k < streams.size(); ++k)
        if (packets[k] > 0) us_[k].push_back(sums[k] / double(packets[k]));
}

bool RunTimes::are_known(const Confidence& c) const {
    return std::all_of(us_.begin(), us_.end(),
                       [&c](const auto& us) { return us.empty() || mean_of(us, c.level).within(c.width); });
}

void RunTimes::report(const std::vector<WatchedStream>& streams, const Confidence& c, RunMeans& means) const {
    means.confidence = c;
    for (std::size_t k = 0; k < us_.size(); ++k)
        if (!us_[k].empty()) means.items.push_back({streams[k].stream.name, us_[k]});
}

}  // namespace niclab::lab
