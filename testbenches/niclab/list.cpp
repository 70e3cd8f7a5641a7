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

void print(const Entry& e) {
    if (e.what.empty() && e.more.empty()) {
        std::printf("%s\n", e.name.c_str());
        return;
    }
    std::printf("%-40s %s\n", e.name.c_str(), e.what.c_str());
    if (!e.more.empty()) std::printf("%-40s %s\n", "", e.more.c_str());
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
        return !has(e.name, word) && !has(e.what, word) && !has(e.more, word);
    };
    all.erase(std::remove_if(all.begin(), all.end(), without), all.end());
    return all;
}

}  // namespace

CLI::App* add_list(CLI::App& app, ListArguments& a) {
    CLI::App* listing = app.add_subcommand("list", "List what there is.");
    const std::vector<std::string> known = names();
    listing->add_option("topic", a.what, listed(known))->required()->check([known](const std::string& word) {
        const bool there = std::find(known.begin(), known.end(), word) != known.end();
        return there ? "" : word + ": " + core::unknown_name("topic", word, known);
    });
    listing->add_option("word", a.word,
                        "Only those with it in what is told of them, name, description, range or source.");
    listing->add_flag("--json", a.json, "All that is known of each, for programs.");
    return listing;
}

int list(const ListArguments& a) {
    if (a.what == kFolders) return list_folders();
    const auto listing =
        std::find_if(listings().begin(), listings().end(), [&a](const auto& l) { return l.name == a.what; });
    nlohmann::ordered_json found = nlohmann::ordered_json::array();
    bool any = false;
    for (const Entry& e : entries(*listing, a.word)) {
        any = true;
        if (a.json)
            found.push_back(e.json);
        else
            print(e);
    }
    if (!any && !a.word.empty())
        throw core::ConfigError("niclab list " + a.what + ": nothing matches '" + a.word + "'; expected a word of " +
                                listing->searched);
    if (a.json) std::printf("%s\n", found.dump(1).c_str());
    return kDone;
}

}  // namespace niclab::cli
