// Every kind of card there is, found by its folder, and what the bench does with each.
#include <gtest/gtest.h>

#include "card/registry.h"
#include "cards/packet_sar/packet_sar.h"
#include "lab/bench/bench.h"
#include "lab/experiment/card_keys.h"
#include "lab/experiment/catalog.h"
#include "lab/experiment/known_keys.h"
#include "support/sim_test.h"

namespace niclab::lab {

namespace {

/// A kind with its own line that only this file defines.
struct RopePlan : card::Plan {
    std::uint32_t read_driver(core::ConfigTable& driver) override {
        return static_cast<std::uint32_t>(driver.integer("hands", 2, 1, 4, "Hands that pull."));
    }
    std::unique_ptr<host::NetDevice> make_driver(const char*, host::Port&, const card::DriverPlace&) const override {
        return nullptr;
    }
    std::unique_ptr<card::Card> make_card(const char*, const card::Slot&) const override { return nullptr; }
    card::StatusRegister status_register() const override { return {}; }
    std::string line() const override { return "rope"; }
    std::string units() const override { return "knots"; }
    std::unique_ptr<card::LinkPlan> read_link(core::ConfigTable& link) const override {
        link.integer("strands", 3, 1, 9, "Strands.");
        return nullptr;
    }
};
struct RopeKind : card::Kind {
    std::string name() const override { return "rope"; }
    std::string section() const override { return "rope"; }
    std::unique_ptr<card::Plan> read(core::ConfigTable& card, std::uint8_t) const override {
        card.table("rope").integer("metres", 1, 1, 9, "Metres.");
        return std::make_unique<RopePlan>();
    }
};

}  // namespace

TEST(Cards, EveryFolderWithAKindIsRegisteredOnceAndListsItsKeys) {
    std::vector<std::string> names;
    for (const card::Kind* kind : card::Registry::all().kinds()) names.push_back(kind->name());
    EXPECT_EQ(names, (std::vector<std::string>{"dp8390", "etherlink", "i8254x", "lance", "nicstar", "packet"}));
    std::vector<std::string> keys;
    for (const core::Parameter& p : card_parameters(card::Registry::all(), "here")) keys.push_back(p.key);
    for (const char* wanted :
         {"here.nic.sar.tx_fifo_cells", "here.nic.packet.tx_fifo_cells", "here.driver.read_dwords"})
        EXPECT_EQ(std::count(keys.begin(), keys.end(), wanted), 1) << wanted;
}

TEST(Cards, KeysOfAKindAndOfItsOwnLineAreKnownInBothSpellings) {
    const RopeKind rope;
    const auto known = known_parameters(card::Registry({&rope}));
    for (const char* wanted :
         {"client.nic.rope.metres", "server.driver.hands", "line.strands", "line.length", "line.to_client.errors",
          "host.NAME.nic.rope.metres", "host.NAME.driver.hands", "host.NAME.profile", "link.NAME.strands",
          "link.NAME.ends", "link.NAME.to_HOST.errors", "link.NAME.HOST_ppm", "vc.NAME.vci", "flow.NAME.sizes"})
        EXPECT_EQ(std::count_if(known.begin(), known.end(), [&](const auto& p) { return p.key == wanted; }), 1)
            << wanted;
    for (const core::Parameter& p : known) EXPECT_EQ(p.key.find('*'), std::string::npos) << p.key;
}

class StatusReads : public test::SimTest {};

/// Packet memory is not a status register: a read of it in addition to the driver's would count as
/// the host's work.
TEST_F(StatusReads, OfACardWithPacketMemoryLeaveThatMemoryAlone) {
    Overrides with;
    with.assignments = {"client.card=eni155p_like", "pci.register_reads_per_second=100000"};
    const Experiment e = read_experiment(find_file(Kind::Experiment, "stream", "."), with);
    Bench bench(e);
    const auto& engine = dynamic_cast<const packet_sar::PacketSar&>(bench.node("client").nic().engine());
    run(sc_core::sc_time(1, sc_core::SC_MS));
    EXPECT_EQ(engine.memory().stats().window_reads, 0u);  // and its own driver reads nothing there
    EXPECT_GT(bench.node("client").host.bridge.initiator.stats().bursts, 90u);
}

TEST(CardNames, ANumberIsRefusedWithTheNameThatIsNear) {
    Overrides with;
    for (const char* assignment : {"client.card=82574", "client.card=\"82574\""}) {
        with.assignments = {assignment};
        try {
            read_experiment(find_file(Kind::Experiment, "gigabit_pcie", "."), with);
            FAIL() << assignment;
        } catch (const core::ConfigError& e) {
            EXPECT_NE(std::string(e.what()).find("unknown card (did you mean \"82574l\"?)"), std::string::npos)
                << e.what();
        }
    }
    with.assignments = {"client.card=true"};
    try {
        read_experiment(find_file(Kind::Experiment, "gigabit_pcie", "."), with);
        FAIL();
    } catch (const core::ConfigError& e) {
        EXPECT_NE(std::string(e.what()).find("not a string; expected a string"), std::string::npos) << e.what();
    }
}

}  // namespace niclab::lab
