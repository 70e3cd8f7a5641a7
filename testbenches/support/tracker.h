/// @file A fixture of the tracker's tests: one call per event of a PDU.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "atm/aal5.h"
#include "probe/track/pdu_tracker.h"
#include "support/chain.h"

namespace niclab::test {

inline std::vector<std::uint8_t> sdu_of(std::size_t n, unsigned seed) {
    std::vector<std::uint8_t> sdu(n);
    for (std::size_t i = 0; i < n; ++i) sdu[i] = static_cast<std::uint8_t>(seed * 17 + i);
    return sdu;
}

class Tracker : public ::testing::Test {
protected:
    Tracker() {
        tracker.set_chain(chain());
        tracker.begin_run(0, 100);
    }
    void call(std::uint32_t pdu, std::size_t octets) {
        tracker.send_called(pdu, 1000 + pdu, 0xF40, octets, sdu_of(octets, pdu));
        tracker.posted(pdu, 0x4000 + 32 * pdu, 0);
    }
    void fetch(std::uint32_t address, core::Femtoseconds req) {
        bus::Burst b;
        b.purpose = bus::Purpose::Descriptor;
        b.address = address;
        b.dwords = 4;
        b.times.req = req, b.times.first_data = req + 10;
        tracker.sender_burst(b);
    }
    std::vector<atm::Cell> cells(std::uint32_t pdu, std::size_t octets) {
        const auto data = atm::aal5_encode(sdu_of(octets, pdu));
        std::vector<atm::Cell> list(data.size() / 48);
        for (std::size_t i = 0; i < list.size(); ++i) {
            list[i].set_header({0, 0, 0xF40, static_cast<std::uint8_t>(i + 1 == list.size()), false});
            std::copy_n(data.begin() + static_cast<std::ptrdiff_t>(48 * i), 48, list[i].payload());
        }
        return list;
    }
    void store(core::Femtoseconds req) {
        tracker.cell_outcome(true, false, 0);
        bus::Burst b;
        b.purpose = bus::Purpose::PayloadWrite;
        b.dwords = 12;
        b.times.req = req, b.times.first_data = req + 5;
        tracker.receiver_burst(b);
    }
    /// A cell passes the line and RxUTOPIA.
    void receive(const atm::Cell& cell, core::Femtoseconds soc) {
        tracker.cell_passed_line(0);
        tracker.cell_received(cell, soc, soc);
    }
    probe::PduTracker tracker;
};

}  // namespace niclab::test
