#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "lab/experiment/catalog.h"
#include "listings.h"
#include "terminal.h"
#include "words.h"

namespace niclab::cli {

namespace {

constexpr const char* kFolders = "folders";

/// The folders of the files that come with niclab.
int list_folders() {
    nlohmann::ordered_json folders;
    for (const auto& [name, kind] :
         {std::pair("cards", lab::Kind::Card), std::pair("hosts", lab::Kind::Host),
          std::pair("experiments", lab::Kind::Experiment), std::pair("reference", lab::Kind::Reference)})
        folders[name] = lab::data_folder(kind);
    std::printf("%s\n", folders.dump(1).c_str());
    return kDone;
}

/// Whether `text` contains `word`, in any case.
bool has(const std::string& text, const std::string& word) {
    const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
    return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

/// The column of descriptions, after names that are short.
std::size_t column_of(const Entries& all) {
    constexpr std::size_t kMost = 40;
    std::size_t longest = 0;
    for (const Entry& e : all) longest = std::max(longest, e.name.size());
    return std::min(longest + 2, kMost);
}

void print(const Entry& e, std::size_t column) {
    if (e.what.empty() && e.more.empty()) return print_folded(e.name);
    print_entry(e.name, e.what, column);
    if (!e.more.empty()) print_folded(std::string(column, ' ') + e.more, column);
}

/// Entries of one thing under several names, under the first.
Entries once_each(const Entries& all) {
    Entries once;
    for (const Entry& e : all) {
        const auto known =
            std::find_if(once.begin(), once.end(), [&e](const Entry& o) { return !e.of.empty() && o.of == e.of; });
        if (known == once.end())
            once.push_back(e);
        else if (known->name != e.name && known->more.find(e.name) == std::string::npos)
            known->more += "; also " + e.name;
    }
    return once;
}

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const Listing& l : listings()) all.emplace_back(l.name);
    all.emplace_back(kFolders);
    return all;
}

/// Entries with `word` in their printed text: `list rules PCI` by the source, `list causes tx_fifo`
/// by a key.
Entries entries(const Listing& listing, const std::string& word) {
    Entries all = listing.entries();
    if (listing.also && !word.empty()) {
        const Entries more = listing.also();
        all.insert(all.end(), more.begin(), more.end());
    }
    const auto without = [&word](const Entry& e) {
        return !has(e.name, word) && !has(e.what, word) && !has(e.more, word) && !has(e.also, word);
    };
    all.erase(std::remove_if(all.begin(), all.end(), without), all.end());
    return all;
}

}  // namespace

CLI::App* add_list(CLI::App& app, ListArguments& a) {
    CLI::App* listing =
        app.add_subcommand("list", "List parameters, counters, columns, signals, rules, cards, hosts, experiments.");
    const std::vector<std::string> known = names();
    listing->add_option("topic", a.what, "Topic to list: " + listed(known))
        ->required()
        ->check([known](const std::string& word) {
            const bool there = std::find(known.begin(), known.end(), word) != known.end();
            return there ? "" : word + ": " + core::unknown_name("topic", word, known);
        });
    listing->add_option("word", a.word, "Word that the name, description, range or source of an entry contains.");
    listing->add_flag("--json", a.json, "Print all entries as JSON.");
    return listing;
}

int list(const ListArguments& a) {
    if (a.what == kFolders) return list_folders();
    const auto listing =
        std::find_if(listings().begin(), listings().end(), [&a](const auto& l) { return l.name == a.what; });
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    const Entries found = entries(*listing, a.word);
    for (const Entry& e : found) json.push_back(e.json);
    if (found.empty() && !a.word.empty())
        throw core::ConfigError("niclab list " + a.what + ": nothing matches '" + a.word + "'; expected a word of " +
                                listing->searched);
    if (a.json) std::printf("%s\n", json.dump(1).c_str());
    const Entries printed = a.json ? Entries() : once_each(found);
    for (const Entry& e : printed) print(e, column_of(printed));
    return kDone;
}

}  // namespace niclab::cli
