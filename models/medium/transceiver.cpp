#include "medium/transceiver.h"

#include <algorithm>
#include <cassert>
#include <stdexcept>

namespace niclab::medium {

namespace {
constexpr core::Femtoseconds kTenMegabits = 99'000'000;  ///< No bit of 10 Mb/s is shorter, whatever its oscillator.
}

/// Samples TXEN and TXD at edges of TXC.
class Transceiver::Transmit : public core::Clocked {
public:
    Transmit(sc_core::sc_module_name name, core::Clock& txc, Transceiver& owner);
    void suspend() { halt(); }
    std::vector<std::uint8_t>& symbols() { return signal_->symbols; }
    void resume() { wake(); }

private:
    void on_clock();
    void on_enable() { count_call(), wake(); }
    void begin(core::Femtoseconds at);

    Transceiver& owner_;
    std::shared_ptr<Transmission> signal_;  ///< Under way.
    unsigned lost_ = 0;                     ///< Symbols of it.
};

/// Drives the received symbols at edges of RXC.
class Transceiver::Receive : public core::Clocked {
public:
    Receive(sc_core::sc_module_name name, core::Clock& rxc, Transceiver& owner);
    /// A signal has begun on an idle line.
    void lock(const Signal& signal);
    /// It follows a signal.
    bool locked() const { return locked_; }
    bool follows(const Heard& signal) const { return locked_ && first_.signal == signal; }
    void suspend() { halt(); }
    bool has_come(std::size_t edges) const { return index_ + edges <= first_.signal->symbols.size(); }
    const std::uint8_t* receive(std::size_t edges);
    const std::uint8_t* received(std::size_t edges) const { return first_.signal->symbols.data() + index_ - edges; }
    void resume() { wake(), core::fire_at_once(return_); }

private:
    void on_clock();
    /// This side, as the only writer of its pins, reacts to a new signal.
    void on_lock();
    void on_return();
    void put(std::uint8_t symbol);

