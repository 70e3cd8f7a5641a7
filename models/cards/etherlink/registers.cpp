#include "cards/etherlink/registers.h"

#include <algorithm>

namespace niclab::etherlink {

namespace {

/// Octet `which` of a register, counted from its lowest.
template <class T>
void put(T& to, unsigned which, std::uint8_t octet) {
    to = T((to & ~(T{0xFF} << 8 * which)) | T(T{octet} << 8 * which));
}

}  // namespace

void Registers::reset() {
    window = 0;
    interrupts = {}, master = {};
    internal_config_ = Eeprom::internal_config(config_);
    configuration_ = 0, resources_ = config_.isa || config_.eisa ? std::uint16_t(config_.irq << 12) : 0;
    mac_control_ = net_diagnostic_ = media_ = management_ = 0;
    max_packet_ = kLongestFrame;
    window7_ = {};
    receiver_.longest = kLongestFrame;
    receiver_.large_frames = false;
    receiver_.station = receiver_.mask = {};
    statistics_.reset();
}

std::uint16_t Registers::status_register() const {
    return std::uint16_t((interrupts.latch ? status::kLatch : 0) | interrupts.seen() |
                         (dma_in_progress ? status::kDmaInProgress : 0) |
                         (command_in_progress ? status::kCommandInProgress : 0) | window << 13);
}

std::uint8_t Registers::read(unsigned port, base::Femtoseconds now) {
    if (port < kCommandPort && window == 6) return statistics_.read(port);
    if (port < kCommandPort && window == 4 && port == kBadSsdPort) return statistics_.read_bad_ssd();
    if (port < kCommandPort && window == 4 && port == kUpperOctets) return statistics_.read_upper_octets();
    if (port >= kSlotWindow) return std::uint8_t(window0(port - kSlotWindow, now) >> 8 * (port & 1));
    const std::uint16_t value = port >= kOperating ? operating((port - kOperating) & ~1u, now) : word(port & ~1u, now);
    return std::uint8_t(value >> 8 * (port & 1));
}

std::uint16_t Registers::word(unsigned offset, base::Femtoseconds now) {
    if (offset == kCommandPort) return status_register();
    switch (window) {
        case 0:
            return word0(offset, now);
        case 1:
            return operating(offset, now);
        case 2:
            return word2(offset);
        case 3:
            return word3(offset);
        case 4:
            return word4(offset);
        case 5:
            return word5(offset);
        default:
            return word7(offset, now);
    }
}

/// For a slot of EISA, whatever window is selected.
std::uint16_t Registers::window0(unsigned port, base::Femtoseconds now) {
    const unsigned offset = port & ~1u;
    return offset == kCommandPort ? status_register() : word0(offset, now);
}

std::uint16_t Registers::word0(unsigned offset, base::Femtoseconds now) {
    switch (offset) {
        case 0x00:
            return config_.lists ? 0 : 0x6D50;
        case 0x02:
            return config_.lists ? 0 : config_.product;
        case kConfiguration:
            return configuration_;
        case kAddressConfig:
            return config_.isa ? Eeprom::address_config(config_) : 0;
        case kResources:
            return resources_;
        case kEepromCommand:
            return eeprom_.command_register(now);
        case kEepromData:
            return eeprom_.data(now);
        default:
            return 0;
    }
}

namespace {

/// The status that the chip of a 3C509 shows. It has no RxErrors: bits 13:11 are the number of an
/// error (3c509.c of Linux 6.1).
std::uint16_t with_code(std::uint16_t status, std::uint8_t errors) {
    constexpr unsigned kAt = 11, kOverrunCode = 0, kOversizeCode = 1, kRuntCode = 3, kAlignmentCode = 4, kCrcCode = 5;
    if (errors == 0) return status;
    const unsigned code = errors & rx::kOverrun     ? kOverrunCode
                          : errors & rx::kRunt      ? kRuntCode
                          : errors & rx::kAlignment ? kAlignmentCode
                          : errors & rx::kCrc       ? kCrcCode
                                                    : kOversizeCode;
    return std::uint16_t(status | code << kAt);
}

}  // namespace

std::uint16_t Registers::operating(unsigned offset, base::Femtoseconds now) const {
    constexpr base::Femtoseconds kTick = 3'200 * base::kNanosecond;
    switch (offset) {
        case kRxErrors:
            return receiver_.rx_errors();
        case kRxStatus:
            return config_.isa ? with_code(receiver_.rx_status(), receiver_.rx_errors()) : receiver_.rx_status();
        case kTimer: {
            const auto ticks = interrupts.latch ? std::min<base::Femtoseconds>((now - latched_at) / kTick, 255) : 0;
            return std::uint16_t(ticks | unsigned{transmitter_.tx_status()} << 8);
        }
        case kTxFree:
            return std::uint16_t(std::min(transmitter_.free_octets(), 0xFFFFu));
        default:
            return 0;
    }
}

std::uint16_t Registers::word2(unsigned offset) const {
    if (offset >= 2 * kAddressOctets) return 0;
    const Address& a = offset < kAddressOctets ? receiver_.station : receiver_.mask;
    const unsigned i = offset % kAddressOctets;
    return std::uint16_t(a[i] | a[i + 1] << 8);
}

std::uint16_t Registers::word3(unsigned offset) const {
    switch (offset) {
        case kInternalConfig:
            return std::uint16_t(internal_config_);
        case kInternalConfig + 2:
            return std::uint16_t(internal_config_ >> 16);
        case kMaxPacket:
            return max_packet_;
        case kMacControl:
            return mac_control_;
        case kMediaOptions:
            return config_.boomerang ? kMii : k100BaseTx | k10BaseT;
        case kRxFree:
            return std::uint16_t(std::min<std::size_t>(receiver_.free_octets(), 0xFFFF));
        case kTxFree3:
            return std::uint16_t(std::min(transmitter_.free_octets(), 0xFFFFu));
        default:
            return 0;
    }
}

std::uint16_t Registers::word4(unsigned offset) const {
    switch (offset) {
        case kFifoDiagnostic:
            return std::uint16_t(receiver_.diagnostic() | (transmitter_.overrun() ? diagnostic::kTxOverrun : 0));
        case kNetDiagnostic:
            return std::uint16_t(net_diagnostic_ | (config_.revision >> 1 & kRevisionMask));
        case kPhysicalManagement:
            return management_word();
        case kMedia:
            return std::uint16_t(media_ | (hears() && (media_ & kLinkBeatEnable) ? kLinkBeat : 0));
        default:
            return 0;
    }
}

/// MDIO reads 1 if nothing drives it.
std::uint16_t Registers::management_word() const {
    if (management_ & kManagementWrite) return management_;
    const bool data = !management || management->data();
    return std::uint16_t((management_ & ~kManagementData) | (data ? kManagementData : 0));
}

void Registers::drive_management(std::uint8_t value) {
    const bool rises = (value & kManagementClock) && !(management_ & kManagementClock);
    put(management_, 0, value);
    const bool data = !(value & kManagementWrite) || (value & kManagementData);
    if (rises && management) management->clock(data);
}

std::uint16_t Registers::word5(unsigned offset) const {
    switch (offset) {
        case 0x00:
            return std::uint16_t(4 * transmitter_.start_threshold);
        case 0x02:
            return std::uint16_t(4 * transmitter_.available_threshold());
        case 0x06:
            return std::uint16_t(4 * receiver_.early_threshold);
        case 0x08:
            return receiver_.accepted;
        case 0x0A:
            return interrupts.interrupt_enable;
        case 0x0C:
            return interrupts.status_enable;
        default:
            return 0;
    }
}

std::uint16_t Registers::word7(unsigned offset, base::Femtoseconds now) const {
    if (config_.lists) return std::uint16_t(window7_[offset] | window7_[offset + 1] << 8);
    switch (offset) {
        case kMasterAddress:
            return std::uint16_t(master.address);
        case kMasterAddress + 2:
            return std::uint16_t(master.address >> 16);
        case kMasterLength:
            return master.length;
        case kMasterStatus:
            return std::uint16_t(master.status | (dma_in_progress ? master::kInProgress : 0));
        default:
            return operating(offset, now);
    }
}

void Registers::write(unsigned port, std::uint8_t value, base::Femtoseconds now) {
    if (port >= kSlotWindow) return write0(port - kSlotWindow, value, now);
    if (port >= kOperating || window == 1) {
        if ((port & (kOperating - 1)) == kTxStatus) transmitter_.pop_status();
        return;
    }
    switch (window) {
        case 0:
            return write0(port, value, now);
        case 2:
            return write2(port, value);
        case 3:
            return write3(port, value);
        case 4:
            return write4(port, value);
        case 7:
            return write7(port, value);
        default:
            return;
    }
}

void Registers::write0(unsigned offset, std::uint8_t value, base::Femtoseconds now) {
    if (offset == kEepromCommand) eeprom_.command(value, now);
    if (!config_.isa && !config_.eisa) return;
    if ((offset & ~1u) == kConfiguration) put(configuration_, offset & 1, value);
    if ((offset & ~1u) == kResources) put(resources_, offset & 1, value);
}

void Registers::write2(unsigned offset, std::uint8_t value) {
    if (offset < 2 * kAddressOctets)
        (offset < kAddressOctets ? receiver_.station : receiver_.mask)[offset % kAddressOctets] = value;
}

void Registers::write3(unsigned offset, std::uint8_t value) {
    if (offset < kInternalConfig + 4) put(internal_config_, offset - kInternalConfig, value);
    if ((offset & ~1u) == kMaxPacket) put(max_packet_, offset & 1, value);
    if ((offset & ~1u) == kMacControl) put(mac_control_, offset & 1, value);
    receiver_.large_frames = (mac_control_ & kLargeFrames) != 0;
    if (config_.lists && !config_.boomerang) receiver_.longest = max_packet_;
    if ((mac_control_ & kFullDuplex) && !(config_.lists && config_.mac.rules.full_duplex))
        ignored_mode = "full duplex (MacControl, bit 5)";
}

void Registers::write4(unsigned offset, std::uint8_t value) {
    if ((offset & ~1u) == kNetDiagnostic) put(net_diagnostic_, offset & 1, value);
    if (net_diagnostic_ & kLoopbacks) ignored_mode = "loopback (NetDiagnostic, bits 15:12)";
    if (offset == kPhysicalManagement) drive_management(value);
    if (offset == kPhysicalManagement + 1) put(management_, 1, value);
    if ((offset & ~1u) == kMedia) put(media_, offset & 1, value);
    media_ &= kMediaWritten;
    statistics_.wide = (net_diagnostic_ & kUpperOctetsEnable) != 0;
}

void Registers::write7(unsigned offset, std::uint8_t value) {
    if (config_.lists) return window7_[offset] = value, void();
    if (offset < kMasterAddress + 4) put(master.address, offset - kMasterAddress, value);
    if ((offset & ~1u) == kMasterLength) put(master.length, offset & 1, value);
    if ((offset & ~1u) == kMasterStatus) master.status &= std::uint16_t(~(unsigned{value} << 8 * (offset & 1)));
}

}  // namespace niclab::etherlink
