#include "pcie/bench/trial.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/random.h"

namespace niclab::pcie {

namespace {

constexpr unsigned kOutstanding = 80, kLatencyTransfers = 600, kRandomTransfers = 3000, kGoodputTransfers = 2000,
                   kWarmUpShare = 5;
constexpr std::uint64_t kLowBase = 16u << 20, kHighBase = 2 * kFourGib;

double ns(Femtoseconds time) { return double(time) * 1e-6; }

/// The addresses of transfers.
class Addresses {
public:
    explicit Addresses(const TrialConfig& config)
        : config_(config),
          random_(config.seed, "addresses"),
          unit_((config.offset + config.size + kLineOctets - 1) / kLineOctets * kLineOctets),
          units_(config.window / unit_) {
        // Within a page's worth of units every phase to a page occurs.
        for (std::uint64_t k = 0; k < std::min<std::uint64_t>(units_, kPageOctets); ++k)
            if (fits(k)) return;
        throw std::invalid_argument("window = " + std::to_string(config.window) +
                                    ": no place for a transfer; expected one that crosses no 4 KiB");
    }
    std::uint64_t next() {
        std::uint64_t k = 0;
        do {
            k = config_.in_order ? order_++ % units_ : std::uint64_t(random_.uniform(0, std::int64_t(units_) - 1));
        } while (!fits(k));
        return (config_.above_4gib ? kHighBase : kLowBase) + k * unit_ + config_.offset;
    }

private:
    bool fits(std::uint64_t k) const {
        return (k * unit_ + config_.offset) % kPageOctets + config_.size <= kPageOctets;
    }
    const TrialConfig& config_;
    base::RandomStream random_;
    const std::uint64_t unit_, units_;
    std::uint64_t order_ = 0;
};

LinkEndConfig end_of(const TrialConfig& c, bool card) {
    LinkEndConfig end;
    end.lanes = c.lanes;
    end.gap_octets = c.gap_octets;
    if (card) {
        end.padding_octets = c.padding_octets;
        for (Credits& credits : end.credits) credits = {0, 0};
    }
    end.tlp_errors = c.tlp_errors;
    end.dllp_errors = c.dllp_errors;
    return end;
}

DmaEngineConfig engine_of(const TrialConfig& c) {
    DmaEngineConfig engine = c.engine;
    if (c.experiment.rfind("lat_cmd", 0) == 0) engine.engine = engine.landing = 0;
    return engine;
}

unsigned transfers_of(const TrialConfig& c) {
    if (is_bandwidth(c.experiment)) return kGoodputTransfers;
    return c.in_order ? kLatencyTransfers : kRandomTransfers;
}

class Trial {
public:
    explicit Trial(const TrialConfig& c)
        : config_(c),
          addresses_(c),
          card_end_(queue_, end_of(c, true), c.seed, "card"),
          root_end_(queue_, end_of(c, false), c.seed, "root"),
          memory_(c.memory, c.above_4gib ? kHighBase : kLowBase, c.window),
          iommu_(c.iommu),
          root_(queue_, c.root, root_end_, memory_, iommu_),
          engine_(queue_, engine_of(c), card_end_),
          bandwidth_(is_bandwidth(c.experiment)),
          total_(c.transfers ? c.transfers : transfers_of(c)),
          started_(bandwidth_ ? kOutstanding : 1) {
        card_end_.connect(root_end_, engine_);
        root_end_.connect(card_end_, root_);
        if (c.warm) memory_.warm();
        engine_.done = [this](const DmaEngine::Done& done) { finish(done); };
    }

    TrialResult run() {
        for (unsigned slot = 0; slot < started_.size(); ++slot) start(slot);
        while (done_ < total_) {
            if (queue_.next() == base::kNever) throw std::logic_error("pcie: transfers without an end");
            queue_.run(queue_.next());
        }
        result_.card = card_end_.stats();
        result_.host = root_end_.stats();
        result_.iommu = iommu_.stats();
        std::sort(result_.latencies_ns.begin(), result_.latencies_ns.end());
        if (bandwidth_) {
            const double transfers = double(total_ - total_ / kWarmUpShare);
            const double directions = config_.experiment == "bw_dma_rw" ? 2 : 1;
            result_.goodput_gbit_s = transfers * config_.size * 8 / directions / ns(queue_.now() - measured_from_);
        }
        return std::move(result_);
    }

private:
    struct Started {
        Femtoseconds at = 0, write_until = 0;
        std::uint64_t address = 0;
        bool writes = false;
    };