    Transceiver& owner_;
    Signal first_;           ///< The signal that determines its clock.
    std::size_t index_ = 0;  ///< Index of the symbol on the pins.
    std::uint8_t driven_ = 0;
    bool locked_ = false;
    sc_core::sc_event locking_, return_;
};

Transceiver::Transceiver(sc_core::sc_module_name name, core::Clock& txc, core::Clock& rxc, Segment& segment,
                         double at_m, const TransceiverConfig& config)
    : sc_module(name), config_(config), segment_(segment), tap_(segment.attach(*this, at_m)) {
    SC_HAS_PROCESS(Transceiver);
    if (config.sqe_test && !config.full_duplex && txc.period_fs() < kTenMegabits)
        throw std::invalid_argument(std::string(this->name()) + ": an SQE test at another rate; expected 10 Mb/s");
    SC_METHOD(on_collision_seen);
    sensitive << collision_event_;
    dont_initialize();
    SC_METHOD(on_sqe);
    sensitive << sqe_event_;
    dont_initialize();
    transmit_ = std::make_unique<Transmit>("transmit", txc, *this);
    receive_ = std::make_unique<Receive>("receive", rxc, *this);
}

Transceiver::~Transceiver() = default;

std::uint8_t Transceiver::Signal::at(core::Femtoseconds t) const {
    const std::size_t k = (t - arrived) / signal->period;
    return k < signal->symbols.size() ? signal->symbols[k] : 0;
}

/// The kernel may report its end before or after the edges of the same time, so neither is used.
bool Transceiver::Signal::lasts(core::Femtoseconds t) const {
    return !signal->over || t < arrived + signal->symbols.size() * signal->period;
}

void Transceiver::own_begins(const Heard& signal) {
    own_ = signal, sending_ = true;
    segment_.launch(tap_, signal);
    look_for_collision();
    begins();
}

void Transceiver::own_ends() {
    sending_ = false;
    segment_.finish(tap_, own_);
    look_for_collision();
    if (!config_.sqe_test || config_.full_duplex) return;
    core::fire(sqe_event_, from_ns(config_.sqe_delay_ns));
    sqe_due_ = true;
}

void Transceiver::signal_begins(const Heard& signal) {
    ++calls_;
    if (!hears(signal)) return;
    heard_.push_back({signal, core::now_fs()});
    pins.crs->write(true);
    if (!receive_->locked()) receive_->lock(heard_.back());
    look_for_collision();
}

void Transceiver::signal_ends(const Heard& signal) {
    ++calls_;
    const auto it = std::find_if(heard_.begin(), heard_.end(), [&](const Signal& s) { return s.signal == signal; });
    if (it == heard_.end()) return;
    heard_.erase(it);
    pins.crs->write(!heard_.empty());
    look_for_collision();
}

void Transceiver::look_for_collision() {
    const auto foreign = std::count_if(heard_.begin(), heard_.end(), [&](const Signal& s) { return s.signal != own_; });
    const bool now = !config_.full_duplex &&
                     ((sending_ && foreign > 0) || (config_.receive_mode && heard_.size() > 1 && foreign > 0));
    if (now == collision_) return;
    collision_ = now;
    core::fire(collision_event_, from_ns(config_.collision_delay_ns));
}

/// An earlier change that is still under way is followed by this one: the kernel keeps the earlier
/// time, and the level is that of the cable.
void Transceiver::on_collision_seen() {
    ++calls_;
    collision_seen_ = collision_;
    pins.col->write(collision_seen_ || sqe_);
}

void Transceiver::on_sqe() {
    ++calls_;
    sqe_ = !sqe_, sqe_due_ = false;
    if (sqe_) core::fire(sqe_event_, from_ns(config_.sqe_pulse_ns));
    pins.col->write(collision_seen_ || sqe_);
}

Transceiver::Transmit::Transmit(sc_core::sc_module_name name, core::Clock& txc, Transceiver& owner)
    : Clocked(name, txc), owner_(owner) {
    SC_HAS_PROCESS(Transmit);
    call_at_edges<&Transmit::on_clock>(*this);
    SC_METHOD(on_enable);
    sensitive << owner.pins.txen;
    dont_initialize();
}

void Transceiver::Transmit::begin(core::Femtoseconds at) {
    signal_ = std::make_shared<Transmission>();
    signal_->begin = at + from_ns(owner_.config_.transmit_delay_ns);
    signal_->period = clock().period_fs();
    owner_.own_begins(signal_);
}

void Transceiver::Transmit::on_clock() {
    if (owner_.pins.txen->read()) {
        if (!signal_ && lost_++ < owner_.config_.lost_symbols) return;
        if (!signal_) begin(core::now_fs());
        signal_->symbols.push_back(owner_.pins.txd->read());
        return;
    }
    if (signal_) signal_->over = true, owner_.own_ends(), signal_.reset();
    lost_ = 0;
    sleep();
}

Transceiver::Receive::Receive(sc_core::sc_module_name name, core::Clock& rxc, Transceiver& owner)
    : Clocked(name, rxc), owner_(owner) {
    SC_HAS_PROCESS(Receive);
    call_at_edges<&Receive::on_clock>(*this);
    SC_METHOD(on_lock);
    sensitive << locking_;
    dont_initialize();
    SC_METHOD(on_return);
    sensitive << return_;
    dont_initialize();
}

void Transceiver::Receive::lock(const Signal& signal) {
    const core::Femtoseconds now = core::now_fs(), period = signal.signal->period;
    const core::Femtoseconds next = clock().edge_after(now);
    clock().slip(now + period > next ? now + period - next : 0);
    if (period != clock().period_fs()) clock().retune(period);
    first_ = signal, index_ = 0, locked_ = true;
    core::fire_at_once(locking_);
}

void Transceiver::Receive::on_lock() {
    count_call();
    put(first_.signal->symbols.empty() ? 0 : first_.signal->symbols[0]);
    owner_.pins.rxdv->write(true);
    wake();
}

void Transceiver::Receive::put(std::uint8_t symbol) {
    if (symbol != driven_) owner_.pins.rxd->write(symbol);
    driven_ = symbol;
}

void Transceiver::Receive::on_clock() {
    if (!locked_) return sleep();
    ++index_;
    const core::Femtoseconds now = core::now_fs();
    bool present = first_.lasts(now);
    std::uint8_t symbol = present ? first_.signal->symbols[index_] : 0;
    for (const Signal& s : owner_.heard_)
        if (s.signal != first_.signal && s.lasts(now)) symbol ^= s.at(now), present = true;
    if (present) return put(symbol);
    locked_ = false;
    owner_.pins.rxdv->write(false);
    sleep();
}

bool Transceiver::follows_one() const {
    return heard_.size() == 1 && heard_.front().arrived < core::now_fs() && receive_->follows(heard_.front().signal);
}

void Transceiver::suspend_sending() { transmit_->suspend(); }

void Transceiver::suspend_receiving() { receive_->suspend(); }

std::vector<std::uint8_t>& Transceiver::symbols() { return transmit_->symbols(); }

bool Transceiver::has_come(std::size_t edges) const { return receive_->has_come(edges); }

const std::uint8_t* Transceiver::receive(std::size_t edges) { return receive_->receive(edges); }

const std::uint8_t* Transceiver::received(std::size_t edges) const { return receive_->received(edges); }

void Transceiver::resume_sending() { transmit_->resume(); }

void Transceiver::resume_receiving() { receive_->resume(); }

/// The one on the pins is the first that the MAC samples.
const std::uint8_t* Transceiver::Receive::receive(std::size_t edges) {
    assert(has_come(edges));
    index_ += edges;
    return received(edges);
}

void Transceiver::Receive::on_return() {
    count_call();
    put(first_.signal->symbols[index_]);
}

}  // namespace niclab::medium
