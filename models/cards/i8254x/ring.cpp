#include "cards/i8254x/ring.h"

#include <algorithm>

namespace niclab::i8254x {

namespace {
constexpr std::uint32_t kLengthBits = 0xFFF80, kIndexBits = 0xFFFF, kDelayBits = 0xFFFF;
constexpr unsigned kPageOctets = 4096, kPrefetchShift = 0, kHostShift = 8, kWriteBackShift = 16;
}  // namespace

std::uint32_t DescriptorRing::read(std::uint32_t at) const {
    switch (at) {
        case ring::kBaseLow:
            return base_;
        case ring::kBaseHigh:
            return base_high_;
        case ring::kLength:
            return length_;
        case ring::kHead:
            return head_;
        case ring::kTail:
            return tail_;
        case ring::kDelay:
            return delay_;
        case ring::kControl:
            return control_;
        default:
            return 0;
    }
}

void DescriptorRing::write(std::uint32_t at, std::uint32_t value) {
    switch (at) {
        case ring::kBaseLow:
            base_ = value & ~0xFu;
            break;
        case ring::kBaseHigh:
            base_high_ = value;
            break;
        case ring::kLength:
            length_ = value & kLengthBits;
            break;
        case ring::kHead:
            // The chip begins there; a driver writes it only while the ring is disabled.
            head_ = next_ = used_ = closed_ = value & kIndexBits;
            fetched_.clear(), results_.clear(), in_use_ = 0, moving_ = 0;
            report_level();
            break;
        case ring::kTail:
            tail_ = value & kIndexBits;
            report_level();
            break;
        case ring::kDelay:
            delay_ = value & kDelayBits;
            break;
        case ring::kControl:
            control_ = value;
            break;
        default:
            break;
    }
}

Descriptor DescriptorRing::take() {
    const Descriptor oldest = fetched_.front();
    fetched_.pop_front();
    used_ = after(used_, 1), ++in_use_;
    return oldest;
}

void DescriptorRing::complete(const Descriptor& result, bool report, Notice notice) {
    --in_use_;
    if (report) results_.push_back({closed_, result, notice});
    closed_ = after(closed_, 1);
    if (results_.empty()) head_ = closed_, report_level();
}

void DescriptorRing::reset() {
    base_ = base_high_ = length_ = control_ = delay_ = 0;
    head_ = tail_ = next_ = used_ = closed_ = in_use_ = moving_ = 0;
    fetched_.clear(), results_.clear();
    report_level();
    enabled_ = writing_ = flushing_ = false;
    width_ = kDescriptorOctets;
}

unsigned DescriptorRing::to_fetch() const {
    if (!enabled_ || tail_ >= size() || next_ >= size()) return 0;
    const auto cached = unsigned(fetched_.size());
    const unsigned on_host = distance(next_, tail_), space = kCached - std::min(kCached, cached + in_use_);
    const bool low =
        cached == 0 || (cached < threshold(kPrefetchShift) && on_host >= std::max(1u, threshold(kHostShift)));
    return low ? std::min({on_host, space, of_a_burst(), size() - next_}) : 0;
}

unsigned DescriptorRing::to_write() const {
    const auto waiting = unsigned(results_.size());
    if (waiting == 0 || (waiting < threshold(kWriteBackShift) && !flushing_)) return 0;
    unsigned n = 1;
    while (n < std::min(waiting, of_a_burst()) && results_[n].index == results_[n - 1].index + 1 &&
           address(results_[n].index) % kPageOctets != 0)
        ++n;
    return n;
}

bool DescriptorRing::next(Transfer& t) {
    if (moving_ > 0) return false;
    writing_ = to_write() > 0;
    moving_ = writing_ ? to_write() : to_fetch();
    if (moving_ == 0) return false;
    t = {};
    t.write = writing_, t.purpose = writing_ ? write_back_ : fetch_;
    t.address = address(writing_ ? results_.front().index : next_);
    t.octets = moving_ * width_;
    for (unsigned i = 0; writing_ && i < moving_; ++i) {
        std::copy_n(results_[i].descriptor.begin(), width_, &t.data[i * width_]);
        owner_.handed(results_[i].notice);
    }
    return true;
}

void DescriptorRing::done(const Transfer& t) {
    const unsigned n = moving_;
    moving_ = 0;
    if (!writing_) {
        for (unsigned i = 0; i < n; ++i) {
            Descriptor& descriptor = fetched_.emplace_back();
            std::copy_n(&t.data[i * width_], width_, descriptor.begin());
        }
        fetches_ += n > 0, next_ = after(next_, n);
        return;
    }
    write_backs_ += n > 0;
    for (unsigned i = 0; i < n; ++i) {
        const Result result = results_.front();
        results_.pop_front();
        head_ = results_.empty() ? closed_ : after(result.index, 1);
        owner_.written(result.notice);
    }
    flushing_ = flushing_ && !results_.empty();
    report_level();
}

}  // namespace niclab::i8254x
