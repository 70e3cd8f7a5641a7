// The program on a host: what it pays before it sends, and what it answers.
#include <gtest/gtest.h>

#include "host/application.h"
#include "support/fake_machine.h"
#include "support/sim_test.h"

namespace niclab::host {
namespace {

constexpr core::Femtoseconds kUs = 1'000'000'000;
constexpr Channel kChannel = 0xF40;

/// Takes what it is to send, and hands over what a test lets arrive.
class FakeDevice : public NetDevice {
public:
    struct Sent {
        core::Femtoseconds at;
        std::vector<std::uint8_t> sdu;
        std::uint32_t pdu;
    };
    FakeDevice(sc_core::sc_module_name name, Port& port) : NetDevice(name, port) {}
    void probe() override { ready_ = true; }
    void open(Channel channel) override { opened.push_back(channel); }
    void transmit(const std::vector<std::uint8_t>& sdu, Channel, std::uint32_t pdu) override {
        if (busy_us > 0) wait(busy_us, sc_core::SC_US);
        sent.push_back({core::now_fs(), sdu, pdu});
    }
    double busy_us = 0;  ///< With each packet.
    std::size_t room(std::size_t) const override { return 1; }
    bool transmit_idle() const override { return true; }
    void arrive(const std::vector<std::uint8_t>& sdu, bool crc_error = false, Channel channel = kChannel) {
        deliver({channel, crc_error ? PacketStatus::CrcError : PacketStatus::Ok, sdu});
    }
    std::vector<Sent> sent;
    std::vector<Channel> opened;

private:
    void wait_for_work() override {}
    void service() override {}
};

struct Machine {
    explicit Machine(bool echo) : config(configuration(echo)) {
        application.send_called.listen(
            [this](core::Femtoseconds at, const Application::Send&) { calls.push_back(at); });
        application.delivered.listen(
            [this](core::Femtoseconds at, const NetDevice::Received& pdu) { deliveries.emplace_back(at, pdu.status); });
    }
    /// 10 us and 100 ns an octet to send, 4 us to receive, 8 us for both at once.
    static Profile costs() {
        Profile profile;
        profile.raw.send = {10, 100};
        profile.raw.receive = {4, 0};
        profile.raw.echo = {8, 0};
        return profile;
    }
    static Application::Config configuration(bool echo) {
        Application::Config config;
        config.echo = echo;
        config.receive = kChannel;
        config.header_octets = 40;
        return config;
    }
    test::FakePort port;
    Profile profile = costs();
    Application::Config config;
    FakeDevice device{"device", port};
    SerialPort serial{"serial", 88.2};
    std::uint32_t identities = 7;
    Application application{"application", device, serial, profile, config, identities};
    std::vector<core::Femtoseconds> calls;
    std::vector<std::pair<core::Femtoseconds, PacketStatus>> deliveries;
};

class ApplicationTest : public test::SimTest {
protected:
    static void us(double time) { run(sc_core::sc_time(time, sc_core::SC_US)); }
};

TEST_F(ApplicationTest, PaysForEachPacketBeforeTheDriverHasIt) {
    Machine m(false);
    us(1);
    EXPECT_TRUE(m.application.ready());
    EXPECT_EQ(m.device.opened, std::vector<Channel>{kChannel});
    m.application.send(std::vector<std::uint8_t>(140));  // 100 octets of payload: 20 us
    m.application.send(std::vector<std::uint8_t>(40));   // none, so that the whole counts: 14 us
    EXPECT_FALSE(m.application.idle());
    us(100);
    ASSERT_EQ(m.device.sent.size(), 2u);
    EXPECT_EQ(m.calls, (std::vector<core::Femtoseconds>{1 * kUs, 21 * kUs}));
    EXPECT_EQ(m.device.sent[0].at, 21 * kUs);
    EXPECT_EQ(m.device.sent[1].at, 35 * kUs);
    EXPECT_EQ(m.device.sent[1].pdu, 8u);
    EXPECT_TRUE(m.application.idle());
}

TEST_F(ApplicationTest, TakesWhatArrivesAfterItsCostWhateverItsState) {
    Machine m(false);
    us(1);
    m.device.arrive(std::vector<std::uint8_t>(100));
    m.device.arrive(std::vector<std::uint8_t>(100), true);
    us(100);
    ASSERT_EQ(m.deliveries.size(), 2u);
    EXPECT_EQ(m.deliveries[0], std::make_pair(5 * kUs, PacketStatus::Ok));
    EXPECT_EQ(m.deliveries[1], std::make_pair(9 * kUs, PacketStatus::CrcError));
    EXPECT_TRUE(m.device.sent.empty());
}

TEST_F(ApplicationTest, AnEchoAnswersWhatIsWholeAndNothingElse) {
    Machine m(true);
    us(1);
    std::vector<std::uint8_t> sdu(100, 0x33);
    m.device.arrive(sdu, true);
    us(50);
    EXPECT_EQ(m.deliveries.size(), 1u);
    EXPECT_TRUE(m.device.sent.empty());
    m.device.arrive(sdu);
    us(50);
    ASSERT_EQ(m.device.sent.size(), 1u);
    EXPECT_EQ(m.device.sent[0].sdu, sdu);
    EXPECT_EQ(m.device.sent[0].pdu, 7u);
    EXPECT_EQ(m.device.sent[0].at, 59 * kUs);  // 8 us for both ways together
    // The receive path's share: 4 us of 4 + 16.
    EXPECT_EQ(m.deliveries[1].first, 51 * kUs + 8 * kUs / 5);
}

TEST_F(ApplicationTest, EachProgramTakesWhatComesOnItsOwnChannelAndTheCardIsSetUpOnce) {
    Machine m(false);
    Application::Config second = m.config;
    second.receive = 99;
    Application other{"other", m.device, m.serial, m.profile, second, m.identities};
    std::vector<Channel> taken;
    other.delivered.listen([&](core::Femtoseconds, const NetDevice::Received& r) { taken.push_back(r.channel); });
    us(1);
    EXPECT_EQ(m.device.opened, (std::vector<Channel>{kChannel, 99}));
    m.device.arrive(std::vector<std::uint8_t>(100), false, 99);
    m.device.arrive(std::vector<std::uint8_t>(100));
    m.device.arrive(std::vector<std::uint8_t>(100), false, 5);  // of no packet
    us(50);
    EXPECT_EQ(taken, std::vector<Channel>{99});
    EXPECT_EQ(m.deliveries.size(), 1u);
    m.application.send(std::vector<std::uint8_t>(41));
    other.send(std::vector<std::uint8_t>(41));
    us(50);
    ASSERT_EQ(m.device.sent.size(), 2u);
    EXPECT_NE(m.device.sent[0].pdu, m.device.sent[1].pdu);
}

TEST_F(ApplicationTest, WhoCallsFirstSendsFirstWhateverAnotherProgramStillHas) {
    Machine m(false);
    m.device.busy_us = 10;
    const Profile free;
    Application one{"one", m.device, m.serial, free, m.config, m.identities};
    Application other{"other", m.device, m.serial, free, m.config, m.identities};
    us(1);
    for (const std::uint8_t octet : {1, 2, 3}) one.send(std::vector<std::uint8_t>(40, octet));
    us(5);
    other.send(std::vector<std::uint8_t>(40, 9));
    us(100);
    std::vector<std::uint8_t> order;
    for (const FakeDevice::Sent& s : m.device.sent) order.push_back(s.sdu[0]);
    EXPECT_EQ(order, (std::vector<std::uint8_t>{1, 9, 2, 3}));
}

TEST_F(ApplicationTest, WhoTakesAPacketTellsWhoSentItAndWhatWasSentBeforeItIsOver) {
    Machine m(false);
    Application::Config second = m.config;
    second.receive = 99;
    Application other{"other", m.device, m.serial, m.profile, second, m.identities};
    m.application.talk_to(other), other.talk_to(m.application);
    us(1);
    for (const std::uint8_t octet : {1, 2, 3}) m.application.send(std::vector<std::uint8_t>(60, octet));
    us(100);
    EXPECT_EQ(m.application.outstanding().count(), 3u);
    m.device.arrive(std::vector<std::uint8_t>(60, 2), false, 99);
    us(50);
    EXPECT_EQ(m.application.outstanding().count(), 1u) << "the first never comes";
    m.device.arrive(std::vector<std::uint8_t>(64, 9), true, 99);
    us(50);
    EXPECT_EQ(m.application.outstanding().count(), 0u);
    EXPECT_EQ(other.outstanding().count(), 0u);
}

}  // namespace
}  // namespace niclab::host
