#include "lab/results/traffic_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace niclab::lab {

namespace {

using Of = Use::Of;

constexpr double kSaturated = 0.90, kAlike = 0.02;
constexpr double kManyLost = 0.01;  ///< Of datagrams.
constexpr double kOwnPart = 0.5;    ///< Of each flow's equal share; below it the line is filled by the others.
constexpr double kSeen = 0.1;       ///< Of the time: smaller shares are not mentioned.

constexpr const char* kWork[host::kContexts] = {"interrupts", "protocols", "programs"};

double sum_of(const std::vector<Use>& shares, Of of) {
    double sum = 0;
    for (const Use& u : shares) sum += u.of == of ? u.busy : 0;
    return sum;
}

bool of_others(const Use& u) { return u.own * u.flows < kOwnPart; }

double waited(const std::vector<Use>& shares, stack::Wait wait) {
    double sum = 0;
    for (const Use& u : shares) sum += u.of == Of::Wait && u.wait == wait ? u.busy : 0;
    return sum;
}

std::string as_percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

/// A line with free capacity while one of its ends waits for its back-off: no other station has
/// anything to send then.
std::optional<Limit> of_back_off(const std::vector<Use>& shares, const FlowSigns& signs) {
    for (const Use& line : shares) {
        if (line.of != Of::Line) continue;
        const Use* longest = nullptr;
        for (const Use& u : shares)
            if (u.of == Of::BackOff && u.line == line.who && (!longest || u.busy > longest->busy)) longest = &u;
        if (!longest || longest->busy < kSeen || line.busy + longest->busy < kSaturated) continue;
        const std::string whose =
            longest->acks && !signs.datagrams
                ? fmt::format(
                      "acks of {} wait for the end of a back-off there and the whole "
                      "window of {} octets is in flight",
                      longest->who, signs.window)
                : fmt::format("a frame of {} waits for the end of its back-off there", longest->who);
        return Limit{to_string(longest->of), longest->who, longest->busy,
                     fmt::format("back-off: for {} of the time the line {} is silent while {}; the line is {} busy",
                                 as_percent(longest->busy), line.who, whose, as_percent(line.busy))};
    }
    return std::nullopt;
}

/// The contexts of a host's CPU together, with the time of each.
std::vector<Limit> cpus(const std::vector<Use>& shares, bool only_behind) {
    std::vector<Limit> found;
    std::map<std::string, std::string> contexts;
    for (const Use& u : shares) {
        if (u.of != Of::Cpu || (only_behind && !u.behind)) continue;
        if (found.empty() || found.back().who != u.who) found.push_back({to_string(u.of), u.who, 0, "", of_others(u)});
        found.back().share += u.busy;
        std::string& text = contexts[u.who];
        text += fmt::format("{}{} in {}", text.empty() ? "" : ", ", as_percent(u.busy), kWork[std::size_t(u.context)]);
    }
    for (Limit& l : found)
        l.text = fmt::format("the CPU of {}, {} busy: {}", l.who, as_percent(l.share), contexts[l.who]);
    return found;
}

/// All resources that can be full; of equal ones the first is named: a card is busy while its line
/// or its shaping delays it.
std::vector<Limit> resources(const std::vector<Use>& shares, bool only_behind) {
    std::vector<Limit> found;
    for (const Use& u : shares) {
        if (only_behind && !u.behind) continue;
        const auto add = [&](const char* words) {
            found.push_back(
                {to_string(u.of), u.who, u.busy, fmt::format(words, u.who, as_percent(u.busy)), of_others(u)});
        };
        if (u.of == Of::PeakCellRate) add("the peak cell rate of {}, {} used");
        if (u.of == Of::Line) add("the line {}, {} busy");
    }
    for (const Use& u : shares)
        if (u.of == Of::Card && (u.behind || !only_behind))
            found.push_back({to_string(u.of), u.who, u.busy,
                             fmt::format("the card of {}, {} busy", u.who, as_percent(u.busy)), of_others(u)});
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
    const char* const what = signs.transactions ? "of its requests without a reply"
                             : signs.frames     ? "of its frames lost"
                             : signs.datagrams  ? "of its datagrams lost"
                                                : "of its segments sent again";
    if (signs.cause == "policing")
        return {"policer", signs.cause, signs.lost,
                fmt::format("a switch that polices its rate: {} {}", as_percent(signs.lost), what)};
    if (signs.cause.empty())
        return {
            "loss", "", signs.lost,
            fmt::format("time-outs before the acks arrive: {} {}, though none was lost", as_percent(signs.lost), what)};
    return {"loss", signs.cause, signs.lost,
            fmt::format("losses ({}): {} {}", signs.cause, as_percent(signs.lost), what)};
}

/// With suitable precision: a line of 190 ms needs no microseconds.
std::string time_in_words(double us) {
    if (us < 1000) return fmt::format("{:.1f} us", us);
    return fmt::format("{:.{}f} ms", us * 1e-3, us < 10'000 ? 2 : 1);
}

/// The data in flight and the delay: their quotient is the rate.
Limit of_window(const FlowSigns& signs, double waited) {
    const double acked_after_us = signs.rate > 0 ? 8 * signs.under_way / signs.rate : 0;
    return {"window", "", waited,
            fmt::format("its window: of {} octets{} {:.0f} are in flight on average, each acked after {}, waited for "
                        "{} of the time",
                        signs.window, signs.unscaled ? " (the maximum without tcp.window_scale)" : "", signs.under_way,
                        time_in_words(acked_after_us), as_percent(waited))};
}

/// The receiver's ack timer limits a sender that has sent all it may.
Limit of_held_acks(const std::vector<Use>& shares, const FlowSigns& signs, double held) {
    const auto it = std::find_if(shares.begin(), shares.end(), [](const Use& u) { return u.of == Of::HeldAck; });
    return {
        "delayed_ack", it->who, held,
        fmt::format("delayed acks of {}: for {} of the time nothing arrives and one of them waits for its timer "
                    "(tcp.ack_delay), because a window of {} octets has no space for the segment that would release it",
                    it->who, as_percent(held), signs.window)};
}

/// For a TCP without a full resource.
Limit of_waits(const std::vector<Use>& shares, const FlowSigns& signs) {
    using stack::Wait;
    const double stall = sum_of(shares, Of::Stall), held = sum_of(shares, Of::HeldAck), ack = waited(shares, Wait::Ack);
    const double window = std::max(0.0, waited(shares, Wait::PeerWindow) + waited(shares, Wait::SendBuffer) - stall);
    const double congestion = waited(shares, Wait::CongestionWindow);
    const double program = waited(shares, Wait::Program);
    const double most = std::max({window, congestion, ack, program});
    if (signs.lost > 0 && congestion + stall >= most) return of_losses(signs);
    if (most == congestion)
        return {"congestion_window", "", congestion,
                fmt::format("slow start: for {} of the time its whole congestion window was in flight",
                            as_percent(congestion))};
    if (most == window) {
        if (held > window / 2) return of_held_acks(shares, signs, held);
        Limit limit = of_window(signs, window);
        if (held > kSeen)
            limit.text += fmt::format(", {} of the time for delayed acks (tcp.ack_delay)", as_percent(held));
        return limit;
    }
    if (most == ack)
        return {"nagle", "", ack, fmt::format("small segments that wait for an ack, {} of the time", as_percent(ack))};
    return {"program", "", program,
            fmt::format("its program, which had nothing to send for {} of the time", as_percent(program))};
}

/// Resources after the place where most of a flow's datagrams are lost: full lines before it only
/// deliver too many.
std::vector<Use> behind_losses(const std::vector<Use>& shares, const std::string& cause) {
    const auto is = [&cause](std::initializer_list<stack::Drop> drops) {
        return std::any_of(drops.begin(), drops.end(), [&](stack::Drop d) { return cause == stack::to_string(d); });
    };
    using stack::Drop;
    const bool in_host = is({Drop::SocketBuffer, Drop::ProtocolQueue, Drop::CardReceiveBuffer});
    const bool at_switch = is({Drop::SwitchQueue, Drop::Epd, Drop::LowPriority});
    std::vector<Use> found;
    for (const Use& u : shares)
        if (u.behind && (!in_host || u.of == Of::Cpu) && (!at_switch || !u.leaves)) found.push_back(u);
    return found;
}

}  // namespace

Limit limit_of(const std::vector<Use>& shares, const FlowSigns& signs) {
    if (signs.transactions && signs.datagrams && signs.lost > kManyLost && !signs.cause.empty())
        return of_losses(signs);
    if (signs.transactions)
        return {"round_trip", "", 1, "its round trip: a request follows the response to the one before"};
    if (signs.one_by_one)
        return {"packet_time", "", 1, "the time of its packets: each is sent when the one before has arrived"};
    const bool losing = signs.datagrams && signs.lost > kManyLost && !signs.cause.empty();  // else under way
    const std::vector<Limit> all =
        losing ? resources(behind_losses(shares, signs.cause), true) : resources(shares, false);
    const Limit* full = fullest(all);
    if (losing && signs.cause == "policing") return of_losses(signs);
    if (full && full->share >= kSaturated && (signs.datagrams || !full->others)) return *full;
    if (losing) return of_losses(signs);
    if (const std::optional<Limit> back_off = of_back_off(shares, signs)) return *back_off;
    Limit found =
        signs.datagrams ? Limit{"program", "", 0, "its program, which sends no faster"} : of_waits(shares, signs);
    if (full)
        found.text +=
            "; the busiest resource on its path is " + full->text + (full->others ? ", mostly by other flows" : "");
    return found;
}

}  // namespace niclab::lab