    void start(unsigned slot) {
        if (issued_ == total_) return;
        const bool both = config_.experiment == "bw_dma_rw", writes_all = config_.experiment == "bw_dma_wr";
        const bool writes_first = config_.experiment == "lat_dma_wrrd" || config_.experiment == "lat_cmd_wrrd";
        Started& s = started_[slot];
        s = {queue_.now(), queue_.now(), addresses_.next(), writes_first};
        const bool write = writes_all || writes_first || (both && issued_ % 2 == 0);
        ++issued_;
        engine_.start(slot, write ? Direction::Write : Direction::Read, s.address, config_.size);
    }

    void finish(const DmaEngine::Done& done) {
        Started& s = started_[done.slot];
        if (s.writes) {
            s.writes = false;
            s.write_until = queue_.now();
            return engine_.start(done.slot, Direction::Read, s.address, config_.size);
        }
        ++done_;
        if (done_ == total_ / kWarmUpShare) measured_from_ = queue_.now();
        if (!bandwidth_ && done_ > total_ / 2) add(s, done);
        start(done.slot);
    }

    void add(const Started& s, const DmaEngine::Done& done) {
        const double share = 1.0 / double(total_ - total_ / 2);
        const auto span = [&done](Stamp from, Stamp to) {
            return ns(done.stamps[unsigned(to)] - done.stamps[unsigned(from)]);
        };
        const double fetch = span(Stamp::Translated, Stamp::Fetched), root = ns(config_.root.latency);
        Spans& m = result_.spans;
        m.write += share * ns(s.write_until - s.at);
        m.engine += share * (ns(done.stamps[unsigned(Stamp::Asked)] - s.write_until) + ns(queue_.now() - done.landed));
        m.tag += share * span(Stamp::Asked, Stamp::Tagged);
        m.request_wait += share * span(Stamp::Tagged, Stamp::Begun);
        m.request += share * span(Stamp::Begun, Stamp::Arrived);
        m.iommu += share * span(Stamp::Arrived, Stamp::Translated);
        m.root += share * root;
        m.memory += share * (fetch - root);
        m.combine += share * span(Stamp::Fetched, Stamp::Picked);
        m.completion += share * span(Stamp::Picked, Stamp::Delivered);
        m.landing += share * ns(done.landed - done.stamps[unsigned(Stamp::Delivered)]);
        result_.latencies_ns.push_back(ns(queue_.now() - s.at));
    }

    const TrialConfig config_;
    Addresses addresses_;
    base::EventQueue queue_;
    LinkEnd card_end_, root_end_;
    HostMemory memory_;
    Iommu iommu_;
    RootComplex root_;
    DmaEngine engine_;
    const bool bandwidth_;
    const unsigned total_;
    std::vector<Started> started_;
    unsigned issued_ = 0, done_ = 0;
    Femtoseconds measured_from_ = 0;
    TrialResult result_;
};

}  // namespace

const std::vector<std::string>& experiment_names() {
    static const std::vector<std::string> names = {"lat_dma_rd", "lat_dma_wrrd", "lat_cmd_rd", "lat_cmd_wrrd",
                                                   "bw_dma_rd",  "bw_dma_wr",    "bw_dma_rw"};
    return names;
}

bool is_bandwidth(const std::string& experiment) { return experiment.rfind("bw_", 0) == 0; }

double TrialResult::quantile(double share) const {
    if (latencies_ns.empty()) throw std::logic_error("pcie: no latency was measured; expected a lat_ experiment");
    const auto last = double(latencies_ns.size() - 1);
    return latencies_ns[static_cast<std::size_t>(std::llround(share * last))];
}

TrialResult run_trial(const TrialConfig& config) { return Trial(config).run(); }

}  // namespace niclab::pcie
