/// @file Memory that a driver has made accessible to its card, and the card's accesses to it.
///
/// Behaviour: a mapping is known by address, size and direction. A master of the bus accesses whole
///   dwords, so a mapping is rounded out to dwords for it.
/// Not modelled: an IOMMU. An access outside every mapping is reported, and takes place.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>

#include "host/memory.h"
#include "runtime/findings.h"

namespace niclab::linux_kernel {

class DmaMappings : public host::MasterObserver {
public:
    enum class Kind {
        Streaming,  ///< dma_map_single()
        Coherent,   ///< dma_alloc_coherent()
        Isa         ///< isa_virt_to_bus(): accessible up to the end of its block, until that is freed.
    };
    struct Mapping {
        std::uint32_t begin = 0, octets = 0;
        const std::uint8_t* own = nullptr;  ///< The driver's memory.
        int direction = 0;
        Kind kind = Kind::Streaming;
        CodeAddress mapped = nullptr, unmapped = nullptr;
        bool checked = false;  ///< dma_mapping_error() was called for it.
        std::uint64_t number = 0;
    };
    static constexpr std::uint32_t kFailed =
        ~std::uint32_t{0};  ///< Lower half of the result of a mapping that has failed.

    explicit DmaMappings(Findings& findings) : findings_(findings) {}

    void map(Mapping mapping);
    /// dma_map_single() has returned kFailed at `caller`.
    void note_failed(CodeAddress caller) { failed_ = caller; }
    /// The driver has gone on with it, which is reported.
    bool has_used_failed() const { return has_used_failed_; }
    void unmap(std::uint32_t address, std::size_t octets, int direction, CodeAddress caller);
    void set_checked(std::uint32_t address);
    /// dma_sync_single_...() of octets, which must be in one mapping of that direction.
    void sync(std::uint32_t address, std::size_t octets, int direction, CodeAddress caller);
    /// Memory is freed: its coherent mapping ends, and a streaming one is a fault.
    void release(const void* block, std::size_t octets, CodeAddress caller);
    /// Number of mappings that were ever made.
    std::uint64_t made() const { return made_; }
    /// Reports the streaming mappings that were made after the first `since`, and forgets them.
    void report_left(std::uint64_t since, const std::string& when);

    void on_master_access(std::uint32_t address, std::uint8_t enables, bool write) override;
    /// Where the memory with an address was mapped; nullptr: it is in no mapping.
    CodeAddress mapped_at(std::uint32_t address) const;

private:
    using Mappings = std::multimap<std::uint32_t, Mapping>;  ///< By begin.
    static constexpr std::size_t kRemembered = 512;          ///< Mappings that have ended.

    void expect_alone(const Mapping& mapping);
    Mappings::iterator streaming_at(std::uint32_t address);
    void end(Mappings::iterator mapping, CodeAddress caller);
    bool allows(std::uint32_t first, std::uint32_t last, bool write);
    void report_access(std::uint32_t address, bool write);
    /// The driver goes on with a mapping that has failed. False: none has.
    bool report_failed(const std::string& use);
    std::string described(const Mapping& mapping);

    Findings& findings_;
    Mappings mappings_;
    std::deque<Mapping> ended_;
    std::uint64_t made_ = 0;
    const Mapping* last_ = nullptr;  ///< The mapping of the last access.
    CodeAddress failed_ = nullptr;   ///< The last mapping that has failed.
    bool has_used_failed_ = false;
};

}  // namespace niclab::linux_kernel
