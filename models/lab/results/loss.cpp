// Lost packets, the reasons, and the time until packets arrived again.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/count_of.h"
#include "lab/results/answer.h"
#include "lab/results/rounded.h"

namespace niclab::lab {

namespace {

/// A sequence of packets that did not arrive whole, from the last good one before to the first
/// after it.
struct Interruption {
    unsigned packets = 0;
    double us = 0;
    bool ended = false;  ///< A good packet arrived after it in the same run.
};

double delivered_us(const probe::PduRow& row) { return double(row.time_of(probe::EventKind::Delivered)) * 1e-9; }

/// The longest one of those that ended; and the number of runs that ended before a packet arrived
/// again.
struct Interruptions {
    Interruption longest;
    unsigned open = 0;
};

Interruptions interruptions(const std::vector<probe::PduRow>& rows) {
    Interruptions found;
    unsigned lost = 0;
    double since_us = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const probe::PduRow& row = rows[i];
        if (i == 0 || rows[i - 1].run != row.run) since_us = double(row.time_of(probe::EventKind::SendCall)) * 1e-9;
        if (row.status == "ok") {
            const double us = delivered_us(row) - since_us;
            if (lost > 0 && us > found.longest.us) found.longest = {lost, us, true};
            since_us = delivered_us(row), lost = 0;
        } else {
            ++lost;
        }
        const bool last = i + 1 == rows.size() || rows[i + 1].run != row.run;
        if (last && lost > 0) ++found.open, lost = 0;
    }
    return found;
}

const probe::Account* packets_of(const Results& r, const std::string& direction) {
    for (const probe::Account& l : r.ledger)
        if (l.direction == direction && l.unit == "pdus") return &l;
    return nullptr;
}

const probe::Account* units_of(const Results& r, const std::string& hop) {
    for (const probe::Account& l : r.ledger)
        if (l.direction == hop && l.of_line()) return &l;
    return nullptr;
}

/// "lost 11, crc_error 1", the largest first.
std::string causes(const probe::Account& l) {
    std::vector<std::pair<std::string, std::uint64_t>> found;
    for (const auto& [cause, n] : l.dropped)
        if (n > 0) found.emplace_back(cause, n);
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::string list;
    for (const auto& [cause, n] : found) list += fmt::format("{}{} {}", list.empty() ? "" : ", ", cause, n);
    return list;
}

nlohmann::ordered_json dropped(const probe::Account& l) {
    nlohmann::ordered_json j = nlohmann::ordered_json::object();
    for (const auto& [cause, n] : l.dropped)
        if (n > 0) j[cause] = n;
    return j;
}

void add_recovery(Finding& f, const std::vector<probe::PduRow>& rows) {
    const Interruptions found = interruptions(rows);
    if (found.longest.ended) {
        f.text += fmt::format(" At the longest no whole packet arrived for {:.2f} us, {} in a row.", found.longest.us,
                              base::count_of(found.longest.packets, "packet"));
        f.numbers["longest_interruption_us"] = rounded(found.longest.us);
        f.numbers["packets_in_a_row"] = found.longest.packets;
    }
    if (found.open > 0) {
        f.text += fmt::format(" In {} none arrived after the last loss.", base::count_of(found.open, "run"));
        f.numbers["runs_without_recovery"] = found.open;
    }
}

/// After a loss of light: the time at which cells passed again, and the time at which the last
/// alarm was cleared.
std::string darkness(Finding& f, const Results& r, const Darkness& dark) {
    std::string text = fmt::format(" The light was off for {:.2f} us; ", dark.back_us - dark.from_us);
    f.numbers["dark_us"] = rounded(dark.back_us - dark.from_us);
    if (dark.cells_again_us < 0) return text + "no cell passed after that.";
    text += fmt::format("cells passed again {:.2f} us after it was back", dark.cells_again_us - dark.back_us);
    f.numbers["cells_again_after_us"] = rounded(dark.cells_again_us - dark.back_us);
    double cleared_us = -1;
    bool all = true;
    for (const AlarmRecord& a : r.alarms) {
        if (a.side != dark.side || a.declared_ns < dark.from_us * 1e3) continue;
        all = all && a.cleared_ns >= 0;
        cleared_us = std::max(cleared_us, a.cleared_ns * 1e-3);
    }
    if (!all) text += ", not all alarms were cleared";
    if (all && cleared_us >= 0) {
        text += fmt::format(", the last alarm of {} was cleared after {:.2f} us", dark.side, cleared_us - dark.back_us);
        f.numbers["alarms_cleared_after_us"] = rounded(cleared_us - dark.back_us);
    }
    return text + ".";
}

}  // namespace

Finding loss_finding(const Results& r, const std::string& direction) {
    Finding f{"loss", direction, "", {}};
    const std::string hop = hop_of(direction);
    const probe::Account *packets = packets_of(r, direction), *units = units_of(r, hop);
    const auto dark =
        std::find_if(r.darkness.begin(), r.darkness.end(), [&](const Darkness& d) { return d.direction == hop; });
    if (!packets || !units || (packets->total_dropped() == 0 && dark == r.darkness.end())) return f;
    const std::uint64_t lost = packets->total_dropped();
    f.numbers = {{"packets", packets->sent},
                 {"packets_lost", lost},
                 {"packets_by_end", dropped(*packets)},
                 {units->unit, units->sent},
                 {units->unit + "_lost", units->total_dropped()},
                 {units->unit + "_by_cause", dropped(*units)}};
    if (lost == 0) {
        f.text = (packets->sent == 1 ? "The packet" : "All " + base::count_of(packets->sent, "packet")) +
                 " arrived whole " + in_words(direction) + ".";
    } else {
        f.text = fmt::format("Of {} {} {} ({:.1f} %) did not arrive whole ({}), and {} of {} {}{} were lost{}.",
                             base::count_of(packets->sent, "packet"), in_words(direction), lost,
                             100 * double(lost) / double(packets->sent), causes(*packets), units->total_dropped(),
                             units->sent, units->unit, hop == direction ? "" : " of all flows on the link",
                             units->total_dropped() > 0 ? ": " + causes(*units) : "");
        f.brief = f.text;
        for (const auto& [name, rows] : r.pdus)
            if (name == direction) add_recovery(f, rows);
    }
    if (dark != r.darkness.end()) {
        const std::string text = darkness(f, r, *dark);
        f.text += text;
        if (!f.brief.empty()) f.brief += text;
    }
    return f;
}

}  // namespace niclab::lab
