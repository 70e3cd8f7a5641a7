#include "words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "core/config.h"

namespace niclab::cli {

namespace {

/// The first word CLI11 could not place: it keeps them in the reverse of their order.
std::string unknown_word(const CLI::App& command) {
    const std::vector<std::string> words = command.remaining(true);
    const auto option = std::find_if(words.begin(), words.end(),
                                     [](const std::string& w) { return w.rfind('-', 0) == 0 && w != "--"; });
    return option != words.end() ? *option : words.empty() ? "" : words.front();
}

std::string unknown_command(const CLI::App& app, const std::string& word) {
    std::vector<std::string> known;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        known.push_back(command->get_name());
    const bool option = word[0] == '-';
    return fmt::format("{}: unknown {} found, one of {} wanted{}", word, option ? "option" : "command",
                       fmt::join(known, ", "), option ? "" : perhaps(word, known));
}

std::string unknown_argument(const CLI::App& command, const std::string& word) {
    std::vector<std::string> known;
    for (const CLI::Option* o : command.get_options()) known.push_back("--" + o->get_single_name());
    return word + ": unknown " + (word[0] == '-' ? "option found" + perhaps(word, known) : "argument found");
}

/// What a command cannot do without, in the words of its help.
std::string missing_argument(const CLI::App& command, const std::string& otherwise) {
    for (const CLI::Option* o : command.get_options()) {
        if (!o->get_required() || !o->empty()) continue;
        std::string what = o->get_description();
        if (!what.empty() && what.back() == '.') what.pop_back();
        return fmt::format("{}: no {} found, wanted: {}", command.get_name(), o->get_single_name(), what);
    }
    return otherwise;
}

}  // namespace

CLI::Validator whole(std::int64_t least, std::int64_t most) {
    const auto check = [least, most](const std::string& word) -> std::string {
        std::int64_t value = 0;
        const char* const end = word.data() + word.size();
        const auto [stop, error] = std::from_chars(word.data(), end, value);
        if (error == std::errc() && stop == end && value >= least && value <= most) return "";
        return fmt::format("'{}' found, an integer from {} to {} wanted", word, least, most);
    };
    return CLI::Validator(check, fmt::format("{} to {}", least, most));
}

CLI::Validator one_of(const std::vector<std::string>& words) {
    const auto check = [words](const std::string& word) -> std::string {
        if (std::find(words.begin(), words.end(), word) != words.end()) return "";
        const std::vector<std::string> others(words.begin(), words.end() - 1);
        return fmt::format("'{}' found, {} or {} wanted{}", word, fmt::join(others, ", "), words.back(),
                           perhaps(word, words));
    };
    return CLI::Validator(check, "");
}

std::string listed(const std::vector<std::string>& names) {
    return fmt::format("{} or {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

std::string perhaps(const std::string& wanted, const std::vector<std::string>& known) {
    const std::string near = core::nearest_name(wanted, known);
    return near.empty() ? "" : ", perhaps \"" + near + "\"";
}

std::string refusal(const CLI::App& app, const CLI::ParseError& error, const std::string& first) {
    const auto commands = app.get_subcommands();
    if (commands.empty()) return unknown_command(app, first);
    if (dynamic_cast<const CLI::ExtrasError*>(&error)) return unknown_argument(*commands.front(), unknown_word(app));
    if (dynamic_cast<const CLI::RequiredError*>(&error)) return missing_argument(*commands.front(), error.what());
    return error.what();
}

}  // namespace niclab::cli
