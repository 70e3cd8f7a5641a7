// [[flow]] between hosts with a TCP: the keys of all kinds. Those of one kind are in apps/kinds.
#include "lab/experiment/traffic_ethernet.h"
#include "lab/experiment/traffic_keys.h"

namespace niclab::lab {

TrafficFlow read_traffic_flow(core::ConfigTable t, const std::string& name, const Traffic& traffic) {
    TrafficFlow f;
    f.name = name;
    f.kind = read_kind(t, "kind", "tcp_stream", apps::kinds(), "What the programs do.");
    const std::vector<std::string> hosts = names_of(traffic.hosts);
    f.from = index_of_name(t, "from", t.text("from", "", "Host that begins."), "host", hosts);
    f.to = index_of_name(t, "to", t.text("to", "", "Host it talks to; the same: the loop-back."), "host", hosts);
    if (f.from != f.to && find_path(traffic, f.from, f.to).empty())
        throw t.error("to", "no path from " + hosts[f.from] + " to " + hosts[f.to],
                      "[[link]] tables that connect them");
    if (f.from != f.to) check_way(t, traffic, f.from, f.to);
    f.start = base::from_us(t.time_ns("start", 0, 0, 1e12, "After the begin of the run.") * 1e-3);
    const auto duration = base::from_us(
        t.time_ns("duration", base::to_us(traffic.duration) * 1e3, 1, 1e13, "Time of the measurement.") * 1e-3);
    f.plan = f.kind->read(t, duration);
    t.done();
    return f;
}

}  // namespace niclab::lab
