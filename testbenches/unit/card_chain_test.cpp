// Chains join what two cards declare, in order, and know where each moment is.
#include <gtest/gtest.h>

#include "card/chain.h"
#include "support/chain.h"

namespace niclab::card {
namespace {

TEST(ChainTest, JoinsTheSendersHalfTheReceiversAndThePrograms) {
    std::string names, stages;
    for (const Moment& m : test::chain()->moments()) names += std::string(m.name) + " ";
    for (const Moment& m : test::chain()->moments()) stages += std::string(m.stage.name) + " ";
    EXPECT_EQ(names, "send_call tx_req tx_trdy tx_soc rx_soc rx_req rx_trdy delivered ");
    EXPECT_EQ(stages,
              "software_send pci_access_tx sar_segmentation phy_in_to_phy_out sar_reassembly pci_access_rx "
              "software_receive  ");
    EXPECT_EQ(test::chain()->place(Seen::Delivered), 7u);
    EXPECT_EQ(test::chain()->stage("software_receive"), 6u);
    EXPECT_EQ(test::chain()->stage(""), Chain::kNowhere);
    EXPECT_EQ(test::chain()->sending_place(0), Chain::kNowhere);
}

TEST(ChainTest, CardsWithDifferentMomentsMeetOnALine) {
    const Halves told{{{"scheduled", Seen::Told, {"queue", "", ""}, 4}},
                      {{"checked", Seen::Told, {"check", "", ""}, 4}}};
    const Halves plain{{{"tx_req", Seen::TxReq, {"access", "", ""}}}, {{"rx_req", Seen::RxReq, {"rest", "", ""}}}};
    const Chain from(told, plain), to(plain, told);
    EXPECT_EQ(from.sending_place(4), 1u);
    EXPECT_EQ(from.receiving_place(4), Chain::kNowhere);
    EXPECT_EQ(from.place(Seen::RxReq), 2u);
    EXPECT_EQ(from.place(Seen::TxReq), Chain::kNowhere);
    EXPECT_EQ(from.told_sending(), std::vector<unsigned>{4});
    EXPECT_EQ(to.receiving_place(4), 2u);
    EXPECT_TRUE(to.told_sending().empty());
}

}  // namespace
}  // namespace niclab::card
