#include "runtime/store_buffer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/clock.h"

namespace niclab::linux_kernel {

namespace {
constexpr double kSlowBarriers = 1.0 / 8;
constexpr std::size_t kMostWaiting = 32;
}  // namespace

std::uint64_t StoreBuffer::value_at(const Store& s) {
    std::uint64_t value = 0;
    std::memcpy(&value, memory_.at(s.address), s.octets);
    return value;
}

void StoreBuffer::set(const Store& s) { std::memcpy(memory_.at(s.address), &s.value, s.octets); }

/// The store has been executed: it waits, and memory has the earlier value.
void StoreBuffer::settle() {
    if (!begun_) return;
    Store made = *std::exchange(begun_, std::nullopt);
    const std::uint64_t earlier = std::exchange(made.value, value_at(made));
    set({made.address, made.octets, earlier, made.by});
    waiting_.push_back(made);
}

void StoreBuffer::store(void* at, unsigned octets, CodeAddress caller) {
    settle();
    const auto address = memory_.address_of(at);
    if (!address || !is_coherent(*address)) return;
    expose(*address, octets);
    if (octets > sizeof(Store::value)) return;  // Visible at once.
    if (waiting_.size() >= kMostWaiting) expose(waiting_.front().address, waiting_.front().octets);
    begun_ = Store{*address, octets, 0, caller};
    begun_->value = value_at(*begun_);
}

void StoreBuffer::load(const void* at, unsigned octets) {
    settle();
    if (waiting_.empty()) return;
    if (const auto address = memory_.address_of(at)) expose(*address, octets);
}

/// Stores to these octets.
void StoreBuffer::expose(std::uint32_t address, unsigned octets) {
    const auto first = std::stable_partition(waiting_.begin(), waiting_.end(),
                                             [&](const Store& s) { return !overlap(s, address, octets); });
    std::for_each(first, waiting_.end(), [this](const Store& s) { set(s); });
    waiting_.erase(first, waiting_.end());
}

void StoreBuffer::barrier() {
    settle();
    if (waiting_.size() > 1 && random_.chance(kSlowBarriers)) return expose_slowly();
    for (const Store& s : waiting_) await_reader(s), set(s);
    waiting_.clear();
}

void StoreBuffer::await_reader(const Store& s) {
    constexpr core::Femtoseconds kReadTime = 500'000'000;
    if ((s.address & ~(kDescriptor - 1)) != read_descriptor_) return;
    const core::Femtoseconds gone = core::now_fs() - read_at_;
    if (gone < kReadTime) pause(double(kReadTime - gone) * 1e-9, never_);
}

void StoreBuffer::expose_slowly() {
    constexpr std::int64_t kMostDecades = 3;
    constexpr double kLongestUs = 2000;
    double most = kLongestUs;
    for (std::int64_t n = random_.uniform(0, kMostDecades); n > 0; --n) most /= 10;
    while (!waiting_.empty()) {
        const auto at = waiting_.begin() + random_.uniform(0, static_cast<std::int64_t>(waiting_.size()) - 1);
        await_reader(*at), set(*at);
        visible_.push_back(*at);
        waiting_.erase(at);
        if (!waiting_.empty()) pause(most * random_.uniform01(), seen_);
    }
    visible_.clear();
}

void StoreBuffer::on_master_access(std::uint32_t address, bool write) {
    const std::uint32_t dword = address & ~(kDword - 1);
    if (!write) return note_read(dword);
    const std::uint32_t begin = dword & ~(kDescriptor - 1);
    const auto first = stale_.lower_bound(begin), last = stale_.lower_bound(begin + kDescriptor);
    for (auto s = first; s != last; ++s)
        findings_.add(Rule::Order, s->second.waiting,
                      fmt::format("the card has used a descriptor without this store, after it has seen the one at {}; "
                                  "expected dma_wmb() between them, and the one that gives the descriptor to the card "
                                  "after it",
                                  findings_.line(s->second.visible)));
    stale_.erase(first, last);
}

void StoreBuffer::note_read(std::uint32_t dword) {
    stale_.erase(dword);
    if (is_coherent(dword)) read_descriptor_ = dword & ~(kDescriptor - 1), read_at_ = core::now_fs();
    const auto same = [dword](const Store& s) {
        return (s.address & ~(kDescriptor - 1)) == (dword & ~(kDescriptor - 1));
    };
    const auto visible = std::find_if(visible_.rbegin(), visible_.rend(), same);
    if (visible == visible_.rend() || std::none_of(waiting_.begin(), waiting_.end(), same)) return;
    core::fire(seen_);
    const auto waiting =
        std::find_if(waiting_.begin(), waiting_.end(), [dword](const Store& s) { return overlap(s, dword, kDword); });
    if (waiting != waiting_.end()) stale_[dword] = {visible->by, waiting->by};
}

}  // namespace niclab::linux_kernel
