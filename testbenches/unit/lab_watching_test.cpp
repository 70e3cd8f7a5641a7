// Observers change nothing: with every observer and with none the same octets leave every card.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "core/contexts.h"
#include "lab/experiment/catalog.h"
#include "lab/run/runner.h"
#include "support/temporary_folder.h"

namespace niclab::lab {
namespace {

struct Case {
    const char* name;
    const char* experiment;
    std::vector<std::string> assignments;
};
std::ostream& operator<<(std::ostream& os, const Case& c) { return os << c.name; }

std::string digests_of(const Case& c, bool observe, const std::string& folder) {
    Overrides overrides;
    overrides.assignments = c.assignments;
    const Experiment e = read_experiment(find_file(Kind::Experiment, c.experiment, "."), overrides);
    RunOptions options;
    options.digest_lines = true;
    options.observe = observe;
    options.vcd = folder + "/wave.vcd";
    options.pci_csv = folder + "/pci.csv";
    options.pcap = folder + "/capture.pcapng";
    options.pcap_taps = "cells,pdus,sent_pdus,packets,line_cells,frames";
    options.first_packet = folder + "/first.vcd";
    options.occupancy = true;
    const Results results = run(e, options);
    std::ostringstream text;
    for (const auto& [direction, digest] : results.line_digests) text << direction << ' ' << digest << '\n';
    return text.str() + std::to_string(results.runs) + " runs, " + std::to_string(results.simulated_us) + " us\n";
}

/// In a context of its own: a context has one simulation.
std::string in_context(const Case& c, bool observe, const std::string& folder) {
    sc_core::sc_simcontext* const before = sc_core::sc_get_curr_simcontext();
    const core::Context alone(new sc_core::sc_simcontext);
    sc_core::sc_curr_simcontext = alone.get();
    std::string text = digests_of(c, observe, folder);
    sc_core::sc_curr_simcontext = before;
    return text;
}

class Watching : public ::testing::TestWithParam<Case> {};

TEST_P(Watching, ChangesNoOctetOnAnyLine) {
    const test::TemporaryFolder made;
    const std::string& folder = made.path();
    const std::string watched = in_context(GetParam(), true, folder), alone = in_context(GetParam(), false, folder);
    EXPECT_NE(watched.find("runs"), std::string::npos);
    EXPECT_EQ(watched, alone);
}

INSTANTIATE_TEST_SUITE_P(
    Experiments, Watching,
    ::testing::Values(Case{"echo", "echo", {"run.runs=2"}}, Case{"transmit", "transmit", {"run.runs=2"}},
                      Case{"stream", "stream", {"workload.count=10"}}, Case{"busy_bus", "busy_bus", {"run.runs=1"}},
                      Case{"placed_errors",
                           "transmit",
                           {"run.runs=2", "workload.sizes=[400]", "line.to_server.errors=[\"cell 2 octet 7 bit 0\"]"}},
                      Case{"noise", "noisy_line", {"run.runs=2", "workload.count=20"}},
                      Case{
                          "host_tables", "echo", {"run.runs=2", "client.card=hostmem_sar", "server.card=pca200e_like"}},
                      Case{"star", "star", {"run.runs=1", "flow.pushed.sizes=[1]"}},
                      Case{"two_flows", "two_flows", {"run.runs=1", "flow.fill.count=20", "flow.echo.count=3"}}),
    [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace niclab::lab
