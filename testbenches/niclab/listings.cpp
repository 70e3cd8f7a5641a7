#include "listings.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "access_log.h"
#include "check/csma_rules.h"
#include "check/line_rules.h"
#include "check/pci_rules.h"
#include "check/pcie/pcie_rules.h"
#include "check/utopia_rules.h"
#include "commands.h"
#include "core/input_file.h"
#include "exits.h"
#include "lab/buses/bus.h"
#include "lab/experiment/card_keys.h"
#include "lab/experiment/catalog.h"
#include "lab/experiment/first_keys.h"
#include "lab/experiment/known_keys.h"
#include "lab/results/columns.h"
#include "lab/watch/known_results.h"
#include "parameters.h"

namespace niclab::cli {

namespace {

using nlohmann::ordered_json;

constexpr const char* kItem = "host.NAME";  ///< A host with keys that represent those of any host.

Entries of_parameters(const std::vector<core::Parameter>& parameters) {
    Entries all;
    const ordered_json json = parameters_json(parameters);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const core::Documentation d = parameters[i].documentation();
        all.push_back({parameters[i].key, d.what,
                       "default " + (d.standard.empty() ? "empty" : d.standard) + "; " + d.allowed.words, json[i]});
    }
    return all;
}

/// Under the names that --set takes: nic.sar.tx_fifo_cells, not client.nic.sar.tx_fifo_cells.
Entries under_shared_names(Entries all) {
    for (Entry& e : all) {
        const std::string shared = lab::shared_key(e.name);
        e.of = lab::key_anywhere(e.name);
        if (shared.empty()) continue;
        e.also = e.name;
        e.name = shared;
    }
    return all;
}

/// Names of the kinds of card that have a key, unless every kind has it.
std::map<std::string, std::vector<std::string>> keys_of_kinds() {
    std::map<std::string, std::vector<std::string>> found;
    const std::vector<const card::Kind*>& kinds = card::Registry::all().kinds();
    for (const card::Kind* kind : kinds)
        for (const core::Parameter& p : lab::card_parameters(card::Registry({kind}), kItem))
            found[lab::key_anywhere(p.key)].push_back(kind->name());
    for (auto at = found.begin(); at != found.end();) at = at->second.size() == kinds.size() ? found.erase(at) : ++at;
    return found;
}

/// 1: to try first; 2: the sent data, and keys that change a packet's time at a place of its path;
/// 3: the rest.
unsigned level_of(const std::string& key, bool first, bool placed) {
    if (first) return 1;
    return placed || key.rfind("run.", 0) == 0 || key.rfind("workload.", 0) == 0 ? 2 : 3;
}

Entries params() {
    Entries all = of_parameters(lab::known_parameters());
    const auto kinds = keys_of_kinds();
    const auto places = lab::known_results().places;
    for (Entry& e : all) {
        const std::string key = lab::key_anywhere(e.name);
        const auto place = places.find(key);
        const auto kind = kinds.find(key);
        e.json["level"] = level_of(key, e.json.contains("first"), place != places.end());
        if (place != places.end()) e.json["place"] = place->second;
        if (kind != kinds.end()) e.json["applies"] = {{"engine", kind->second}};
    }
    return under_shared_names(std::move(all));
}
Entries coarse_params() { return of_parameters(lab::known_parameters_of(lab::Level::Coarse)); }
Entries segment_params() { return of_parameters(lab::known_parameters_of(lab::Level::Segment)); }

/// Keys with a meaning at one level alone, which their description states.
Entries other_levels() {
    const Entries cycle = of_parameters(lab::known_parameters());
    Entries all;
    for (const lab::Level level : {lab::Level::Coarse, lab::Level::Segment})
        for (Entry& e : of_parameters(lab::known_parameters_of(level))) {
            if (std::any_of(cycle.begin(), cycle.end(),
                            [&e](const Entry& c) { return c.name == e.name && c.what == e.what; }))
                continue;
            e.more = std::string("at the ") + lab::to_string(level) + " level; " + e.more;
            e.json["level"] = lab::to_string(level);
            all.push_back(std::move(e));
        }
    return all;
}

Entry entry(const core::Column& c, ordered_json json = ordered_json::object()) {
    json.update({{"name", c.name}, {"unit", c.unit}, {"what", c.what}});
    return {c.name, c.what, c.unit, json};
}

Entries of_columns(const core::Columns& columns) {
    Entries all;
    for (const core::Column& c : columns) all.push_back(entry(c));
    return all;
}

Entries counters() { return of_columns(lab::known_results().counters); }
Entries signals() { return of_columns(lab::known_results().signals); }

Entries columns() {
    Entries all;
    const lab::KnownResults known = lab::known_results();
    std::vector<lab::Table> tables = lab::known_tables(known.moments, known.units);
    tables.push_back({"accesses.csv", "niclab vm: one row per access of the guest to the card.", vm::access_columns});
    for (const lab::Table& table : tables)
        for (const core::Column& c : table.columns()) {
            const std::string file(table.file);
            all.push_back(entry(c, {{"file", file}, {"file_what", std::string(table.what)}}));
            all.back().name = file + " " + c.name;
        }
    return all;
}

std::string upper_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::toupper(c)); });
    return text;
}

