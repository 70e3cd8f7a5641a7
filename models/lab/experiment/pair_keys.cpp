#include "lab/experiment/pair_keys.h"

#include "lab/experiment/host_keys.h"
#include "lab/experiment/link_and_flow.h"

namespace niclab::lab {

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
    e.analyzer = read_analyzer(root.table("analyzer"), {"client", "server"});
    core::ConfigTable connection = root.table("connection");
    flow.vci = flow.vci_back =
        static_cast<std::uint16_t>(connection.integer("vci", 0xF40, 32, 4095, "VCI of both directions; VPI 0."));
    connection.done();
    flow.name = "flow0";
    check_lengths(e, flow, root.table("workload"));
    e.flows.push_back(std::move(flow));
}

}  // namespace niclab::lab
