#include "probe/wave/watched_bus.h"

#include <fmt/format.h>

#include "base/count_of.h"

namespace niclab::probe {

namespace {

WaveWriter::Config config(const std::string& path) {
    WaveWriter::Config c;
    c.path = path;
    return c;
}

}  // namespace

WatchedBus::WatchedBus(sc_core::sc_module_name name, const core::Clock& clock, pci::Bus& bus, const std::string& path,
                       const std::string& transactions)
    : sc_module(name),
      writer_(config(path)),
      rows_(writer_, bus.basename()),
      violations_(writer_, bus.basename(), clock.period_fs()),
      waves_("waves", writer_, bus.basename(), clock, bus, {}),
      watch_("watch", clock, bus, bus.basename(), {}, &report_) {
    if (!transactions.empty()) csv_ = std::make_unique<PciCsv>(transactions);
    rows_.listen(watch_);
    watch_.account().done = [this, &bus](const PciTransaction& t) {
        writer_.open_at(t.at);
        if (csv_) csv_->row(bus.basename(), t.master < 0 ? "" : bus.masters()[static_cast<std::size_t>(t.master)], t);
    };
    report_.heard = [this](const check::Violation& v) {
        writer_.mark(v.at, std::string(v.rule->id) + "@" + v.where);
        violations_.report(v);
    };
}

void WatchedBus::finish() {
    watch_.finish();
    writer_.finish();
    if (csv_) csv_->finish();
}

std::string WatchedBus::verdict() const {
    std::string text;
    for (const check::Violation& v : report_.violations())
        text += fmt::format("{:.3f} ns: {}: {}; seen: {}: {}\n", double(v.at) * 1e-6, v.rule->id, v.rule->sentence,
                            v.where, v.seen);
    return text + base::count_of(transactions(), "transaction") + ", " + base::count_of(report_.total(), "violation") +
           "\n";
}

std::string WatchedBus::latencies() {
    std::string text;
    for (const PciAccount::Master& m : watch_.account().masters())
        if (m.arbitration.count > 0)
            text +=
                fmt::format("{}: {}, {}; mean clocks: {:.2f} arbitration, {:.2f} acquisition, {:.2f} target\n", m.name,
                            base::count_of(m.arbitration.count, "transaction"), base::count_of(m.dwords, "dword"),
                            m.arbitration.avg(), m.acquisition.avg(), m.target.avg());
    return text;
}

}  // namespace niclab::probe
