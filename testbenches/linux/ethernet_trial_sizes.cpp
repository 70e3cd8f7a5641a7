// Steps with other sizes of frames: an MTU, and the tag of a VLAN.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "ethernet_trial.h"
#include "trial_frames.h"

namespace niclab::linux_kernel {

namespace {

constexpr std::size_t kTag = 4, kLongestTagged = kLongest + kTag;

constexpr std::uint16_t kVlan = 5;

/// A frame of this VLAN, with `octets` in all.
Frame tagged(const Address& to, const Address& from, std::size_t octets, base::RandomStream& random) {
    constexpr std::array<std::uint8_t, kTag> kTagOctets{0x81, 0x00, 0x00, kVlan};
    Frame frame = frame_to(to, from, octets - kTag, random);
    frame.insert(frame.begin() + 2 * ETH_ALEN, kTagOctets.begin(), kTagOctets.end());
    return frame;
}

}  // namespace

/// Both stations get the MTU while they are open, and are opened again: some drivers use it then.
Trial::Step EthernetTrial::mtu() {
    constexpr unsigned kSmaller = 600, kUsual = ETH_DATA_LEN;
    base::RandomStream random(config_.seed, "ethernet_trial_mtu");
    const net_device& device = *bench_.client.ethernet.device();
    int result = 0;
    const auto set = [&](unsigned mtu, bool again) {
        for (Machine* machine : bench_.machines()) {
            machine->post([machine, mtu, again, &result] {
                result = std::min(result, machine->ethernet.set_mtu(mtu));
                if (!again) return;
                machine->ethernet.close();
                machine->ethernet.open();
            });
            bench_.finish();
        }
        bench_.pass(again ? config_.kind.medium_us : 0);
    };
    /// Frames of up to this MTU that arrive, of 5 in each direction.
    const auto pass = [&](unsigned mtu) {
        const auto one_way = [&](Machine& sender, Machine& receiver) {
            std::vector<Frame> frames;
            for (unsigned i = 0; i < 5; ++i)
                frames.push_back(frame_to(receiver.ethernet.address(), sender.ethernet.address(),
                                          mtu + kHeader - 10 * std::size_t{i}, random));
            return arrived(sender, receiver, frames);
        };
        const std::size_t there = one_way(bench_.client, bench_.server);
        return BothWays{there, one_way(bench_.server, bench_.client)};
    };
    Step step;
    step.passed = true;
    const auto try_mtu = [&](unsigned mtu) {
        set(mtu, true);
        const BothWays frames = pass(mtu);
        step.passed = step.passed && result == 0 && device.mtu == mtu && frames.all();
        step.result += fmt::format("{}{}: {}", step.result.empty() ? "" : "; ", mtu, frames.text());
    };
    try_mtu(kSmaller);
    const unsigned longest = std::min(device.max_mtu, config_.kind.longest_mtu);
    if (longest > kUsual) try_mtu(longest);
    try_mtu(kUsual);
    if (result != 0) step.result += fmt::format("; setting it returned {}", result);
    result = 0;
    set(device.max_mtu + 1, false);
    step.passed = step.passed && result != 0 && device.mtu == kUsual;
    step.result += fmt::format("; {} is {}", device.max_mtu + 1, result != 0 ? "refused" : "accepted");
    if (longest < device.max_mtu)
        step.result += fmt::format("; the model of the card supports {} of {}", longest, device.max_mtu);
    if (!device.netdev_ops->ndo_change_mtu) step.result += "; the driver has no ndo_change_mtu(), the kernel sets it";
    return step;
}

/// The longest frames have four octets more than without a tag. The driver of a card must set the
/// card to receive them, or the MTU of the VLAN has to be smaller.
Trial::Step EthernetTrial::vlan() {
    constexpr std::array<std::size_t, 3> kShort{64, 700, kLongest};
    base::RandomStream random(config_.seed, "ethernet_trial_vlan");
    Step step;
    if (bench_.client.ethernet.device()->features & NETIF_F_VLAN_CHALLENGED) {
        step.passed = true, step.result = "skipped: the driver supports no VLAN";
        return step;
    }
    std::array<std::size_t, 2> all{}, longest{};
    int result = 0;
    const auto join = [&](bool joined) {
        for (Machine* machine : bench_.machines())
            machine->post(
                [machine, joined, &result] { result = std::min(result, machine->ethernet.join_vlan(kVlan, joined)); });
        bench_.finish();
    };
    join(true);
    bench_.expect_damage(true);
    for (const bool there : {true, false}) {
        Machine &sender = there ? bench_.client : bench_.server, &receiver = there ? bench_.server : bench_.client;
        const auto frame = [&](std::size_t octets) {
            return tagged(receiver.ethernet.address(), sender.ethernet.address(), octets, random);
        };
        std::vector<Frame> frames;
        for (const std::size_t octets : kShort) frames.push_back(frame(octets));
        all[there ? 0 : 1] = arrived(sender, receiver, frames);
        longest[there ? 0 : 1] = arrived(sender, receiver, {frame(kLongestTagged)});
    }
    bench_.expect_damage(false);
    join(false);
    const BothWays after = both_ways();
    step.passed = result == 0 && all[0] == kShort.size() && all[1] == kShort.size() && after.all() &&
                  (!config_.kind.takes_tags || longest[0] + longest[1] == 2);
    step.result =
        fmt::format("{} + {} of {} frames with a tag of up to {} octets, {} + {} of 1 of {} octets; {} afterwards",
                    all[0], all[1], kShort.size(), kLongest, longest[0], longest[1], kLongestTagged, after.text());
    return step;
}

}  // namespace niclab::linux_kernel
