/// @file The timers of the receive side: loss of signal, and the alarms that are declared when a
/// defect lasts.
///
/// Source: GR-253, G.783, I.432 (from memory of the standards).
/// - LOS: no transition for 2.3 to 100 us, which means octets of all zeros. It is cleared after two
///   framing patterns with a frame between them and no LOS meanwhile.
/// - LOF: 3 ms of OOF, integrated. Only 3 ms in frame restart the timer or clear LOF.
/// - LCD: 4 ms out of delineation without interruption, cleared after 4 ms of delineation.
///
/// Timing: counts octets of the recovered clock, which continues without an optical signal.
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

    /// One octet of the line at its arrival.
    void take(std::uint8_t octet) {
        if (++now_ == due_) expire();
        if (octet == 0) dark();
    }
    /// Number of coming octets that raise or clear no alarm, whatever their values.
    std::uint64_t quiet_octets() const {
        const std::uint64_t to_los = los_octets_ > dark_octets_ ? los_octets_ - dark_octets_ : 1;
        return std::min(to_due(), to_los) - 1;
    }
    /// Processes `n` of them (at most quiet_octets()).
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
    /// Counts `octets` coming octets that change nothing; fewer than to_due().
    void pass(std::uint64_t octets) { now_ += octets; }
    /// Number of coming octets before a timer may declare or clear an alarm.
    std::uint64_t to_due() const { return due_ - now_; }
    /// Number of all received octets.
    std::uint64_t octets() const { return now_; }

    /// Reports whether a framing pattern was received at its expected position.
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
