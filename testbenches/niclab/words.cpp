#include "words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>

#include "core/config.h"

namespace niclab::cli {

namespace {

/// The first word that CLI11 could not assign: it stores them in reverse order.
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
    return "niclab " + word + ": " +
           core::unknown_name(option ? "option" : "command", option ? "" : word, known, "a command, one of");
}

std::string unknown_argument(const CLI::App& command, const std::string& word) {
    const std::string place = "niclab " + command.get_name() + " " + word + ": ";
    if (word[0] != '-') return place + "unknown argument; expected none";
    std::vector<std::string> known;
    for (const CLI::Option* o : command.get_options())
        if (!o->get_positional()) known.push_back("--" + o->get_single_name());
    const std::string near = core::nearest_name(word, known);
    return fmt::format("{}unknown option{}; expected an option of niclab {} --help", place,
                       near.empty() ? "" : " (did you mean \"" + near + "\"?)", command.get_name());
}

/// A required argument that is missing, with its description from the help.
std::string missing_argument(const CLI::App& command, const std::string& otherwise) {
    for (const CLI::Option* o : command.get_options()) {
        if (!o->get_required() || !o->empty()) continue;
        std::string what = o->get_description();
        if (!what.empty() && what.back() == '.') what.pop_back();
        const bool word = what.size() > 1 && std::islower(static_cast<unsigned char>(what[1])) != 0;
        if (word) what[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(what[0])));
        return fmt::format("niclab {}: missing {}; expected {}", command.get_name(), o->get_single_name(), what);
    }
    return otherwise;
}

/// Another error of CLI11: its text begins or ends with the option.
std::string in_form(const std::string& command, const CLI::ParseError& error) {
    const std::string text = error.what(), place = "niclab " + command + " ";
    const auto parted = [&text](const std::string& by) {
        const std::size_t at = std::min(text.find(by), text.size());
        return std::pair(text.substr(0, at), text.substr(std::min(at + by.size(), text.size())));
    };
    if (dynamic_cast<const CLI::ValidationError*>(&error)) {  // NAME: VALUE: problem; expected ...
        const auto [name, rest] = parted(": ");
        return place + (name[0] == '-' ? name + " " : "") + rest;
    }
    if (dynamic_cast<const CLI::RequiresError*>(&error)) {  // --pcap-taps requires --pcap
        const auto [option, other] = parted(" requires ");
        return place + option + ": no " + other + "; expected both options";
    }
    if (dynamic_cast<const CLI::ExcludesError*>(&error)) {  // source excludes --bisect
        const auto [option, other] = parted(" excludes ");
        return place + option + ": not with " + other + "; expected one of them";
    }
    if (dynamic_cast<const CLI::ConversionError*>(&error)) {  // Could not convert: --vcd-from = x
        const auto [option, value] = parted(" = ");
        return place + option.substr(std::min(option.find("--"), option.size())) + " " + value +
               ": not a number; expected a number";
    }
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error))  // --set: 1 required TEXT missing
        return place + parted(": ").first + ": missing value; expected a value after it";
    return "niclab " + command + ": " + text + "; expected what niclab " + command + " --help lists";
}

}  // namespace

CLI::Validator whole(std::int64_t least, std::int64_t most) {
    const auto check = [least, most](const std::string& word) -> std::string {
        std::int64_t value = 0;
        const char* const end = word.data() + word.size();
        const auto [stop, error] = std::from_chars(word.data(), end, value);
        if (error == std::errc() && stop == end && value >= least && value <= most) return "";
        const bool integer = stop == end && !word.empty();  // perhaps too large for the machine
        return fmt::format("{}: {}; expected an integer from {} to {}", word,
                           integer ? "out of range" : "not an integer", least, most);
    };
    return CLI::Validator(check,
                          most == INT64_MAX ? fmt::format("{} or more", least) : fmt::format("{} to {}", least, most));
}

CLI::Validator one_of(const char* what, const std::vector<std::string>& words) {
    const auto check = [what, words](const std::string& word) -> std::string {
        if (std::find(words.begin(), words.end(), word) != words.end()) return "";
        return word + ": " + core::unknown_name(what, word, words);
    };
    return CLI::Validator(check, "");
}

std::string listed(const std::vector<std::string>& names) {
    return fmt::format("{} or {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

std::string refusal(const CLI::App& app, const CLI::ParseError& error, const std::string& first) {
    const auto commands = app.get_subcommands();
    if (commands.empty()) return unknown_command(app, first);
    if (dynamic_cast<const CLI::ExtrasError*>(&error)) return unknown_argument(*commands.front(), unknown_word(app));
    if (dynamic_cast<const CLI::RequiredError*>(&error)) return missing_argument(*commands.front(), error.what());
    return in_form(commands.front()->get_name(), error);
}

}  // namespace niclab::cli
