/// @file Both directions of a line between two PHYs, which change their level together.
#pragma once

#include "core/shortcut.h"
#include "phy/fast/octet_line.h"

namespace niclab::phy {

class DuplexLine : public core::Shortcut {
public:
    DuplexLine(OctetLine& there, OctetLine& back) : there_(there), back_(back) {}
    void enter_transaction_level() override {
        there_.enter_transaction_level(back_), back_.enter_transaction_level(there_);
    }
    bool enter_signal_level() override {
        for (const OctetLine* direction : {&there_, &back_})
            if (direction->clock().is_edge(core::now_fs())) return false;
        there_.synchronize(), back_.synchronize();
        there_.enter_signal_level(), back_.enter_signal_level();
        return true;
    }

private:
    OctetLine &there_, &back_;
};

}  // namespace niclab::phy
