/// @file A kind of card for its own line, for tests of the laboratory's support of such cards.
///
/// Behaviour: its driver passes packets on without a bus. The card divides them into frames; the
///   line transfers one frame per direction at a time. A complete packet waits to be checked, one
///   packet after the other, and then goes to the driver.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "card/kind.h"
#include "host/netdevice.h"

namespace niclab::test {

inline constexpr std::size_t kFrameOctets = 64;
inline constexpr double kFrameUs = 1, kCheckUs = 10;  ///< Times of the line, and of the card for a packet.

struct Frame {
    card::Unit unit;
    bool first;  ///< Of its packet.
    std::vector<std::uint8_t> octets;
};

class FrameDriver : public host::NetDevice {
public:
    FrameDriver(sc_core::sc_module_name name, host::Port& port) : NetDevice(name, port) {}
    void probe() override { ready_ = true; }
    void open(host::Channel channel) override { inbox(channel); }
    std::size_t room(std::size_t) const override { return 1; }
    bool transmit_idle() const override { return true; }
    void take(host::Channel channel, std::vector<std::uint8_t> packet) {
        deliver({channel, host::PacketStatus::Ok, std::move(packet)});
    }
    std::function<void(host::Channel, const std::vector<std::uint8_t>&)> to_card;

protected:
    void transmit(const std::vector<std::uint8_t>& packet, host::Channel channel, std::uint32_t pdu) override {
        posted(core::now_fs(), {pdu, 0, 0});
        ++stats_.packets_sent;
        to_card(channel, packet);
    }
    void wait_for_work() override {}
    void service() override {}
};

class FrameCard : public card::Card, public card::Engine {
public:
    static constexpr unsigned kBegun = 0, kStored = 0, kChecked = 1;  ///< Events that it reports.

    FrameCard(sc_core::sc_module_name name, FrameDriver& driver) : Card(name), driver_(driver) {
        SC_HAS_PROCESS(FrameCard);
        SC_THREAD(check);
        driver.to_card = [this](host::Channel c, const std::vector<std::uint8_t>& packet) { load(c, packet); };
    }
    Engine& engine() override { return *this; }
    const Engine& engine() const override { return *this; }
    std::uint64_t units_sent() const override { return sent_; }

    const card::CardPath& chain() const override {
        static const card::CardPath halves{
            {{"begun", card::EventKind::Reported, {"on_line", "begun to stored", "line", false, true}, kBegun}},
            {{"stored", card::EventKind::Reported, {"to_checker", "stored to checked", "checker", true, true}, kStored},
             {"checked", card::EventKind::Reported, card::kToProgram, kChecked}},
            {{"on_line", "frame line", card::PlaceKind::Line, {}, "", {}, {"line", "sending_card"}}},
            {{"shelf", "shelf of frames", card::PlaceKind::Store, {}, "", {}, {"receiving_card"}},
             {"to_checker",
              "checker",
              card::PlaceKind::Engine,
              {{"to_checker", "One packet is checked at a time.", {"workload.sizes"}, "those before it", "shelf"}}}}};
        return halves;
    }
    core::Tap<card::Unit, unsigned>& segmented() override { return segmented_; }
    core::Tap<card::Unit, card::UnitOutcome>& unit_outcome() override { return unit_outcome_; }
    core::Tap<std::uint32_t>& doorbell() override { return doorbell_; }
    core::Tap<unsigned>& rx_fifo_filled() override { return rx_fifo_filled_; }
    std::vector<card::FillLevel> fill_levels() override {
        return {card::fill_level(
            "shelf", "frames", [] { return std::size_t{1}; }, rx_fifo_filled_)};
    }
    card::UnitAccount received_units() const override { return {received_, 0, {}}; }

    /// For the line: the oldest frame. To be called while there is one.
    Frame next() {
        Frame frame = std::move(queue_.front());
        queue_.pop_front();
        if (frame.first) sending_reached(core::now_fs(), kBegun, frame.unit.channel);
        return frame;
    }
    bool waits() const { return !queue_.empty(); }
    sc_core::sc_event queued;

