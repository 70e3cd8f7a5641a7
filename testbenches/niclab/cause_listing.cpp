// The causes of a packet's latency for every kind of card, with a description of each and the keys
// that change it.
#include <fmt/ranges.h>

#include <algorithm>

#include "card/registry.h"
#include "lab/watch/frame_tracer.h"
#include "lab/watch/known_results.h"
#include "lab/watch/net_causes.h"
#include "listings.h"

namespace niclab::cli {

namespace {

/// Each once, by id: kinds share those of the host and the line.
std::vector<const card::Cause*> all_causes() {
    std::vector<const card::Cause*> all = card::any_causes();
    const auto add = [&all](const std::vector<const card::Cause*>& more) {
        for (const card::Cause* cause : more)
            if (std::none_of(all.begin(), all.end(),
                             [cause](const auto* c) { return std::string(c->id) == cause->id; }))
                all.push_back(cause);
    };
    for (const card::Kind* kind : card::Registry::all().kinds()) add(kind->causes());
    add(lab::all_net_causes());
    add(lab::frame_causes());
    return all;
}

/// Combines all descriptions of a cause.
struct Told {
    std::string what;
    std::vector<std::string> keys;
};

Told told(const std::string& id, const std::vector<card::Why>& whys) {
    Told all;
    for (const card::Why& why : whys) {
        if (why.cause != id && why.cause != id.substr(0, id.find('.'))) continue;
        all.what += (all.what.empty() ? "" : " ") + std::string(why.explain);
        all.keys.insert(all.keys.end(), why.keys.begin(), why.keys.end());
    }
    return all;
}

}  // namespace

Entries causes() {
    std::vector<card::Why> whys = lab::known_results().whys;
    for (const card::Why& why : lab::frame_whys()) whys.push_back(why);
    Entries all;
    for (const card::Cause* cause : all_causes()) {
        const char* state = cause->waiting ? "waiting" : "working";
        const Told of = told(cause->id, whys);
        const std::string keys = of.keys.empty() ? "" : fmt::format("; changed by {}", fmt::join(of.keys, ", "));
        all.push_back({cause->id,
                       of.what,
                       fmt::format("{} {}: {}{}", cause->place, state, cause->words, keys),
                       {{"id", cause->id},
                        {"resource", cause->place},
                        {"state", state},
                        {"cause", cause->words},
                        {"what", of.what},
                        {"keys", of.keys}}});
    }
    return all;
}

}  // namespace niclab::cli
