// A kind of card that only this file defines: found by name, reads its own keys, rejects those of
// others.
#include <gtest/gtest.h>

#include "card/registry.h"
#include "host/netdevice.h"

namespace niclab::card {
namespace {

struct MadeUpPlan : Plan {
    explicit MadeUpPlan(std::int64_t count) : wheels(count) {}
    std::uint32_t read_driver(core::ConfigTable& driver) override {
        return static_cast<std::uint32_t>(driver.integer("buffers", 2, 1, 4, "Buffers."));
    }
    std::unique_ptr<host::NetDevice> make_driver(const char*, host::Port&, const DriverPlace&) const override {
        return nullptr;
    }
    std::unique_ptr<Card> make_card(const char*, const Slot&) const override { return nullptr; }
    StatusRegister status_register() const override { return {3, 0x40}; }
    std::string line() const override { return "made up"; }
    std::string units() const override { return "frames"; }
    std::int64_t wheels;
};
class MadeUp : public Kind {
public:
    MadeUp(std::string name, std::string section) : name_(std::move(name)), section_(std::move(section)) {}
    std::string name() const override { return name_; }
    std::string section() const override { return section_; }
    std::unique_ptr<Plan> read(core::ConfigTable& card, std::uint8_t station) const override {
        core::ConfigTable own = card.table(section_);
        auto plan = std::make_unique<MadeUpPlan>(own.integer("wheels", station, 0, 9, "Wheels."));
        own.done();
        return plan;
    }

private:
    std::string name_, section_;
};

const MadeUp kCart("cart", "cart"), kSledge("sledge", "sledge");
const Registry kRegistry({&kCart, &kSledge});

std::unique_ptr<Plan> read(const std::vector<std::string>& assignments) {
    std::vector<core::ConfigLayer> layers;
    for (const std::string& a : assignments) layers.push_back(core::parse_assignment(a));
    return kRegistry.read(core::ConfigTable(layers), "nameless", "sledge", 7);
}

std::string error(const std::vector<std::string>& assignments) {
    try {
        read(assignments);
    } catch (const core::ConfigError& e) {
        return e.what();
    }
    return "no error";
}

}  // namespace

TEST(CardRegistry, ACardIsReadByTheKindItNames) {
    EXPECT_EQ(dynamic_cast<MadeUpPlan&>(*read({"engine=cart", "cart.wheels=4"})).wheels, 4);
    EXPECT_EQ(dynamic_cast<MadeUpPlan&>(*read({})).wheels, 7);  // The default kind, with its station.
    EXPECT_EQ(read({"name=mine"})->name(), "mine");
    EXPECT_EQ(read({})->name(), "nameless");
}

TEST(CardRegistry, AnUnknownKindAndTheKeysOfAnotherAreRefused) {
    EXPECT_EQ(error({"engine=cat"}),
              "--set engine=cat: unknown value (did you mean \"cart\"?); expected one of cart, sledge");
    EXPECT_EQ(error({"engine=cart", "sledge.wheels=1"}),
              "--set sledge.wheels=1: not a key of engine \"cart\"; expected a key of that engine");
    EXPECT_NE(error({"whels=1"}).find("unknown key; "), std::string::npos);
}

}  // namespace niclab::card
