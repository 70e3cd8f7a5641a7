#include "lab/watch/known_results.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/count_of.h"
#include "lab/experiment/catalog.h"
#include "lab/experiment/level.h"
#include "lab/results/chain_report.h"
#include "lab/watch/net_causes.h"
#include "lab/watch/observers.h"
#include "lab/watch/signals.h"

namespace niclab::lab {

namespace {

/// A placeholder for the names of generators.
constexpr const char* kMaster = "NAME";

/// All experiments with hosts of the cycle level, then an exchange of packets between two of each
/// card.
std::vector<Experiment> all_experiments() {
    std::vector<Experiment> all;
    for (const std::string& name : known_names(Kind::Experiment)) {
        const std::string path = find_file(Kind::Experiment, name, data_folder(Kind::Experiment));
        if (InputFiles files; level_of(path, {}, files) == Level::Cycle) all.push_back(read_experiment(path, {}));
    }
    for (const std::string& card : known_names(Kind::Card)) {
        Overrides shared;
        shared.assignments = {"defaults.host.card=" + card, "pci.register_reads_per_second=1000"};
        all.push_back(read_experiment(find_file(Kind::Experiment, "two_flows", data_folder(Kind::Experiment)), shared));
    }
    return all;
}

/// Replaces `word` in `name` if it is a whole word: between dots, underscores or the ends.
void replace_word(std::string& name, const std::string& word, const std::string& with) {
    const auto free = [&name](std::size_t at) { return at >= name.size() || name[at] == '.' || name[at] == '_'; };
    for (std::size_t at = name.find(word); at != std::string::npos; at = name.find(word, at + 1))
        if ((at == 0 || free(at - 1)) && free(at + word.size())) name.replace(at, word.size(), with);
}

/// A name for all hosts, cards of a host, and masters.
std::string generic(const std::string& name, const Experiment& experiment) {
    const std::string first = name.substr(0, name.find('.'));
    std::string head = first, rest = name.substr(first.size());
    for (const HostConfig& host : experiment.hosts) replace_word(head, host.name, "HOST");
    for (const SwitchConfig& s : experiment.switches) {
        replace_word(head, s.name, "SWITCH");
        for (const SwitchConfig::Port& port : s.ports) replace_word(rest, "port" + std::to_string(port.number), "PORT");
    }
    for (const HostConfig& host : experiment.hosts)
        for (const BusConfig::Traffic& t : host.bus.traffic) replace_word(rest, t.generator.name, kMaster);
    for (const char* second : {"nic", "driver", "application", "register_load"})
        replace_word(rest, second + std::string("1"), second);
    if (const std::size_t nic = head.find("_nic1"); nic != std::string::npos) head.erase(nic, 5);
    return head + rest;
}

/// Cards of different kinds may have counters with the same name and different meanings.
void add(core::Columns& all, core::Column column) {
    const bool known = std::any_of(all.begin(), all.end(),
                                   [&](const auto& c) { return c.name == column.name && c.what == column.what; });
    if (!known) all.push_back(std::move(column));
}

/// "HOST.pci.AD[31:0]": a name and the number of wires.
core::Column signal(std::string name) {
    unsigned high = 0, low = 0;
    const std::size_t range = name.find('[');
    if (range != std::string::npos) std::sscanf(name.c_str() + range, "[%u:%u", &high, &low);
    name.erase(std::min(range, name.size()));
    const unsigned bits = high - low + 1;
    return {name, base::count_of(bits, "bit"), signal_meaning(name)};
}

bool same(const char* one, const char* other) { return std::string_view(one) == other; }

/// Each sentence appears once, with the keys of all cards that have it.
void add(std::vector<card::Why>& all, const card::Why& why) {
    const auto reported = std::find_if(all.begin(), all.end(), [&why](const card::Why& w) {
        return same(w.cause, why.cause) && same(w.explain, why.explain);
    });
    if (reported == all.end()) {
        all.push_back(why);
        return;
    }
    for (const char* key : why.keys)
        if (std::none_of(reported->keys.begin(), reported->keys.end(), [key](const char* k) { return same(k, key); }))
            reported->keys.push_back(key);
}

void add(std::vector<card::Why>& all, const std::vector<card::Place>& places) {
    for (const card::Place& place : places)
        for (const card::Why& why : place.causes) add(all, why);
}

void add_place(KnownResults& all, const std::string& key, const std::string& place) {
    std::vector<std::string>& there = all.places[key];
    if (!key.empty() && std::find(there.begin(), there.end(), place) == there.end()) there.push_back(place);
}

void add_places(KnownResults& all, const std::vector<card::Place>& places) {
    for (const card::Place& place : places) {
        for (const card::Why& why : place.causes)
            for (const char* key : why.keys) add_place(all, key, place.id);
        for (const char* key : place.shows) add_place(all, key, place.id);
        add_place(all, place.depth, place.id);
    }
}

void add_results(KnownResults& all, const Experiment& experiment) {
    Bench bench(experiment);
    Results results;
    {
        Observers observers(bench, experiment, {});
        results = observers.results();
    }
    for (const auto& [name, note] : results.counter_notes)
        add(all.counters, {generic(name, experiment), note.unit, note.what});
    for (core::Column& moment : moment_columns(results)) {
        const auto same = [&moment](const auto& c) { return c.name == moment.name; };
        if (std::none_of(all.moments.begin(), all.moments.end(), same)) all.moments.push_back(std::move(moment));
    }
    for (const LinkConfig& link : experiment.links)
        if (link.own || link.over) all.units.insert(link.units);
    for (const auto& [direction, chain] : results.chains) {
        add(all.whys, chain->sending_places());
        add(all.whys, chain->receiving_places());
        add_places(all, chain->sending_places());
        add_places(all, chain->receiving_places());
    }
    for (const std::string& name : Waves(bench, {}, nullptr).names())
        add(all.signals, signal(generic(name, experiment)));
}

}  // namespace

KnownResults known_results() {
    KnownResults all;
    core::set_time_resolution();
    // The kernel keeps the names of processes of an earlier bench until the program ends; those of
    // modules, which matter, are free again.
    sc_core::sc_report_handler::set_actions("object already exists", sc_core::SC_DO_NOTHING);
    for (const Experiment& experiment : all_experiments()) add_results(all, experiment);
    add(all.whys, card::places::any_sending());
    add(all.whys, card::places::any_receiving());
    add(all.whys, places_in_net());
    add(all.whys, coarse_path().sending_places);
    add(all.whys, coarse_path().receiving_places);
    std::stable_sort(all.counters.begin(), all.counters.end(),
                     [](const auto& a, const auto& b) { return a.name < b.name; });
    return all;
}

}  // namespace niclab::lab
