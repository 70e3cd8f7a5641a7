// The step with large counters: those of a driver that count frames without end pass 2^31 and 2^32,
// where a wrong comparison of them shows.
#include <fmt/format.h>

#include <algorithm>

#include "ethernet_trial.h"
#include "trial_frames.h"

namespace niclab::linux_kernel {

namespace {

using Words = std::vector<std::uint32_t>;

/// At least the size of a ring as its driver sets it up. As a power of two it keeps the places in
/// the rings.
constexpr std::uint32_t kShift = 64;

/// The words of the memory that a driver has for itself.
std::vector<std::uint32_t*> private_words(const Machine& machine) {
    const net_device& device = *machine.ethernet.device();
    std::vector<std::uint32_t*> words;
    const auto add = [&words](const auto& blocks, void* begin) {
        const auto block = blocks.find(begin);
        if (block == blocks.end()) return;
        for (std::size_t i = 0; i < block->second.octets / sizeof(std::uint32_t); ++i)
            words.push_back(static_cast<std::uint32_t*>(begin) + i);
    };
    for (void* begin : {device.priv, device.ml_priv}) add(machine.heap.live(), begin), add(machine.arena.live(), begin);
    return words;
}

Words copy_of_private_words(const Machine& machine) {
    Words copy;
    for (const std::uint32_t* word : private_words(machine)) copy.push_back(*word);
    return copy;
}

/// The positions of words that have grown by `first` and then by `second`.
std::vector<std::size_t> counters_in(const std::array<Words, 3>& copies, std::uint32_t first, std::uint32_t second) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < copies[0].size(); ++i)
        if (copies[1][i] - copies[0][i] == first && copies[2][i] - copies[1][i] == second) found.push_back(i);
    return found;
}

/// Keeps the positions of words that have grown by `growth`.
void keep_grown(std::vector<std::size_t>& found, const Words& before, const Words& after, std::uint32_t growth) {
    const auto other = [&](std::size_t i) { return after[i] - before[i] != growth; };
    found.erase(std::remove_if(found.begin(), found.end(), other), found.end());
}

/// Sets the counters at most kShift frames before `limit`, with unchanged differences. Returns the
/// value of the first.
std::uint32_t set_before(std::uint32_t limit, const Machine& machine, const std::vector<std::size_t>& counters) {
    if (counters.empty()) return 0;
    const std::vector<std::uint32_t*> words = private_words(machine);
    const std::uint32_t shift = limit - kShift - (*words[counters[0]] & ~(kShift - 1));
    for (const std::size_t i : counters) *words[i] += shift;
    return *words[counters[0]];
}

}  // namespace

/// The counters of the sending client and of the receiving server are found by their growth. An
/// index into a ring grows in the same way until its ring ends.
Trial::Step EthernetTrial::large_counters() {
    constexpr unsigned kFirst = 3, kSecond = 5, kMore = 20, kRound = 300;
    constexpr std::uint32_t kHalf = 1u << 31;
    Machine &client = bench_.client, &server = bench_.server;
    base::RandomStream random(config_.seed, "ethernet_trial_counters");
    const auto sent_and_arrived = [&](unsigned frames, std::size_t octets) {
        return arrived(client, server,
                       frames_to(server.ethernet.address(), client.ethernet.address(), frames, octets, random));
    };
    std::array<Words, 3> sender, receiver;
    for (std::size_t i = 0; i < sender.size(); ++i) {
        if (i == 1) sent_and_arrived(kFirst, kShortest);
        if (i == 2) sent_and_arrived(kSecond, kLongest);
        sender[i] = copy_of_private_words(client), receiver[i] = copy_of_private_words(server);
    }
    auto sent = counters_in(sender, kFirst, kSecond), received = counters_in(receiver, kFirst, kSecond);
    if (config_.kind.ring_indices) {
        sent_and_arrived(kRound, kShortest);
        keep_grown(sent, sender.back(), copy_of_private_words(client), kRound);
        keep_grown(received, receiver.back(), copy_of_private_words(server), kRound);
    }
    if (sent.empty() && received.empty()) return {"", "skipped: no word of the driver counts frames", true};
    const auto known = [&] { return client.findings.known().size() + server.findings.known().size(); };
    Step step;
    step.passed = true;
    step.result =
        fmt::format("the trial sets {} counters of the sender and {} of the receiver", sent.size(), received.size());
    client.findings.counters_set = server.findings.counters_set = true;
    for (const std::uint32_t limit : {kHalf, 0u}) {
        const std::size_t known_before = known();
        const std::uint32_t from_sent = set_before(limit, client, sent),
                            from_received = set_before(limit, server, received);
        const std::size_t frames = sent_and_arrived(kShift + kMore, kShortest);
        const BothWays after = both_ways();
        const bool is_known = known() > known_before;
        step.passed = step.passed && ((frames == kShift + kMore && after.all()) || is_known);
        step.result +=
            fmt::format("; from {:X}h and {:X}h on {} of {} frames arrived, {} afterwards{}", from_sent, from_received,
                        frames, kShift + kMore, after.text(), is_known ? ", by a known fault" : "");
    }
    client.findings.counters_set = server.findings.counters_set = false;
    return step;
}

}  // namespace niclab::linux_kernel
