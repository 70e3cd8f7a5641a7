/// @file  The receive side's sense of time: loss of signal, and the alarms a defect becomes when it lasts.
///
/// Source:     GR-253, G.783, I.432 (from memory of the standards). LOS: no transition for 2.3 to 100 us, which means
///             octets of all zeros; clear after two framing patterns with a frame between and no LOS meanwhile. LOF:
///             3 ms of OOF, integrated: only 3 ms in frame start the time again or clear LOF. LCD: 4 ms out of
///             delineation without a break, clear after 4 ms of it.
/// Timing:     counts octets of the recovered clock, which goes on without light.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "phy/alarms.h"
#include "phy/config.h"
#include "sonet/persistence.h"

namespace niclab::phy {

class LineWatch {
public:
    LineWatch(AlarmSet& alarms, const Config& config)
        : alarms_(alarms),
          los_octets_(line_octets(config.format, config.los_us)),
          lof_(line_octets(config.format, config.lof_ms * 1e3), line_octets(config.format, config.lof_ms * 1e3), true),
          lcd_(line_octets(config.format, config.lcd_ms * 1e3), line_octets(config.format, config.lcd_ms * 1e3),
               false) {
        lof_.change(true, 0);
        lcd_.change(true, 0);
        plan();
    }

    /// One octet of the line, as it comes.
    void take(std::uint8_t octet) {
        if (++now_ == due_) expire();
        if (octet == 0) dark();
    }
    /// Octets to come that raise or clear no alarm, whatever they are.
    std::uint64_t quiet_octets() const {
        const std::uint64_t to_los = los_octets_ > dark_octets_ ? los_octets_ - dark_octets_ : 1;
        return std::min(to_due(), to_los) - 1;
    }
    /// At most so many of them.
    void take_run(const std::uint8_t* octets, unsigned n) {
        const std::uint8_t* const end = octets + n;
        while (const void* zero = std::memchr(octets, 0, static_cast<std::size_t>(end - octets))) {
            const auto* behind = static_cast<const std::uint8_t*>(zero) + 1;
            now_ += static_cast<std::uint64_t>(behind - octets);
            octets = behind;
            dark();
        }
        now_ += static_cast<std::uint64_t>(end - octets);
    }
    /// So many octets come that change nothing; fewer than to_due().
    void pass(std::uint64_t octets) { now_ += octets; }
    /// Octets to come before an alarm may be declared or cleared because time has passed.
    std::uint64_t to_due() const { return due_ - now_; }
    /// Octets ever received.
    std::uint64_t octets() const { return now_; }

    /// A framing pattern was, or was not, where one is expected.
    void framing(bool pattern) {
        patterns_ = pattern ? patterns_ + 1 : 0;
        if (patterns_ >= 2) alarms_.set(Alarm::Los, false);
    }
    void out_of_frame(bool present) { change(lof_, present); }
    void out_of_delineation(bool present) { change(lcd_, present); }

private:
    void dark() {
        dark_octets_ = last_dark_ + 1 == now_ ? dark_octets_ + 1 : 1;
        last_dark_ = now_;
        if (dark_octets_ < los_octets_) return;
        patterns_ = 0;
        alarms_.set(Alarm::Los, true);
    }
    void change(sonet::Persistence& defect, bool present) {
        defect.change(present, now_);
        plan();
    }
    void expire() {
        if (lof_.due() <= now_) alarms_.set(Alarm::Lof, lof_.expire());
        if (lcd_.due() <= now_) alarms_.set(Alarm::Lcd, lcd_.expire());
        plan();
    }
    void plan() { due_ = lof_.due() < lcd_.due() ? lof_.due() : lcd_.due(); }

    AlarmSet& alarms_;
    std::uint64_t los_octets_, now_ = 0, due_ = 0, last_dark_ = 0, dark_octets_ = 0;
    unsigned patterns_ = 0;
    sonet::Persistence lof_, lcd_;
};

}  // namespace niclab::phy
