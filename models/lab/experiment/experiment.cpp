#include "lab/experiment/experiment.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cards/board/atm_device.h"
#include "lab/experiment/card_keys.h"
#include "lab/experiment/catalog.h"
#include "lab/experiment/host_keys.h"
#include "lab/experiment/known_name.h"
#include "lab/experiment/layers.h"
#include "lab/experiment/link_and_flow.h"
#include "lab/experiment/network_keys.h"

namespace niclab::lab {

namespace {

constexpr auto kCards = flows::Between::Cards;

std::string read_reference(core::ConfigTable& run) {
    std::string name = run.text("reference", "", "Published table that the results are compared with.");
    if (name.empty() || is_known_name(Kind::Reference, name, ".csv")) return name;
    throw run.refusal("reference", core::unknown_name("table", name, known_names(Kind::Reference, ".csv")));
}

void read_counts(core::ConfigTable run, Experiment& e) {
    e.runs = read_runs(run);
    e.seed = read_seed(run);
}

/// `flow`: for [run] with the description of the only flow.
void read_run(core::ConfigTable run, Experiment& e, FlowConfig* flow) {
    if (flow)
        flow->kind = read_kind(run, "mode", "echo", flows::kinds_between(kCards), "Traffic pattern between the hosts.");
    read_counts(run, e);
    if (run.has("confidence")) e.confidence = read_confidence(run.table("confidence"));
    e.limit_us = run.time_ns("limit", 200e6, 1e3, 1e12, "Maximum simulated time of a run.") * 1e-3;
    e.idle_min_us = run.time_ns("idle_min", 150e3, 130e3, 1e9, "Minimum idle time before a run.") * 1e-3;
    e.idle_max_us = run.time_ns("idle_max", 250e3, 130e3, 1e9, "Maximum idle time before a run.") * 1e-3;
    if (e.idle_max_us < e.idle_min_us) throw run.error("idle_max", "less than run.idle_min", "at least run.idle_min");
    e.reference = read_reference(run);
    if (flow) flow->plan = flows::read_plan(*flow->kind, kCards, run);
    run.done();
}

/// The short form of an experiment with two hosts, a link and a flow: [client], [server], [line],
/// [workload], [connection]. `flow` has the values of [run].
void read_pair(core::ConfigTable& root, Experiment& e, FlowConfig flow, InputFiles& files) {
    flow.workload = read_workload(root.table("workload"), files);
    const std::array<CardEnd, 2> ends{CardEnd{0, 0, "client"}, CardEnd{1, 0, "server"}};
    const std::array<const char*, 2> profiles{"pentium133", "486dx4_100"};
    for (const unsigned k : {0u, 1u}) {
        const std::string& name = ends[k].name;
        const auto station = static_cast<std::uint8_t>(1 + k);
        e.hosts.push_back(read_host({root.table(name), &root, profiles[k], station}, name, {1, 0}, files));
    }
    check_pcie(root, e.hosts);
    add_link(e, ends, root.table("line"), {root.table("server"), "card"});
    e.analyzer = read_analyzer(root.table("analyzer"), {{"client", "server"}});
    core::ConfigTable connection = root.table("connection");
    flow.vci = flow.vci_back =
        static_cast<std::uint16_t>(connection.integer("vci", 0xF40, 32, 4095, "VCI of both directions. The VPI is 0."));
    connection.done();
    flow.name = "flow0";
    check_lengths(e, flow, root.table("workload"));
    e.flows.push_back(std::move(flow));
}

/// The program at one end of a flow.
host::Program program(const Experiment& e, const FlowConfig& flow, unsigned end) {
    host::Program p;
    const HostConfig& host = e.hosts[e.links[flow.link].ends[end].host];
    p.card = e.links[flow.link].ends[end].card;
    host::Application::Config& app = p.application;
    const bool sends_first = end == flow.from;
    app.send = board::channel(0, sends_first ? flow.vci : flow.vci_back);
    app.receive = board::channel(0, sends_first ? flow.vci_back : flow.vci);
    app.protocol = flow.workload.format.protocol;
    app.header_octets = flow.workload.format.header_octets();
    app.serial_marker = host.host.serial_marker;
    app.echo = !sends_first && flow.plan->echoes();
    return p;
}

/// A host's only program is its "application"; one of several also has its flow's name.
void add_programs(Experiment& e) {
    std::vector<unsigned> programs(e.hosts.size());
    for (const FlowConfig& flow : e.flows)
        for (const CardEnd& end : e.links[flow.link].ends) ++programs[end.host];
    for (const FlowConfig& flow : e.flows)
        for (const unsigned end : {0u, 1u}) {
            const std::size_t host = e.links[flow.link].ends[end].host;
            e.hosts[host].host.programs.push_back(program(e, flow, end));
            e.hosts[host].host.programs.back().name = programs[host] == 1 ? "application" : "application_" + flow.name;
        }
}

/// A bus of 32 bits at 33 MHz has 132 MB/s, and at most half of its clocks transfer payload of
/// single cells.
std::string remark_on_rate(const std::string& who, const board::Config& nic, bool wide_card, const BusConfig& bus) {
    const bool wide = wide_card && bus.variant.wide, fast = bus.period_fs < 20'000'000;
    if (nic.phy.format.sts == sonet::kSts3c.sts || wide || fast) return "";
    return who + ": PCI of 32 bits at 33 MHz cannot carry 622.08 Mb/s; the full rate needs 64 bits or 66 MHz.";
}

std::vector<std::string> remarks_on(const Experiment& e) {
    std::vector<std::string> remarks;
    for (const HostConfig& host : e.hosts)
        for (std::size_t k = 0; k < host.cards.size(); ++k) {
            const std::string& who = host.name;
            const bool wide = host.cards[k]->bus_width().wide, wide_slot = host.bus.variant.wide;
            if (wide && !wide_slot) remarks.push_back(who + ": a 64-bit card in a 32-bit slot works with 32 bits.");
            if (!wide && wide_slot) remarks.push_back(who + ": a 32-bit card in a 64-bit slot works with 32 bits.");
            const board::Config* atm = host.atm(k);
            const std::string slow = atm ? remark_on_rate(who, *atm, wide, host.bus) : "";
            if (!slow.empty()) remarks.push_back(slow);
        }
    for (const FlowConfig& flow : e.flows)
        if (!flow.workload.note().empty()) remarks.push_back(flow.workload.note());
    return remarks;
}

}  // namespace

std::string experiment_path(const std::string& name) {
    std::string path = find_file(Kind::Experiment, name, ".");
    if (!path.empty()) return path;
    const std::string near = core::nearest_name(name, known_names(Kind::Experiment));
    std::error_code error;
    if (const std::string results = name + "/results.json"; std::filesystem::is_regular_file(results, error))
        throw core::ConfigError(name + ": a folder of results; expected an experiment, or " + results);
    if (std::filesystem::exists(name, error))
        throw core::ConfigError(name + ": not an experiment; expected a file NAME.toml or results NAME.json");
    throw core::ConfigError("cannot open " + name + ": no such file" +
                            (near.empty() ? "" : " (did you mean \"" + near + "\"?)") +
                            "; expected a TOML file or a name of niclab list experiments");
}

/// Whether an assignment is of a key of read_counts(), as --runs and --seed are.
static bool is_count(const std::string& assignment) {
    const std::string key = assignment.substr(0, assignment.find_first_of(" =\t"));
    return key == "run.runs" || key == "run.seed";
}

/// The values in a file of the keys of read_counts(). No other key depends on them, so the file need
/// not be read again for these. Nothing if the file alone is refused.
static nlohmann::ordered_json runs_and_seed(const core::ConfigLayer& file) {
    Experiment alone;
    core::ConfigTable root({file});
    try {
        read_counts(root.table("run"), alone);
    } catch (const core::ConfigError&) {
        return nlohmann::ordered_json::object();
    }
    return root.resolved();
}

Experiment read_experiment(const std::string& path, const Overrides& overrides, InputFiles files) {
    const InputFiles untouched = files;
    const std::vector<core::ConfigLayer> layers = experiment_layers(path, overrides, files);
    core::ConfigTable root(layers);
    Experiment e;
    const bool lists = spelled_in_lists(root);
    FlowConfig only;
    read_run(root.table("run"), e, lists ? nullptr : &only);
    if (lists)
        read_network(root, e, files);
    else
        read_pair(root, e, std::move(only), files);
    root.done();
    add_programs(e);
    e.remarks = remarks_on(e);
    record_keys(e, path, root, files);
    for (FlowConfig& flow : e.flows) flow.workload.draw(e.seed, flow.name);
    if (!std::all_of(overrides.assignments.begin(), overrides.assignments.end(), is_count))
        compare_with_file(e, [&] { return read_experiment(path, {}, untouched); });
    else if (overrides.any())
        e.changed = changed_keys(e.parameters, runs_and_seed(layers.front()));
    return e;
}

HostConfig& Experiment::host(const std::string& host_name) {
    for (HostConfig& h : hosts)
        if (h.name == host_name) return h;
    throw std::out_of_range("host " + host_name + ": unknown; expected a host of the experiment");
}

const HostConfig& Experiment::host(const std::string& host_name) const {
    return const_cast<Experiment&>(*this).host(host_name);
}

}  // namespace niclab::lab
