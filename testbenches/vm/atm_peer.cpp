#include "atm_peer.h"

#include <algorithm>

#include "host/packet.h"

namespace niclab::vm {

namespace {

constexpr host::Channel kChannel = board::channel(AtmPeer::kVpi, AtmPeer::kVci);
/// LLC and SNAP of a routed packet of IP.
const Octets kIpOverLlc{0xAA, 0xAA, 0x03, 0x00, 0x00, 0x00, 0x08, 0x00};

}  // namespace

AtmPeer::AtmPeer(sc_core::sc_module_name name, host::NetDevice& driver)
    : sc_module(name), driver_(driver), inbox_(driver.inbox(kChannel)) {
    SC_HAS_PROCESS(AtmPeer);
    SC_THREAD(run);
}

void AtmPeer::run() {
    driver_.bring_up();
    driver_.open(kChannel);
    for (;;) {
        while (!inbox_.packets.empty()) {
            const host::NetDevice::Received packet = std::move(inbox_.packets.front());
            inbox_.packets.pop_front();
            receive(packet);
            send_answers();
        }
        if (answers_.deadline() <= core::now_fs()) {
            answers_.expire(core::now_fs());
            send_answers();
        } else {
            wait_for_work();
        }
    }
}

void AtmPeer::wait_for_work() {
    if (answers_.deadline() == base::kNever)
        wait(inbox_.arrived);
    else
        wait(core::from_fs(answers_.deadline() - core::now_fs()), inbox_.arrived);
}

void AtmPeer::receive(const host::NetDevice::Received& packet) {
    if (packet.status != host::PacketStatus::Ok) {
        ++stats_.damaged;
        return;
    }
    ++stats_.received;
    if (on_packet) on_packet({core::now_fs(), true, packet.sdu});
    const bool ip =
        packet.sdu.size() > kIpOverLlc.size() && std::equal(kIpOverLlc.begin(), kIpOverLlc.end(), packet.sdu.begin());
    const auto header = static_cast<std::ptrdiff_t>(kIpOverLlc.size());
    if (!ip || !answers_.receive(core::now_fs(), Octets(packet.sdu.begin() + header, packet.sdu.end())))
        ++stats_.unanswered;
}

void AtmPeer::send_answers() {
    for (const Octets& packet : std::exchange(answers_.outgoing(), {})) {
        const Octets sdu = host::encapsulate({}, packet);
        if (on_packet) on_packet({core::now_fs(), false, sdu});
        driver_.send(sdu, kChannel, static_cast<std::uint32_t>(stats_.sent));
        ++stats_.sent;
    }
}

}  // namespace niclab::vm
