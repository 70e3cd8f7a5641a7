#include "probe/wave/watched_bus.h"

#include <fmt/format.h>

namespace niclab::probe {

namespace {

WaveWriter::Config config(const std::string& path) {
    WaveWriter::Config c;
    c.path = path;
    return c;
}

}  // namespace

WatchedBus::WatchedBus(sc_core::sc_module_name name, const core::Clock& clock, pci::Bus& bus, const std::string& path)
    : sc_module(name),
      writer_(config(path)),
      rows_(writer_, bus.basename()),
      violations_(writer_, bus.basename(), clock.period_fs()),
      waves_("waves", writer_, bus.basename(), clock, bus, {}),
      watch_("watch", clock, bus, bus.basename(), {}, &report_) {
    rows_.listen(watch_);
    watch_.account().done = [this](const PciTransaction& t) { writer_.open_at(t.at); };
    report_.heard = [this](const check::Violation& v) {
        writer_.mark(v.at, std::string(v.rule->id) + "@" + v.where);
        violations_.tell(v);
    };
}

void WatchedBus::finish() {
    watch_.finish();
    writer_.finish();
}

std::string WatchedBus::verdict() const {
    std::string text;
    for (const check::Violation& v : report_.violations())
        text += fmt::format("{:.3f} ns: {}: {}; seen: {}: {}\n", double(v.at) * 1e-6, v.rule->id, v.rule->sentence,
                            v.where, v.seen);
    return text + fmt::format("{} transactions, {} violations\n", transactions(), report_.total());
}

}  // namespace niclab::probe
