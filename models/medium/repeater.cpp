#include "medium/repeater.h"

#include <algorithm>

namespace niclab::medium {

namespace {
constexpr unsigned kPreambleBits = 62, kShortest = 96;
constexpr std::uint8_t kSfd = 0xD5;
}  // namespace

/// One end of a cable at the repeater: the received and the launched signals.
class Repeater::Port : public Listener {
public:
    Port(Repeater& owner, Segment& segment, double at_m)
        : owner_(owner), segment_(segment), tap_(segment.attach(*this, at_m)) {}

    void signal_begins(const Heard& signal) override {
        if (signal == own_) return;
        heard_.push_back({signal, core::now_fs()});
        owner_.wake();
    }
    void signal_ends(const Heard& signal) override {
        heard_.erase(std::remove_if(heard_.begin(), heard_.end(), [&](const Arrived& a) { return a.signal == signal; }),
                     heard_.end());
    }
    core::Femtoseconds receive_delay() const override { return 0; }
    unsigned signals() const { return unsigned(heard_.size()); }

    /// The signal that came first, and its symbols up to now; it may have ended.
    void follow() { followed_ = heard_.front(); }
    bool whole(core::Femtoseconds now) const {
        return followed_.signal->over && arrived(now) == followed_.signal->symbols.size();
    }
    std::size_t arrived(core::Femtoseconds now) const {
        const core::Femtoseconds since = now - followed_.at;
        return std::min<std::size_t>(since / followed_.signal->period, followed_.signal->symbols.size());
    }
    std::uint8_t symbol(std::size_t k) const { return followed_.signal->symbols[k]; }

    void launch(bool bit, core::Femtoseconds period) {
        if (!launched_) {
            launched_ = std::make_shared<Transmission>();
            launched_->begin = core::now_fs() + 1, launched_->period = period;
            own_ = launched_;
            segment_.launch(tap_, own_);
        }
        launched_->symbols.push_back(bit);
    }
    void finish() {
        if (!launched_) return;
        launched_->over = true;
        segment_.finish(tap_, own_);
        launched_.reset();
    }

private:
    struct Arrived {
        Heard signal;
        core::Femtoseconds at;
    };
    Repeater& owner_;
    Segment& segment_;
    unsigned tap_;
    std::vector<Arrived> heard_;
    Arrived followed_{};
    Heard own_;
    std::shared_ptr<Transmission> launched_;
};

Repeater::Repeater(sc_core::sc_module_name name, core::Clock& clock, const RepeaterConfig& config)
    : Clocked(name, clock), config_(config) {
    call_at_edges<&Repeater::on_clock>(*this);
}

Repeater::~Repeater() = default;

void Repeater::attach(Segment& segment, double at_m) { ports_.push_back(std::make_unique<Port>(*this, segment, at_m)); }

unsigned Repeater::active() const {
    return unsigned(std::count_if(ports_.begin(), ports_.end(), [](const auto& p) { return p->signals() > 0; }));
}

void Repeater::on_clock() {
    if (state_ == State::Idle) {
        if (active() == 0) {
            waited_ = 0;
            return sleep();
        }
        if (++waited_ < config_.start_symbols) return;
        begin();
    }
    if (state_ == State::Repeating && collide()) state_ = State::Jam, sent_ = 0, ++stats_.collisions;
    if (state_ == State::Jam) return jam();
    send(*ports_[source_], core::now_fs());
}

void Repeater::run(core::Femtoseconds first, std::uint64_t edges) {
    for (std::uint64_t k = 0; k < edges; ++k) send(*ports_[source_], first + k * clock().period_fs());
}

/// A signal comes in at another port than the repeated one.
bool Repeater::collide() const {
    for (std::size_t k = 0; k < ports_.size(); ++k)
        if (ports_[k]->signals() > (k == source_ ? 1u : 0u)) return true;
    return false;
}

void Repeater::begin() {
    const auto first = std::find_if(ports_.begin(), ports_.end(), [](const auto& p) { return p->signals() > 0; });
    source_ = std::size_t(first - ports_.begin());
    (*first)->follow();
    state_ = State::Repeating, waited_ = 0, sent_ = 0;
    next_ = searched_ = 0, last_ = 0, ones_ = 0, extending_ = false;
    ++stats_.frames;
}

void Repeater::send(Port& source, core::Femtoseconds at) {
    bool bit = preamble();
    const bool over = source.whole(at);
    if (ones_ < 2) {
        // Preamble continues until there is data: a source that begins to send data does not pause.
        const bool ready = sent_ >= kPreambleBits && sent_ % 2 == 0 && (primed(source, at) || over);
        if (ones_ == 1 || ready) bit = true, ++ones_;
    } else if (next_ > 0 && next_ < source.arrived(at)) {
        bit = source.symbol(next_++);
    } else if (over && sent_ >= kShortest) {
        return stop();
    } else {
        stats_.extended += over && !extending_, extending_ = over;
    }
    for (std::size_t k = 0; k < ports_.size(); ++k)
        if (k != source_) ports_[k]->launch(bit, clock().period_fs());
    ++sent_;
}

/// The SFD was found, and some bits after it.
bool Repeater::primed(const Port& source, core::Femtoseconds at) {
    const std::size_t here = source.arrived(at);
    for (; next_ == 0 && searched_ < here; ++searched_) {
        last_ = std::uint8_t(last_ >> 1 | source.symbol(searched_) << 7);
        if (last_ == kSfd) next_ = searched_ + 1;
    }
    return next_ > 0 && next_ + config_.hold_symbols <= here;
}

/// To all ports while signals overlap, then to all except the remaining one.
void Repeater::jam() {
    const unsigned ports = active();
    if (ports == 0 && sent_ >= kShortest) return stop();
    for (auto& p : ports_) {
        if (ports == 1 && p->signals() > 0 && sent_ >= kShortest)
            p->finish();
        else
            p->launch(preamble(), clock().period_fs());
    }
    ++sent_;
}

void Repeater::stop() {
    for (auto& p : ports_) p->finish();
    state_ = State::Idle;
}

void Repeater::describe(core::StatsVisitor& v) const {
    v.counter("frames", stats_.frames, "frames", "Signals that were repeated, fragments among them.");
    v.counter("collisions", stats_.collisions, "events", "Signals that met.");
    v.counter("extended", stats_.extended, "frames", "Fragments lengthened to 96 bits.");
}

}  // namespace niclab::medium
