#include "runtime/dma_mappings.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "kernel/pci.h"

namespace niclab::linux_kernel {

namespace {

constexpr std::uint32_t kDword = 4;

std::uint32_t begin_of(const DmaMappings::Mapping& m) { return m.begin & ~(kDword - 1); }
/// The first octet after it.
std::uint32_t end_of(const DmaMappings::Mapping& m) { return (m.begin + m.octets + kDword - 1) & ~(kDword - 1); }

bool covers(const DmaMappings::Mapping& m, std::uint32_t address) {
    return address >= begin_of(m) && address < end_of(m);
}

const char* name_of(int direction) {
    return direction == DMA_TO_DEVICE     ? "to the device"
           : direction == DMA_FROM_DEVICE ? "from the device"
                                          : "both ways";
}

bool overlap(const DmaMappings::Mapping& a, const DmaMappings::Mapping& b) {
    return a.own < b.own + b.octets && b.own < a.own + a.octets;
}

bool may(const DmaMappings::Mapping& m, bool write) {
    return m.direction == DMA_BIDIRECTIONAL || (m.direction == DMA_FROM_DEVICE) == write;
}

}  // namespace

std::string DmaMappings::described(const Mapping& m) {
    return fmt::format("{:08X}h, {} octets, {}", m.begin, m.octets, name_of(m.direction));
}

void DmaMappings::map(Mapping mapping) {
    if (mapping.kind == Kind::Isa) {
        const auto [from, to] = mappings_.equal_range(mapping.begin);
        if (std::any_of(from, to, [](const auto& m) { return m.second.kind == Kind::Isa; })) return;
    }
    if (mapping.kind == Kind::Streaming) expect_alone(mapping);
    findings_.maps_dma = findings_.maps_dma || mapping.kind == Kind::Streaming;
    mapping.number = ++made_;
    mappings_.emplace(mapping.begin, mapping);
}

/// A part of it may be mapped twice if the device only reads it.
void DmaMappings::expect_alone(const Mapping& mapping) {
    for (const auto& [begin, other] : mappings_) {
        if (other.kind != Kind::Streaming || !overlap(mapping, other)) continue;
        if (mapping.direction == DMA_TO_DEVICE && other.direction == DMA_TO_DEVICE) continue;
        return findings_.add(Rule::DmaMappedTwice, mapping.mapped,
                             fmt::format("this memory is mapped for DMA twice, first at {} ({}); expected one mapping",
                                         findings_.line(other.mapped), described(other)));
    }
}

DmaMappings::Mappings::iterator DmaMappings::streaming_at(std::uint32_t address) {
    const auto [from, to] = mappings_.equal_range(address);
    const auto found = std::find_if(from, to, [](const auto& m) { return m.second.kind == Kind::Streaming; });
    return found == to ? mappings_.end() : found;
}

void DmaMappings::end(Mappings::iterator mapping, CodeAddress caller) {
    mapping->second.unmapped = caller;
    ended_.push_back(mapping->second);
    if (ended_.size() > kRemembered) ended_.pop_front();
    mappings_.erase(mapping);
    last_ = nullptr;
}

bool DmaMappings::report_failed(const std::string& use) {
    if (!failed_) return false;
    has_used_failed_ = true;
    findings_.add(Rule::DmaErrorUnchecked, failed_,
                  "the mapping that fails here " + use + "; expected dma_mapping_error() before its use");
    return true;
}

void DmaMappings::unmap(std::uint32_t address, std::size_t octets, int direction, CodeAddress caller) {
    if (address == kFailed && report_failed("is unmapped at " + findings_.line(caller))) return;
    const auto found = streaming_at(address);
    if (found == mappings_.end()) {
        const auto before =
            std::find_if(ended_.rbegin(), ended_.rend(), [address](const Mapping& m) { return m.begin == address; });
        return findings_.add(
            Rule::DmaUnmap, caller,
            fmt::format("dma_unmap_single() of {:08X}h, which {}; expected the address of a mapping", address,
                        before == ended_.rend() || !before->unmapped
                            ? std::string("is not mapped")
                            : "was unmapped at " + findings_.line(before->unmapped) + " already"));
    }
    const Mapping& m = found->second;
    const std::string mapped = "mapped at " + findings_.line(m.mapped) + " (" + described(m) + ")";
    if (octets != m.octets)
        findings_.add(
            Rule::DmaUnmapSize, caller,
            fmt::format("{} octets are unmapped of memory that was {}; expected the same size", octets, mapped));
    if (direction != m.direction)
        findings_.add(Rule::DmaUnmapDirection, caller,
                      fmt::format("memory is unmapped as {} that was {}; expected the same direction",
                                  name_of(direction), mapped));
    if (!m.checked)
        findings_.add(Rule::DmaErrorUnchecked, m.mapped,
                      "the result of this mapping was not checked; expected dma_mapping_error() before its use");
    end(found, caller);
}

void DmaMappings::set_checked(std::uint32_t address) {
    const auto found = streaming_at(address);
    if (found != mappings_.end()) found->second.checked = true;
}

void DmaMappings::sync(std::uint32_t address, std::size_t octets, int direction, CodeAddress caller) {
    for (const auto& [begin, m] : mappings_) {
        if (begin > address) break;
        if (m.kind != Kind::Streaming || address + octets > begin + m.octets) continue;
        if (direction == m.direction || m.direction == DMA_BIDIRECTIONAL) return;
        return findings_.add(Rule::DmaSync, caller,
                             fmt::format("DMA is synchronised as {} for memory mapped at {} ({}); expected the same "
                                         "direction",
                                         name_of(direction), findings_.line(m.mapped), described(m)));
    }
    findings_.add(Rule::DmaSync, caller,
                  fmt::format("DMA is synchronised for {} octets at {:08X}h, outside every mapping; expected octets of "
                              "a mapping",
                              octets, address));
}

void DmaMappings::release(const void* block, std::size_t octets, CodeAddress caller) {
    const auto* begin = static_cast<const std::uint8_t*>(block);
    for (auto next = mappings_.begin(); next != mappings_.end();) {
        const auto m = next++;
        if (m->second.own < begin || m->second.own >= begin + octets) continue;
        if (m->second.kind == Kind::Streaming)
            findings_.add(Rule::DmaStillMapped, m->second.mapped,
                          fmt::format("memory that is mapped here ({}) is freed {}; expected dma_unmap_single() "
                                      "before",
                                      described(m->second), findings_.doer(caller)));
        end(m, caller);
    }
}

void DmaMappings::report_left(std::uint64_t since, const std::string& when) {
    for (auto next = mappings_.begin(); next != mappings_.end();) {
        const auto m = next++;
        if (m->second.kind != Kind::Streaming || m->second.number <= since) continue;
        findings_.add(
            Rule::Left, m->second.mapped,
            fmt::format("DMA mapping ({}) is left {}; expected dma_unmap_single()", described(m->second), when));
        end(m, nullptr);
    }
}

bool DmaMappings::allows(std::uint32_t first, std::uint32_t last, bool write) {
    const auto fits = [&](const Mapping& m) { return covers(m, first) && covers(m, last) && may(m, write); };
    if (last_ && fits(*last_)) return true;
    constexpr int kNested = 4;  // mappings that begin in a larger one
    auto next = mappings_.upper_bound(last);
    for (int i = 0; i < kNested && next != mappings_.begin(); ++i) {
        --next;
        if (!fits(next->second)) continue;
        last_ = &next->second;
        return true;
    }
    return false;
}

void DmaMappings::on_master_access(std::uint32_t address, std::uint8_t enables, bool write) {
    if ((enables & 0xFu) == 0) return;
    unsigned low = 0, high = kDword - 1;
    while (!(enables >> low & 1u)) ++low;
    while (!(enables >> high & 1u)) --high;
    if (!allows(address + low, address + high, write)) report_access(address + low, write);
}

CodeAddress DmaMappings::mapped_at(std::uint32_t address) const {
    const auto found = std::find_if(mappings_.begin(), mappings_.end(),
                                    [address](const auto& m) { return covers(m.second, address); });
    return found == mappings_.end() ? nullptr : found->second.mapped;
}

void DmaMappings::report_access(std::uint32_t address, bool write) {
    const char* access = write ? "writes" : "reads";
    constexpr std::uint32_t kLargestBuffer = 0x1000;  // less than the lowest address of a block
    if (address - kFailed < kLargestBuffer &&
        report_failed(fmt::format("is given to the card, which {} {:08X}h", access, address)))
        return;
    const auto now = std::find_if(mappings_.begin(), mappings_.end(),
                                  [address](const auto& m) { return covers(m.second, address); });
    if (now != mappings_.end())
        return findings_.add(Rule::DmaDirection, now->second.mapped,
                             fmt::format("the card {} {:08X}h, which is mapped here as {} ({}); expected a mapping {}",
                                         access, address, name_of(now->second.direction), described(now->second),
                                         name_of(write ? DMA_FROM_DEVICE : DMA_TO_DEVICE)));
    constexpr std::uint32_t kNear = 64;  // an overrun, rather than an access to memory of earlier
    const auto next = mappings_.upper_bound(address);
    const Mapping* nearest = next == mappings_.begin() ? nullptr : &std::prev(next)->second;
    const auto before = std::find_if(ended_.rbegin(), ended_.rend(),
                                     [address](const Mapping& m) { return m.unmapped && covers(m, address); });
    if (before != ended_.rend() && !(nearest && address - end_of(*nearest) < kNear))
        return findings_.add(
            Rule::DmaOutside, before->unmapped,
            fmt::format("the card {} {:08X}h after the mapping of {} ({}) has ended here; expected a stopped card or a "
                        "new buffer",
                        access, address, findings_.line(before->mapped), described(*before)));
    if (!nearest)
        return findings_.add(
            Rule::DmaOutside, "DMA",
            fmt::format("the card {} {:08X}h, outside every mapping; expected mapped memory", access, address));
    findings_.add(Rule::DmaOutside, nearest->mapped,
                  fmt::format("the card {} {:08X}h, {} octets after the end of the memory mapped here ({}); expected "
                              "accesses within a mapping",
                              access, address, address - (nearest->begin + nearest->octets) + 1, described(*nearest)));
}

}  // namespace niclab::linux_kernel
