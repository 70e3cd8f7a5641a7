#include "lab/results/chain_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "card/chain.h"
#include "core/json_object.h"
#include "lab/results/results.h"

namespace niclab::lab {

namespace {

using nlohmann::ordered_json;

/// Adds the missing elements of `more` to `all`, each after the one that it follows there.
void merge(std::vector<std::string>& all, const std::vector<std::string>& more) {
    auto behind = all.begin();
    for (const std::string& name : more) {
        const auto found = std::find(all.begin(), all.end(), name);
        behind = (found == all.end() ? all.insert(behind, name) : found) + 1;
    }
}

/// Description of the event, one sentence.
const char* words(card::EventKind kind) {
    switch (kind) {
        case card::EventKind::SendCall:
            return "The program calls.";
        case card::EventKind::TxReq:
            return "REQ# of the first access on the sender's bus that is made for the packet.";
        case card::EventKind::TxTrdy:
            return "First data of the sender's access.";
        case card::EventKind::TxSoc:
            return "Its first cell starts on its way to the PHY.";
        case card::EventKind::RxSoc:
            return "Its first cell starts on its way from the PHY.";
        case card::EventKind::RxReq:
            return "REQ# of the first access that carries its payload to the receiving host.";
        case card::EventKind::RxTrdy:
            return "First data of the receiver's access.";
        case card::EventKind::Delivered:
            return "The receiving program has it.";
        case card::EventKind::Reported:
            break;
    }
    return "The card reports it.";
}

std::vector<std::string> moments_of(const card::Chain& chain) {
    std::vector<std::string> names;
    for (const card::PacketEvent& m : chain.events()) names.emplace_back(m.name);
    return names;
}

/// The description of an event, and the stage that begins there.
std::string words_of(const card::PacketEvent& moment) {
    const card::Stage& s = moment.stage;
    return std::string(words(moment.kind)) +
           (*s.name ? std::string(" Here begins ") + s.name + ": " + s.what + "." : "");
}

std::vector<std::string> stages_of(const card::Chain& chain) {
    std::vector<std::string> names;
    for (const card::PacketEvent& m : chain.events())
        if (*m.stage.name) names.emplace_back(m.stage.name);
    return names;
}

template <class NamesOf>
std::vector<std::string> merged(const Results& results, NamesOf names_of) {
    std::vector<std::string> all;
    for (const auto& [direction, chain] : results.chains) merge(all, names_of(*chain));
    return all;
}

const card::Chain* chain_of(const Results& results, const std::string& direction) {
    for (const auto& [name, chain] : results.chains)
        if (name == direction) return chain.get();
    return nullptr;
}

/// Empty parts of a cause are omitted.
ordered_json to_json(const card::Why& why) {
    ordered_json j = core::json_object({{"id", why.cause}, {"explain", why.explain}, {"keys", why.keys}});
    if (*why.waits_for) j["waits_for"] = why.waits_for;
    if (*why.held_by) j["held_by"] = why.held_by;
    return j;
}

ordered_json to_json(const card::Place& place) {
    ordered_json causes = ordered_json::array();
    for (const card::Why& why : place.causes) causes.push_back(to_json(why));
    ordered_json j = core::json_object({{"id", place.id},
                                        {"title", place.title},
                                        {"kind", card::name_of(place.kind)},
                                        {"panel", card::panel_of(place.kind)},
                                        {"parts", place.parts},
                                        {"shows", place.shows},
                                        {"causes", std::move(causes)}});
    if (*place.depth) j["fifo"] = {{"depth", place.depth}};
    return j;
}

ordered_json to_json(const std::vector<card::Place>& places) {
    ordered_json j = ordered_json::array();
    for (const card::Place& place : places) j.push_back(to_json(place));
    return j;
}

ordered_json to_json(const card::Chain& chain) {
    ordered_json stages = ordered_json::array();
    const std::vector<card::PacketEvent>& moments = chain.events();
    for (std::size_t i = 0; i + 1 < moments.size(); ++i) {
        const card::Stage& s = moments[i].stage;
        stages.push_back(core::json_object({{"name", s.name},
                                            {"from", moments[i].name},
                                            {"to", moments[i + 1].name},
                                            {"what", s.what},
                                            {"resource", s.resource},
                                            {"state", s.waits ? "waiting" : "working"},
                                            {"hardware", s.of_cards}}));
    }
    return core::json_object({{"events", moments_of(chain)},
                              {"stages", std::move(stages)},
                              {"sending_places", to_json(chain.sending_places())},
                              {"receiving_places", to_json(chain.receiving_places())}});
}

}  // namespace

std::vector<std::string> moment_names(const Results& results) { return merged(results, moments_of); }

core::Columns moment_columns(const Results& results) {
    core::Columns columns;
    for (const std::string& name : moment_names(results))
        for (const auto& [direction, chain] : results.chains) {
            const std::vector<card::PacketEvent>& moments = chain->events();
            const auto m =
                std::find_if(moments.begin(), moments.end(), [&name](const auto& x) { return x.name == name; });
            if (m == moments.end()) continue;
            columns.push_back({name, "ns", words_of(*m)});
            break;
        }
    return columns;
}

std::vector<std::string> stage_names(const Results& results) { return merged(results, stages_of); }

std::string stages_in_words(const Results& results) {
    std::string text;
    for (const std::string& name : stage_names(results))
        for (const auto& [direction, chain] : results.chains) {
            const std::size_t place = chain->stage(name);
            if (place == card::Chain::kNowhere) continue;
            text += fmt::format("  {:<18}{}\n", name, chain->events()[place].stage.what);
            break;
        }
    return text;
}

std::vector<std::size_t> moment_places(const Results& results, const std::string& direction,
                                       const std::vector<std::string>& moments) {
    const card::Chain* chain = chain_of(results, direction);
    const std::vector<std::string> own = chain ? moments_of(*chain) : std::vector<std::string>();
    std::vector<std::size_t> places;
    for (const std::string& name : moments) {
        const auto found = std::find(own.begin(), own.end(), name);
        places.push_back(found == own.end() ? card::Chain::kNowhere : static_cast<std::size_t>(found - own.begin()));
    }
    return places;
}

bool stage_is_of_cards(const Results& results, const std::string& stage) {
    return std::any_of(results.chains.begin(), results.chains.end(), [&stage](const auto& of_direction) {
        const card::Chain& chain = *of_direction.second;
        const std::size_t place = chain.stage(stage);
        return place != card::Chain::kNowhere && chain.events()[place].stage.of_cards;
    });
}

std::vector<double> stage_us(const Results& results, const std::string& stage, const std::string& direction) {
    std::vector<double> us;
    const card::Chain* chain = chain_of(results, direction);
    const std::size_t place = chain ? chain->stage(stage) : card::Chain::kNowhere;
    if (place == card::Chain::kNowhere) return us;
    for (const auto& [name, rows] : results.pdus) {
        if (name != direction) continue;
        for (const probe::PduRow& row : rows)
            if (const auto time = row.stage(place); time && row.complete()) us.push_back(double(*time) * 1e-9);
    }
    return us;
}

ordered_json chain_json(const Chains& chains) {
    ordered_json::object_t j;
    j.reserve(chains.size());  // To grow, it would copy all chains.
    for (const auto& [direction, chain] : chains) j.emplace_back(direction, to_json(*chain));
    return j;
}

}  // namespace niclab::lab
