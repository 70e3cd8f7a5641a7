#include "two_machines.h"

#include "lab/experiment/catalog.h"

namespace niclab::linux_kernel {

namespace {

lab::Experiment experiment_of(const TwoMachines::Config& config) {
    lab::Overrides overrides;
    overrides.assignments = config.assignments;
    lab::Experiment e = lab::read_experiment(lab::find_file(lab::Kind::Experiment, "stream", "."), overrides);
    for (lab::HostConfig& host : e.hosts) {
        host.foreign_driver = host.name == "client" || !config.own_server;
        host.host.memory_octets = config.memory_octets;
    }
    return e;
}

Machine::Config machine_config(const TwoMachines::Config& config, bool client) {
    Machine::Config c;
    c.module = config.module;
    c.parameters = config.parameters;
    c.jiffy_us = config.jiffy_us;
    c.debug = config.debug;
    c.cpus = config.cpus, c.seed = config.seed;
    if (client) c.fail_nth = config.fail_nth;
    return c;
}

}  // namespace

TwoMachines::TwoMachines(const Config& config)
    : MachinePair(config.interrupted),
      experiment_(experiment_of(config)),
      own_server_(config.own_server),
      bench(experiment_),
      client("linux_client", client_node.host.bridge, machine_config(config, true)),
      server("linux_server", server_node.host.bridge, machine_config(config, false)),
      checkers_(bench, true, "") {
    machines_ = {&client, &server};
}

void TwoMachines::load() {
    client.post([this] { client.load(); });
    if (!own_server_) server.post([this] { server.load(); });
    finish();
    while (own_server_ && !server_node.host.program().ready()) pass(kSliceUs);
    while (!client_node.nic().phy.in_sync() || !server_node.nic().phy.in_sync()) pass(kSliceUs);
}

std::vector<std::string> TwoMachines::violations() const {
    lab::Results results;
    checkers_.report(results);
    std::vector<std::string> sentences;
    for (const auto& [name, check] : results.checks)
        for (const auto& v : check.violations) sentences.push_back(v.rule + " at " + v.where + ": " + v.what);
    return sentences;
}

}  // namespace niclab::linux_kernel
