// Chains join what two cards declare, in order, and know where each moment is.
#include <gtest/gtest.h>

#include "card/chain.h"
#include "support/chain.h"

namespace niclab::card {
namespace {

TEST(ChainTest, JoinsTheSendersHalfTheReceiversAndThePrograms) {
    std::string names, stages;
    for (const PacketEvent& m : test::chain()->events()) names += std::string(m.name) + " ";
    for (const PacketEvent& m : test::chain()->events()) stages += std::string(m.stage.name) + " ";
    EXPECT_EQ(names, "send_call tx_req tx_trdy tx_soc rx_soc rx_req rx_trdy delivered ");
    EXPECT_EQ(stages,
              "software_send pci_access_tx sar_segmentation phy_in_to_phy_out sar_reassembly pci_access_rx "
              "software_receive  ");
    EXPECT_EQ(test::chain()->index(EventKind::Delivered), 7u);
    EXPECT_EQ(test::chain()->stage("software_receive"), 6u);
    EXPECT_EQ(test::chain()->stage(""), Chain::kNowhere);
    EXPECT_EQ(test::chain()->sending_index(0), Chain::kNowhere);
}

TEST(ChainTest, CardsWithDifferentMomentsMeetOnALine) {
    const CardPath reported{{{"scheduled", EventKind::Reported, {"queue", "", ""}, 4}},
                            {{"checked", EventKind::Reported, {"check", "", ""}, 4}}};
    const CardPath plain{{{"tx_req", EventKind::TxReq, {"access", "", ""}}},
                         {{"rx_req", EventKind::RxReq, {"rest", "", ""}}}};
    const Chain from(reported, plain), to(plain, reported);
    EXPECT_EQ(from.sending_index(4), 1u);
    EXPECT_EQ(from.receiving_index(4), Chain::kNowhere);
    EXPECT_EQ(from.index(EventKind::RxReq), 2u);
    EXPECT_EQ(from.index(EventKind::TxReq), Chain::kNowhere);
    EXPECT_EQ(from.reported_sending(), std::vector<unsigned>{4});
    EXPECT_EQ(to.receiving_index(4), 2u);
    EXPECT_TRUE(to.reported_sending().empty());
}

}  // namespace
}  // namespace niclab::card
