#include "lab/experiment/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cards/board/atm_device.h"
#include "lab/experiment/card_keys.h"
#include "lab/experiment/catalog.h"

namespace niclab::lab {

namespace {

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

/// Path of a host or card that `table` names under `key`.
std::string path_of(core::ConfigTable& table, const std::string& key, const std::string& name, Kind kind,
                    InputFiles& files) {
    const std::string folder = table.folder_of(key), role = kind == Kind::Host ? "host" : "card";
    const std::string path = files.find(role, name, folder, [&] { return find_file(kind, name, folder); });
    if (!path.empty()) return path;
    const std::vector<std::string> known = known_names(kind);
    const std::string near = core::nearest_name(name, known);
    throw table.error(
        key, "'" + name + "' found",
        "a .toml file or one of " + listed(known) + " wanted" + (near.empty() ? "" : ", perhaps \"" + near + "\""));
}

/// The file a side names under `key` and those it is based on, as the lowest layers of that side's table.
std::vector<core::ConfigLayer> base_layers(core::ConfigTable& side, const std::string& key, const std::string& standard,
                                           Kind kind, InputFiles& files) {
    const auto load = [&](core::ConfigTable& table, const std::string& named_by, const std::string& file) {
        const std::string path = path_of(table, named_by, file, kind, files);
        return core::parse_layer(files.text(path), path);
    };
    const std::string name = side.text(key, standard, kind == Kind::Host ? "Host profile." : "Card.");
    constexpr std::size_t kDeepest = 8;
    std::vector<core::ConfigLayer> layers{load(side, key, name)};
    for (;;) {
        core::ConfigTable file({layers.front()});
        if (!file.has("base")) return layers;
        const std::string base = file.text("base", "", "File this one is based on.");
        if (layers.size() == kDeepest)
            throw file.error("base", "'" + base + "' found", "at most 7 files below each other wanted");
        layers.insert(layers.begin(), load(file, "base", base));
    }
}

/// A table of one side: the named file, the table both sides share, the side's own.
core::ConfigTable layered(core::ConfigTable& root, core::ConfigTable& side, const std::string& key,
                          const std::vector<core::ConfigLayer>& files) {
    core::ConfigTable table = side.table(key).over(root.table(key)).over(files);
    table.ignore("base");
    return table;
}

SideConfig read_side(core::ConfigTable& root, const std::string& name, const std::string& host_standard,
                     InputFiles& files) {
    core::ConfigTable side = root.table(name);
    SideConfig config;
    const std::vector<core::ConfigLayer> host = base_layers(side, "profile", host_standard, Kind::Host, files);
    const std::vector<core::ConfigLayer> card = base_layers(side, "card", kDefaultCard, Kind::Card, files);
    config.host.profile = host::read_profile(layered(root, side, "host", host));
    config.card = read_card(layered(root, side, "nic", card), name == "client" ? 1 : 2);
    config.bus = read_bus(side.table("pci").over(root.table("pci")), config.card->bus_width().capable_66mhz);
    config.host.memory_octets = (1u << 20) + config.bus.memory_octets() +
                                read_driver(side.table("driver").over(root.table("driver")), *config.card);
    config.host.application.serial_marker =
        side.boolean("serial_marker", false, "Write to the serial port around each call, as the paper did.");
    side.done();
    return config;
}

Mode read_mode(core::ConfigTable& run) {
    const std::string mode = run.choice("mode", "echo", {"transmit", "echo", "stream"}, "What the hosts do.");
    return mode == "transmit" ? Mode::Transmit : mode == "echo" ? Mode::Echo : Mode::Stream;
}

std::string read_reference(core::ConfigTable& run) {
    const std::string name = run.text("reference", "", "Published table to compare with.");
    const std::vector<std::string> known = known_names(Kind::Reference, ".csv");
    if (name.empty() || std::find(known.begin(), known.end(), name) != known.end()) return name;
    const std::string near = core::nearest_name(name, known);
    throw run.error("reference", "'" + name + "' found",
                    "one of " + listed(known) + " wanted" + (near.empty() ? "" : ", perhaps \"" + near + "\""));
}

void read_run(core::ConfigTable run, Experiment& e) {
    e.mode = read_mode(run);
    e.runs = static_cast<unsigned>(run.integer("runs", 1, 1, 100000, "Runs, each with new clock phases."));
    e.seed = static_cast<std::uint64_t>(run.integer("seed", 1, 0, INT64_MAX, "Seed of everything random."));
    e.limit_us = run.time_ns("limit", 200e6, 1e3, 1e12, "Simulated time after which a run is given up.") * 1e-3;
    e.idle_min_us = run.time_ns("idle_min", 150e3, 130e3, 1e9, "Shortest pause before a run.") * 1e-3;
    e.idle_max_us = run.time_ns("idle_max", 250e3, 130e3, 1e9, "Longest pause before a run.") * 1e-3;
    if (e.idle_max_us < e.idle_min_us)
        throw run.error("idle_max", "less than run.idle_min found", "at least as much wanted");
    e.reference = read_reference(run);
    e.both_directions = run.boolean("both_directions", true, "Stream: server to client as well.");
    run.done();
}

core::ConfigLayer command_line_layer(const Overrides& o) {
    auto run = toml::table{};
    if (o.seed >= 0) run.insert("seed", o.seed);
    if (o.runs >= 0) run.insert("runs", o.runs);
    return std::make_shared<const toml::table>(toml::table{{"run", run}});
}

void apply_to_applications(Experiment& e, std::uint16_t vci) {
    for (SideConfig* side : {&e.client, &e.server}) {
        host::Application::Config& app = side->host.application;
        app.receive = app.send = board::channel(0, vci);
        app.protocol = e.workload.format.protocol;
        app.header_octets = e.workload.format.header_octets();
    }
    e.server.host.application.echo = e.mode == Mode::Echo;
}

/// A faster line than UTOPIA's eight wires can serve needs more of them, and a clock of their own.
void check_utopia(const core::ConfigTable& line, const Experiment& e) {
    constexpr unsigned kWidth = 16;
    constexpr double kLeastHz = 38.2e6;  ///< 1 412 830 cells/s of 27 words are 38.15 MHz.
    if (e.lines.format.sts == sonet::kSts3c.sts) return;
    for (const auto& [name, nic] : {std::pair{"client", &e.client.nic()}, std::pair{"server", &e.server.nic()}}) {
        const std::string who = std::string(" on the ") + name + "'s card", rate = "622.08 Mb/s with nic.utopia.";
        if (nic->utopia.width != kWidth)
            throw line.error("rate", rate + "width = " + std::to_string(nic->utopia.width) + who + " found",
                             "16 wanted: UTOPIA's eight wires end at 25 MHz, the line's cells need 74.9 MHz of them");
        if (nic->utopia_hz < kLeastHz)
            throw line.error("rate",
                             rate + "clock = " +
                                 (nic->utopia_hz == 0 ? "the line's" : fmt::format("{} MHz", nic->utopia_hz * 1e-6)) +
                                 who + " found",
                             "38.2 to 50 MHz wanted: the line brings 1412830 cells of 27 words a second");
    }
}

/// A bus of 32 bits at 33 MHz has 132 MB/s, and no more than half of its clocks carry payload of single cells.
std::string remark_on_rate(const std::string& who, const SideConfig& side, const sonet::Format& format) {
    const bool wide = side.card->bus_width().wide && side.bus.variant.wide, fast = side.bus.period_fs < 20'000'000;
    if (format.sts == sonet::kSts3c.sts || wide || fast) return "";
    return who + ": PCI of 32 bits at 33 MHz cannot carry 622.08 Mb/s; the full rate needs 64 bits or 66 MHz.";
}

std::vector<std::string> remarks_on(const Experiment& e) {
    std::vector<std::string> remarks;
    for (const auto& [name, side] : {std::pair{"client", &e.client}, std::pair{"server", &e.server}}) {
        const std::string who = name;
        const bool wide = side->card->bus_width().wide, wide_slot = side->bus.variant.wide;
        if (wide && !wide_slot) remarks.push_back(who + ": a 64-bit card in a 32-bit slot works with 32 bits.");
        if (!wide && wide_slot) remarks.push_back(who + ": a 32-bit card in a 64-bit slot works with 32 bits.");
        const std::string slow = remark_on_rate(who, *side, e.lines.format);
        if (!slow.empty()) remarks.push_back(slow);
    }
    return remarks;
}

}  // namespace

std::string experiment_path(const std::string& name) {
    const std::string path = find_file(Kind::Experiment, name, ".");
    if (!path.empty()) return path;
    const std::string near = core::nearest_name(name, known_names(Kind::Experiment));
    std::error_code error;
    if (std::filesystem::exists(name, error))
        throw core::ConfigError(name + ": no experiment found, a file NAME.toml or results NAME.json wanted");
    throw core::ConfigError(name + ": no such file found, a TOML file or a name of niclab list experiments wanted" +
                            (near.empty() ? "" : ", perhaps \"" + near + "\""));
}

/// What the file alone would have given: nothing where it is refused without the command line. The files it takes are
/// inputs, too: whoever does the run again compares with them.
static void compare_with_file(Experiment& e, const std::string& path, const InputFiles& files) {
    Experiment alone;
    alone.config = nlohmann::ordered_json::object();
    try {
        alone = read_experiment(path, {}, files);
    } catch (const core::ConfigError&) {
    }
    e.changed = changed_keys(e.parameters, alone.config);
    for (const InputFile& f : alone.inputs) {
        const auto same = [&f](const InputFile& g) {
            return f.role == g.role && f.name == g.name && f.folder == g.folder;
        };
        if (std::none_of(e.inputs.begin(), e.inputs.end(), same)) e.inputs.push_back(f);
    }
}

Experiment read_experiment(const std::string& path, const Overrides& overrides, InputFiles files) {
    const InputFiles untouched = files;
    const std::string file = files.find("experiment", path, ".", [&path] { return path; });
    std::vector<core::ConfigLayer> layers{core::parse_layer(files.text(file), file)};
    for (std::size_t i = 0; i < overrides.assignments.size(); ++i)
        layers.push_back(core::parse_assignment(overrides.assignments[i], static_cast<unsigned>(i + 1)));
    layers.push_back(command_line_layer(overrides));
    core::ConfigTable root(layers);
    Experiment e;
    e.name = std::filesystem::path(path).stem().string();
    read_run(root.table("run"), e);
    e.workload = read_workload(root.table("workload"), files);
    e.client = read_side(root, "client", "pentium133", files);
    e.server = read_side(root, "server", "486dx4_100", files);
    const core::ConfigTable line = root.table("line");
    e.lines = read_lines(line, e.seed);
    check_utopia(line, e);
    e.client.nic().phy.format = e.server.nic().phy.format = e.lines.format;
    e.analyzer = read_analyzer(root.table("analyzer"));
    core::ConfigTable connection = root.table("connection");
    const auto vci =
        static_cast<std::uint16_t>(connection.integer("vci", 0xF40, 32, 4095, "VCI of both directions; VPI 0."));
    connection.done();
    root.done();
    apply_to_applications(e, vci);
    e.remarks = remarks_on(e);
    e.config = root.resolved();
    e.parameters = root.parameters();
    e.inputs = files.used();
    if (overrides.any()) compare_with_file(e, path, untouched);
    return e;
}

}  // namespace niclab::lab
