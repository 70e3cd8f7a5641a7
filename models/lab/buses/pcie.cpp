// The PCI Express side of a host. Packets, not pins, are checked.
#include "host/pcie_bridge.h"
#include "lab/buses/bus.h"
#include "probe/pcie/lane_waves.h"
#include "probe/pcie/pcie_csv.h"
#include "probe/pcie/pcie_watch.h"

namespace niclab::lab::buses::pcie {

namespace {

/// The observers of the link of the card, and of that before a switch.
class LinkWatches : public Watch {
public:
    LinkWatches(niclab::pcie::Board& board, const std::string& scope, check::Report* report, probe::PcieCsv* rows) {
        const std::string host = scope.substr(0, scope.rfind('.'));
        add(board, niclab::pcie::BoardLink::Card, host, report, rows);
        if (board.has_switch()) add(board, niclab::pcie::BoardLink::Root, host + ".root", report, rows);
        board.log.activate();
    }
    std::uint64_t checked() const override {
        std::uint64_t tlps = 0;
        for (const Link& link : links_) tlps += link.watch->accepted();
        return tlps;
    }
    void count(const PutCounter& put) const override {
        constexpr core::Femtoseconds kFsPerNs = 1'000'000;
        for (const Link& link : links_) {
            put(link.name + ".pcie." + kUpBusy, link.watch->busy().up / kFsPerNs, "ns",
                "Time with packets from the card on the link.");
            put(link.name + ".pcie." + kDownBusy, link.watch->busy().down / kFsPerNs, "ns",
                "Time with packets to the card on the link.");
        }
    }

    static constexpr const char *kUpBusy = "up_busy_ns", *kDownBusy = "down_busy_ns";

private:
    struct Link {
        std::string name;  ///< In files.
        std::unique_ptr<probe::PcieWatch> watch;
    };
    void add(niclab::pcie::Board& board, niclab::pcie::BoardLink which, const std::string& name, check::Report* report,
             probe::PcieCsv* rows) {
        links_.push_back({name, std::make_unique<probe::PcieWatch>(board, which, name + ".pcie", report)});
        if (rows)
            links_.back().watch->tlp = [rows, name](const niclab::pcie::LinkPacket& packet) {
                rows->row(name, packet);
            };
    }
    std::vector<Link> links_;
};

class PcieBus : public Bus {
public:
    PcieBus(const HostConfig& host, core::Femtoseconds phase, unsigned slot, std::uint64_t seed)
        : board_("pcie", host.pcie, host.host.memory_octets, phase, seed), slot_(slot) {}
    core::Clock& clock() override { return board_.clock; }
    const void* wires() const override { return &board_; }
    void connect(card::Slot& slot) override { slot.buses.add(board_); }
    std::unique_ptr<host::Port> make_bridge(host::Memory& memory, const host::Config&) override {
        return std::make_unique<host::PcieBridge>("pcie_bridge", board_, memory, slot_);
    }
    std::unique_ptr<sc_core::sc_module> make_waves(const std::string& module, probe::WaveSink& sink,
                                                   const std::string& scope) override {
        return std::make_unique<probe::LaneWaves>(module.c_str(), sink, scope, board_);
    }

    void keep_signal_level() override { board_.enter_signal_level(); }
    /// `rows`: of kind().
    std::unique_ptr<Watch> make_watch(const std::string&, const std::string& scope, check::Report* report,
                                      core::SortedRows* rows) override {
        return std::make_unique<LinkWatches>(board_, scope, report, static_cast<probe::PcieCsv*>(rows));
    }

private:
    niclab::pcie::Board board_;
    unsigned slot_;
};

}  // namespace

const Kind& kind() {
    static const Kind kind{
        niclab::pcie::Board::kKind,
        niclab::pcie::Board::kKind.id,
        niclab::pcie::Board::kKind.title,
        {"pcie"},
        [](const HostConfig& host) { return host.pcie.card_clock; },
        [](const HostConfig& host, core::Femtoseconds phase, unsigned slot,
           std::uint64_t seed) -> std::unique_ptr<Bus> { return std::make_unique<PcieBus>(host, phase, slot, seed); },
        {{"UP", "Symbol of a lane to the root: an octet; bit 8 marks a special symbol."},
         {"DOWN", "Symbol of a lane to the card: an octet; bit 8 marks a special symbol."}},
        {},
        Table{"pcie.csv", "One row per TLP on a link of PCI Express.", probe::pcie_columns,
              [](const std::string& path) -> std::unique_ptr<core::SortedRows> {
                  return std::make_unique<probe::PcieCsv>(path);
              }},
        {{LinkWatches::kUpBusy, "PCI Express from the card"}, {LinkWatches::kDownBusy, "PCI Express to the card"}}};
    return kind;
}

}  // namespace niclab::lab::buses::pcie
