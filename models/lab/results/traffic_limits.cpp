#include "lab/results/traffic_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace niclab::lab {

namespace {

using Of = Use::Of;

constexpr double kFull = 0.90, kAlike = 0.02;
constexpr double kManyLost = 0.01;  ///< Of datagrams.

constexpr const char* kWork[host::kContexts] = {"interrupts", "protocols", "programs"};

double stalled(const std::vector<Use>& shares) {
    double sum = 0;
    for (const Use& u : shares) sum += u.of == Of::Stall ? u.busy : 0;
    return sum;
}

double waited(const std::vector<Use>& shares, stack::Wait wait) {
    double sum = 0;
    for (const Use& u : shares) sum += u.of == Of::Wait && u.wait == wait ? u.busy : 0;
    return sum;
}

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

/// Contexts of a host's CPU together, with what each took.
std::vector<Limit> cpus(const std::vector<Use>& shares, bool only_behind) {
    std::vector<Limit> found;
    std::map<std::string, std::string> contexts;
    for (const Use& u : shares) {
        if (u.of != Of::Cpu || (only_behind && !u.behind)) continue;
        if (found.empty() || found.back().who != u.who) found.push_back({"cpu", u.who, 0, ""});
        found.back().share += u.busy;
        std::string& text = contexts[u.who];
        text += fmt::format("{}{} in {}", text.empty() ? "" : ", ", percent(u.busy), kWork[std::size_t(u.context)]);
    }
    for (Limit& l : found) l.text = fmt::format("the CPU of {}, {} busy: {}", l.who, percent(l.share), contexts[l.who]);
    return found;
}

/// All that can be full; of what is alike the first is meant: a card is at work while its line or its shaping holds it.
std::vector<Limit> resources(const std::vector<Use>& shares, bool only_behind) {
    std::vector<Limit> found;
    for (const Use& u : shares) {
        if (only_behind && !u.behind) continue;
        if (u.of == Of::PeakCellRate)
            found.push_back({"peak_cell_rate", u.who, u.busy,
                             fmt::format("the peak cell rate of {}, {} used", u.who, percent(u.busy))});
        if (u.of == Of::Line)
            found.push_back({"line", u.who, u.busy, fmt::format("the line {}, {} busy", u.who, percent(u.busy))});
    }
    for (const Use& u : shares)
        if (u.of == Of::Card && (u.behind || !only_behind))
            found.push_back({"card", u.who, u.busy, fmt::format("the card of {}, {} busy", u.who, percent(u.busy))});
    for (const Limit& l : cpus(shares, only_behind)) found.push_back(l);
    return found;
}

const Limit* fullest(const std::vector<Limit>& limits) {
    const Limit* best = nullptr;
    for (const Limit& l : limits)
        if (!best || l.share > best->share + kAlike) best = &l;
    return best;
}

Limit of_losses(const FlowSigns& signs) {
    const char* const what = signs.datagrams ? "of its datagrams lost" : "of its segments sent again";
    if (signs.cause == "policing")
        return {"policer", signs.cause, signs.lost,
                fmt::format("a switch that polices its rate: {} {}", percent(signs.lost), what)};
    return {
        "loss", signs.cause, signs.lost,
        fmt::format("losses ({}): {} {}", signs.cause.empty() ? "none seen" : signs.cause, percent(signs.lost), what)};
}

/// As short as it is read: a line of 190 ms has no microseconds.
std::string time_in_words(double us) {
    return us < 1000 ? fmt::format("{:.1f} us", us) : fmt::format("{:.1f} ms", us * 1e-3);
}

/// Of a TCP that has room everywhere.
Limit of_waits(const std::vector<Use>& shares, const FlowSigns& signs) {
    using stack::Wait;
    const double stall = stalled(shares), ack = waited(shares, Wait::Ack);
    const double window = std::max(0.0, waited(shares, Wait::PeerWindow) + waited(shares, Wait::SendBuffer) - stall);
    const double congestion = waited(shares, Wait::CongestionWindow);
    const double program = waited(shares, Wait::Program);
    const double most = std::max({window, congestion, ack, program});
    if (signs.lost > 0 && congestion + stall >= most) return of_losses(signs);
    if (most == congestion)
        return {
            "congestion_window", "", congestion,
            fmt::format("slow start: for {} of the time its congestion window was all under way", percent(congestion))};
    if (most == window)
        return {"window", "", window,
                fmt::format("its window: {} octets{} a round trip of {}, waited for {} of the time", signs.window,
                            signs.unscaled ? " (all that 16 bits tell without tcp.window_scale)" : "",
                            time_in_words(signs.round_trip_us), percent(window))};
    if (most == ack)
        return {"nagle", "", ack, fmt::format("small segments that wait for an ack, {} of the time", percent(ack))};
    return {"program", "", program,
            fmt::format("its program, which had nothing to send for {} of the time", percent(program))};
}

/// What lies behind the place where most of a flow's datagrams are lost: full lines before it only bring too many.
std::vector<Use> behind_losses(const std::vector<Use>& shares, const std::string& cause) {
    const auto is = [&cause](std::initializer_list<stack::Drop> drops) {
        return std::any_of(drops.begin(), drops.end(), [&](stack::Drop d) { return cause == stack::to_string(d); });
    };
    using stack::Drop;
    const bool in_host = is({Drop::SocketBuffer, Drop::CardReceiveBuffer});
    const bool at_switch = is({Drop::SwitchQueue, Drop::Epd, Drop::LowPriority});
    std::vector<Use> found;
    for (const Use& u : shares)
        if (u.behind && (!in_host || u.of == Of::Cpu) && (!at_switch || !u.leaves)) found.push_back(u);
    return found;
}

}  // namespace

Limit limit_of(const std::vector<Use>& shares, const FlowSigns& signs) {
    if (signs.transactions) return {"round_trip", "", 1, "its round trip: it asks again when the answer has come"};
    const bool losing = signs.datagrams && signs.lost > kManyLost;
    const std::vector<Limit> all =
        losing ? resources(behind_losses(shares, signs.cause), true) : resources(shares, false);
    const Limit* full = fullest(all);
    if (losing && signs.cause == "policing") return of_losses(signs);
    if (full && full->share >= kFull) return *full;
    if (losing) return of_losses(signs);
    Limit found =
        signs.datagrams ? Limit{"program", "", 0, "its program, which sends no faster"} : of_waits(shares, signs);
    if (full) found.text += "; the fullest on its way is " + full->text;
    return found;
}

}  // namespace niclab::lab