/// `key`: of `checks` in results.json.
template <class Rules>
void add_rules(Entries& all, const char* of, const char* key, const Rules& rules) {
    for (const check::Rule& r : rules)
        all.push_back(
            {r.id,
             r.sentence,
             std::string(of) + ", " + r.source,
             {{"id", r.id}, {"of", of}, {"what", r.sentence}, {"source", r.source}, {"breakable", r.breakable}},
             {},
             key});
}

/// What niclab requires of a run, whatever its buses and lines.
constexpr std::array<check::Rule, 2> kPacketRules{
    {{"payload", "a host receives the octets that the other host sent", "each packet that is delivered", true},
     {"ledger", "what was sent is delivered, lost for a named cause, or still on its way", "each direction", true}}};

Entries rules() {
    Entries all;
    add_rules(all, "PCI", "pci", check::kPciRules);
    add_rules(all, "PCI Express", "pcie", check::kPcieRules);
    add_rules(all, "UTOPIA", "utopia", check::kUtopiaRules);
    add_rules(all, "CSMA/CD", "csma", check::kCsmaRules);
    for (const lab::buses::Kind* bus : lab::buses::in_order())
        add_rules(all, upper_case(bus->name).c_str(), bus->name.c_str(), bus->rules);
    add_rules(all, "SONET", "sonet", check::kLineRules);
    add_rules(all, "AAL5", "aal5", check::kAal5Rules);
    add_rules(all, "Packets", "", kPacketRules);
    return all;
}

Entries exit_codes() {
    Entries all;
    for (const Exit& e : exits())
        all.push_back({std::to_string(e.code), e.what, "", {{"code", e.code}, {"what", e.what}}});
    return all;
}

/// The comment at the begin of a file, with its lines joined.
std::string first_comment(lab::Kind kind, const std::string& name) {
    std::istringstream file(core::read_text(lab::find_file(kind, name, lab::data_folder(kind))));
    std::string comment;
    for (std::string line; std::getline(file, line) && !line.empty() && line[0] == '#';) {
        line.erase(0, line.find_first_not_of("# "));
        comment += (comment.empty() ? "" : " ") + line;
    }
    return comment;
}

/// The first sentence of a comment, without "Question:" before it.
std::string first_sentence(std::string comment) {
    for (const char* before : {"Study ", "Question: "})
        if (const std::size_t at = comment.find(before); at == 0)
            comment.erase(0, comment.find(before[0] == 'S' ? ". " : " ") + (before[0] == 'S' ? 2 : 1));
    std::size_t end = comment.find("  ");
    for (const char* mark : {". ", "? "}) end = std::min(end, comment.find(mark));
    if (end < comment.size() && comment[end] != ' ') ++end;
    comment.resize(std::min(end, comment.size()));
    while (!comment.empty() && (comment.back() == ':' || comment.back() == ' ')) comment.pop_back();
    if (!comment.empty()) comment[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(comment[0])));
    return comment;
}

/// The first sentence of the comment of a file is printed; the whole comment is for programs.
Entries files(lab::Kind kind) {
    Entries all;
    for (const std::string& name : lab::known_names(kind)) {
        const std::string comment = first_comment(kind, name);
        all.push_back({name, first_sentence(comment), "", {{"name", name}, {"what", comment}}});
    }
    return all;
}

Entries cards() { return files(lab::Kind::Card); }
Entries coarse_cards() { return files(lab::Kind::CoarseCard); }
/// The known and the assumed properties of each are the reason for a look-up.
Entries card_classes() {
    Entries all = files(lab::Kind::CardClass);
    for (Entry& e : all) e.what = e.json["what"];
    return all;
}
Entries hosts() { return files(lab::Kind::Host); }
Entries machines() { return files(lab::Kind::Machine); }
Entries experiments() { return files(lab::Kind::Experiment); }

/// For a table of published rows: the command that runs its paper.
std::string reproduced(const std::string& table) {
    const std::string paper = table.substr(0, table.find('_'));
    return can_be_reproduced(paper) ? "niclab reproduce " + paper : "";
}

Entries papers() {
    Entries all;
    for (const std::string& name : lab::known_names(lab::Kind::Reference, ".csv"))
        all.push_back({name, reproduced(name), "", {{"name", name}}});
    return all;
}

constexpr const char* kInName = "some name";
constexpr const char* kInSentence = "some name or its description";

}  // namespace

const std::vector<Listing>& listings() {
    static const std::vector<Listing> all{
        {"params", "some key or its description", params, other_levels},
        {"coarse", "some key or its description", coarse_params},
        {"segment", "some key or its description", segment_params},
        {"counters", kInSentence, counters},
        {"causes", kInSentence, causes},
        {"columns", kInSentence, columns},
        {"signals", kInSentence, signals},
        {"rules", "some rule", rules},
        {"exits", "some exit code", exit_codes},
        {"cards", kInName, cards},
        {"coarse-cards", kInName, coarse_cards},
        {"card-classes", kInName, card_classes},
        {"hosts", kInName, hosts},
        {"machines", kInName, machines},
        {"experiments", kInName, experiments},
        {"papers", kInName, papers},
    };
    return all;
}

}  // namespace niclab::cli
