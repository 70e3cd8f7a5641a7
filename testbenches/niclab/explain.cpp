#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "core/printable.h"
#include "parameters.h"
#include "schema.h"

namespace niclab::cli {

namespace {

using nlohmann::ordered_json;

/// FNV-1a over all data to send: a capture may change while its name stays.
std::string digest(const std::vector<lab::FlowConfig>& flows) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const lab::FlowConfig& flow : flows)
        for (std::size_t k = 0; k < flow.workload.size(); ++k) {
            const std::vector<std::uint8_t> sdu = flow.workload.sdu(k);
            for (const std::uint8_t octet : sdu) hash = (hash ^ octet) * 0x100000001b3u;
            hash = (hash ^ sdu.size()) * 0x100000001b3u;
        }
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

/// Of a packet that every card on a link can send, with all headers above the card's own.
std::size_t most_octets(const lab::Experiment& e) {
    std::size_t most = SIZE_MAX;
    for (const lab::LinkConfig& link : e.links)
        for (const lab::CardEnd& end : link.ends)
            most = std::min(most, e.hosts[end.host].cards[end.card]->most_octets());
    return most;
}

ordered_json explained(const std::string& name, const lab::Overrides& overrides) {
    const NamedSubject named = named_subject(name, overrides);
    const lab::Experiment e = lab::read_common(named.level, named.name, named.overrides, named.files);
    if (named.level != lab::Level::Cycle)
        return {{"niclab", lab::version()}, {"experiment", e.name}, {"level", lab::to_string(named.level)},
                {"seed", e.seed},           {"runs", e.runs},       {"workload_digest", ""},
                {"config", *e.config}};
    return {
        {"niclab", lab::version()},           {"experiment", e.name},          {"seed", e.seed},     {"runs", e.runs},
        {"workload_digest", digest(e.flows)}, {"most_octets", most_octets(e)}, {"config", *e.config}};
}

/// The contents of one line of the points' file: more assignments, after those of the command line.
lab::Overrides with(const lab::Overrides& overrides, const std::string& line) {
    lab::Overrides point = overrides;
    const ordered_json words = ordered_json::parse(line, nullptr, false);
    if (!words.is_array())
        throw core::ConfigError("--points: '" + line + "' is not a list; expected a JSON list of KEY=VALUE");
    for (const ordered_json& word : words) {
        if (!word.is_string())
            throw core::ConfigError("--points: " + word.dump() + " is not a string; expected KEY=VALUE");
        point.assignments.push_back(word.get<std::string>());
    }
    return point;
}

void explain_points(const ExplainArguments& a, std::istream& points) {
    for (std::string line; std::getline(points, line);) {
        ordered_json answer;
        try {
            answer = explained(a.experiment, with(a.overrides, line));
        } catch (const core::ConfigError& e) {
            answer = {{"error", core::printable(e.what())}};
        }
        std::printf("%s\n", answer.dump().c_str());
    }
}

}  // namespace

CLI::App* add_explain(CLI::App& app, ExplainArguments& a) {
    CLI::App* command =
        app.add_subcommand("explain", "Print every parameter of an experiment with its value, as JSON.");
    add_experiment(*command, a.experiment, a.overrides);
    command
        ->add_option(
            "--points", a.points,
            "File with a JSON list of KEY=VALUE per line, or - for standard input. Each line gives one line of "
            "JSON.")
        ->type_name("FILE");
    command->add_flag("--parameters", a.parameters,
                      "Print each parameter with its type, range and meaning, as a JSON list.");
    return command;
}

int explain(const ExplainArguments& a) {
    if (a.parameters) {
        const NamedSubject named = named_subject(a.experiment, a.overrides);
        const lab::Experiment e = lab::read_common(named.level, named.name, named.overrides, named.files);
        std::printf("%s\n", parameters_json(e.parameters).dump(1).c_str());
    } else if (a.points.empty()) {
        std::printf("%s\n", explained(a.experiment, a.overrides).dump(2).c_str());
    } else if (a.points == "-") {
        explain_points(a, std::cin);
    } else {
        std::ifstream points(a.points);
        if (!points) throw core::ConfigError("--points " + a.points + ": cannot open it; expected a readable file");
        explain_points(a, points);
    }
    return kDone;
}

CLI::App* add_schema(CLI::App& app) {
    return app.add_subcommand("schema", "Print a JSON schema of experiments, for editors.");
}

int schema() {
    std::printf("%s\n", experiment_schema().dump(1).c_str());
    return kDone;
}

}  // namespace niclab::cli
