#include "phy/transmit_overhead.h"

#include "sonet/pointer.h"

namespace niclab::phy {

TransmitOverhead::TransmitOverhead(const Config& config) {
    overhead_[0] = {sonet::kA1, sonet::kA1, sonet::kA1, sonet::kA2, sonet::kA2, sonet::kA2, 0x01, 0x02, 0x03};
    const std::uint16_t pointer = sonet::pointer_word(sonet::kPointer, config.sdh);
    const std::uint16_t others = sonet::concatenation_word(config.sdh);
    for (unsigned i = 0; i < 3; ++i) {
        const std::uint16_t word = i == 0 ? pointer : others;
        overhead_[3][i] = static_cast<std::uint8_t>(word >> 8);
        overhead_[3][3 + i] = static_cast<std::uint8_t>(word);
    }
    path_overhead_[2] = sonet::kPathSignalLabelAtm;
}

void TransmitOverhead::begin_frame(const FarEndReport& report) {
    overhead_[1][0] = section_bip_;
    for (unsigned i = 0; i < 3; ++i) overhead_[4][i] = line_bip_[i];
    overhead_[8][5] = static_cast<std::uint8_t>(report.line_errors);
    path_overhead_[1] = path_bip_;
    path_overhead_[3] = static_cast<std::uint8_t>(report.path_errors << 4);
    section_bip_ = path_bip_ = 0;
    line_bip_ = {};
    ++frames_;
}

}  // namespace niclab::phy
