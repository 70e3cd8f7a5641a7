#include "stack/neighbours.h"

#include <algorithm>
#include <utility>

namespace niclab::stack {

using base::call;

namespace {

constexpr base::Femtoseconds kArpPeriod = base::kSecond, kInversePeriod = 3 * base::kSecond;

/// What waits to be made: who it is for, and which of the two it is.
constexpr std::uint64_t kReply = std::uint64_t{1} << 32;

}  // namespace

void Neighbours::open(tcp::Address peer) {
    if (inverse_) agenda_.at(agenda_.now(), call<&Neighbours::ask_again>(this, peer));
}

bool Neighbours::admit(const tcp::Packet& packet) {
    Entry& e = entries_[packet.destination];
    if (e.known) return true;
    if (e.waits) ++stats_.dropped, ways_.lost(*e.waits);
    e.waits = packet;
    ++stats_.waited;
    if (!e.wanted) e.wanted = agenda_.now();
    if (!inverse_ && (!e.asked || agenda_.now() - *e.asked >= kArpPeriod)) ask(packet.destination);
    return false;
}

void Neighbours::ask(tcp::Address address) {
    entries_[address].asked = agenda_.now();
    ++stats_.requests_sent;
    executor_.spend(kProtocol, Activity::AckOut, 0, call<&Neighbours::send>(this, address));
}

void Neighbours::ask_again(std::uint64_t address) {
    const auto peer = static_cast<tcp::Address>(address);
    if (entries_[peer].known) return;
    ask(peer);
    agenda_.at(agenda_.now() + kInversePeriod, call<&Neighbours::ask_again>(this, address));
}

void Neighbours::send(std::uint64_t what) {
    tcp::Packet p;
    p.protocol = tcp::Protocol::Arp;
    p.destination = static_cast<tcp::Address>(what);
    p.arp = {inverse_, (what & kReply) != 0};
    ways_.out(p);
}

void Neighbours::input(const tcp::Packet& packet, tcp::Address own) {
    if (packet.destination != own) return;
    learn(packet.source);
    if (packet.arp.reply) {
        ++stats_.replies_received;
        return;
    }
    ++stats_.requests_received, ++stats_.replies_sent;
    executor_.spend(kProtocol, Activity::AckOut, 0, call<&Neighbours::send>(this, packet.source | kReply));
}

void Neighbours::learn(tcp::Address address) {
    Entry& e = entries_[address];
    if (std::exchange(e.known, true)) return;
    ++stats_.known;
    if (e.wanted) stats_.longest = std::max(stats_.longest, agenda_.now() - *e.wanted);
    if (e.waits) ways_.out(*std::exchange(e.waits, std::nullopt));
}

void Neighbours::give_up() {
    for (auto& [address, e] : entries_)
        if (const auto packet = std::exchange(e.waits, std::nullopt)) ++stats_.dropped, ways_.lost(*packet);
}

}  // namespace niclab::stack