    void receive(Frame frame) {
        ++received_;
        unit_outcome_(core::now_fs(), frame.unit, card::UnitOutcome::Stored);
        partial_.insert(partial_.end(), frame.octets.begin(), frame.octets.end());
        if (!frame.unit.last) return;
        receiving_reached(core::now_fs(), kStored, frame.unit.channel, 0);
        whole_.emplace_back(frame.unit.channel, std::exchange(partial_, {}));
        core::fire(stored_);
    }

private:
    void load(host::Channel channel, const std::vector<std::uint8_t>& packet) {
        for (std::size_t at = 0; at < packet.size(); at += kFrameOctets) {
            const std::size_t end = std::min(packet.size(), at + kFrameOctets);
            Frame frame{{channel, end == packet.size()}, at == 0, {}};
            frame.octets.assign(packet.begin() + std::ptrdiff_t(at), packet.begin() + std::ptrdiff_t(end));
            segmented_(core::now_fs(), frame.unit, unsigned(queue_.size()));
            queue_.push_back(std::move(frame));
            ++sent_;
        }
        core::fire(queued);
    }
    void check() {
        for (;;) {
            while (whole_.empty()) wait(stored_);
            wait(kCheckUs, sc_core::SC_US);
            auto [channel, packet] = std::move(whole_.front());
            whole_.pop_front();
            const auto behind =
                std::count_if(whole_.begin(), whole_.end(), [c = channel](const auto& w) { return w.first == c; });
            receiving_reached(core::now_fs(), kChecked, channel, unsigned(behind));
            driver_.take(channel, std::move(packet));
        }
    }

    FrameDriver& driver_;
    core::Tap<card::Unit, unsigned> segmented_;
    core::Tap<card::Unit, card::UnitOutcome> unit_outcome_;
    core::Tap<std::uint32_t> doorbell_;
    core::Tap<unsigned> rx_fifo_filled_;
    std::deque<Frame> queue_;
    std::vector<std::uint8_t> partial_;
    std::deque<std::pair<host::Channel, std::vector<std::uint8_t>>> whole_;
    sc_core::sc_event stored_;
    std::uint64_t sent_ = 0, received_ = 0;
};

class FrameLine : public sc_core::sc_module, public card::Link {
public:
    FrameLine(sc_core::sc_module_name name, const std::array<card::Card*, 2>& ends)
        : sc_module(name), ends_{dynamic_cast<FrameCard*>(ends[0]), dynamic_cast<FrameCard*>(ends[1])} {
        SC_HAS_PROCESS(FrameLine);
        SC_THREAD(to_first);
        SC_THREAD(to_second);
    }
    card::UnitAccount towards(unsigned end) const override {
        return {0, ends_[1 - end]->units_sent() - ends_[end]->received_units().delivered, {}};
    }
    std::vector<Busy> busy(unsigned end) const override { return {{"", busy_[end]}}; }

private:
    void to_first() { carry(0); }
    void to_second() { carry(1); }
    void carry(unsigned end) {
        FrameCard &from = *ends_[1 - end], &to = *ends_[end];
        for (;;) {
            while (!from.waits()) wait(from.queued);
            Frame frame = from.next();
            wait(kFrameUs, sc_core::SC_US);
            busy_[end] += static_cast<core::Femtoseconds>(kFrameUs * 1e9);
            left(core::now_fs(), end, true);
            to.receive(std::move(frame));
        }
    }
    std::array<FrameCard*, 2> ends_;
    std::array<core::Femtoseconds, 2> busy_{};
};

class FrameLinePlan : public card::LinkPlan {
public:
    double clock_hz() const override { return 1e6; }
    std::unique_ptr<card::Link> join(const char* name, const std::array<card::Card*, 2>& ends,
                                     const Phase&) const override {
        return std::make_unique<FrameLine>(name, ends);
    }
};

class FramePlan : public card::Plan {
public:
    std::uint32_t read_driver(core::ConfigTable&) override { return 0; }
    std::unique_ptr<host::NetDevice> make_driver(const char* name, host::Port& port,
                                                 const card::DriverPlace&) const override {
        auto driver = std::make_unique<FrameDriver>(name, port);
        driver_ = driver.get();
        return driver;
    }
    std::unique_ptr<card::Card> make_card(const char* name, const card::Slot&) const override {
        return std::make_unique<FrameCard>(name, *driver_);
    }
    card::StatusRegister status_register() const override { return {}; }
    std::string line() const override { return "frames"; }
    std::string units() const override { return "frames"; }

private:
    mutable FrameDriver* driver_ = nullptr;  ///< Created before its card.
};

}  // namespace niclab::test
