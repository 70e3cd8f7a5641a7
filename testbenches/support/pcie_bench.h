/// @file A host and a card on a PCI Express link, without SystemC: accesses of the CPU that run until
/// they are answered.
#pragma once

#include <cstring>
#include <vector>

#include "pcie/cpu_port.h"
#include "pcie/encoding.h"
#include "pcie/endpoint.h"
#include "pcie/enumeration.h"

namespace niclab::test {

/// Memory as an array.
class PcieMemory : public pcie::Store {
public:
    explicit PcieMemory(std::size_t octets) : octets_(octets) {}
    bool holds(std::uint64_t address, unsigned octets) const override {
        return octets <= octets_.size() && address <= octets_.size() - octets;
    }
    void read(std::uint64_t address, std::uint8_t* to, unsigned octets) override {
        std::memcpy(to, &octets_[address], octets);
    }
    void write(std::uint64_t address, const std::uint8_t* from, unsigned octets) override {
        std::memcpy(&octets_[address], from, octets);
    }
    std::uint8_t& operator[](std::size_t at) { return octets_[at]; }
    std::size_t size() const { return octets_.size(); }

private:
    std::vector<std::uint8_t> octets_;
};

/// A gigabit card with registers, I/O and vectors.
inline pcie::Identity pcie_card_identity() {
    pcie::Identity id;
    id.vendor = 0x8086, id.device = 0x10D3;
    id.subsystem_vendor = 0x8086, id.subsystem = 0xA01F;
    id.class_code = 0x020000;
    id.bars[0].octets = 128u << 10;
    id.bars[2] = {32, true, false, false};
    id.bars[3].octets = 16u << 10;
    id.msix_vectors = 5, id.msix_bar = 3;
    id.lanes = {1, 1};
    id.serial = 0x001B'21FF'FF12'3456;
    return id;
}

inline pcie::Identity pcie_port_identity(pcie::DeviceType type = pcie::DeviceType::RootPort) {
    pcie::Identity id;
    id.type = type;
    id.vendor = 0x8086, id.device = 0x3C02;
    id.class_code = 0x060400;
    id.lanes = {3, 8};
    return id;
}

struct PcieBenchConfig {
    pcie::LanesConfig lanes{1, 1};
    pcie::LinkEndConfig card, root;
    pcie::EndpointConfig endpoint;
    pcie::RootComplexConfig complex{300 * base::kNanosecond};
    pcie::IommuConfig iommu;
};

class PcieBench : public pcie::ConfigAccess {
public:
    static constexpr std::size_t kMemoryOctets = 1u << 20;

    explicit PcieBench(const PcieBenchConfig& c = {}, const pcie::Identity& identity = pcie_card_identity())
        : card_end(queue, with_lanes(c.card, c.lanes), 1, "card"),
          root_end(queue, with_lanes(c.root, c.lanes), 1, "root"),
          memory(kMemoryOctets),
          timing({}, 0, kMemoryOctets),
          iommu(c.iommu),
          complex(queue, c.complex, root_end, timing, iommu),
          cpu(queue, {}, pcie_port_identity(), root_end, complex, payloads),
          card(queue, identity, c.endpoint, card_end, payloads) {
        complex.use(memory, payloads);
        card_end.use(payloads), root_end.use(payloads);
        card_end.connect(root_end, card), root_end.connect(card_end, complex);
        cpu.done = [this](const pcie::CpuPort::Done& done) { finish(done); };
        cpu.interrupt = [this](const pcie::Tlp& tlp) { interrupts.push_back(tlp); };
        card.work = [] {};
        card.read_done = [this](const pcie::Endpoint::Done& d) { reads_done.push_back(d.slot); };
    }

    std::uint32_t read(std::uint16_t id, unsigned offset) override {
        return access(pcie::TlpType::ConfigRead, std::uint64_t{id} << 16 | offset, 4, 0);
    }
    void write(std::uint16_t id, unsigned offset, std::uint32_t value) override {
        access(pcie::TlpType::ConfigWrite, std::uint64_t{id} << 16 | offset, 4, value);
    }
    /// Runs until the answer.
    std::uint32_t access(pcie::TlpType type, std::uint64_t address, unsigned octets, std::uint32_t value) {
        pcie::CpuPort::Request r;
        r.type = type, r.address = address, r.octets = octets;
        for (unsigned k = 0; k < 4; ++k) r.data[k] = std::uint8_t(value >> 8 * k);
        wanted_ = cpu.start(r);
        if (type == pcie::TlpType::MemoryWrite) return 0;
        while (wanted_ != 0 && queue.next() != base::kNever) queue.run(queue.next());
        return answer;
    }
    void run(base::Femtoseconds time = 100 * base::kMicrosecond) { queue.run(queue.now() + time); }

    base::EventQueue queue;
    pcie::Payloads payloads;
    pcie::LinkEnd card_end, root_end;
    PcieMemory memory;
    pcie::HostMemory timing;
    pcie::Iommu iommu;
    pcie::RootComplex complex;
    pcie::CpuPort cpu;
    pcie::Endpoint card;
    std::uint32_t answer = 0;
    bool good = true;
    std::vector<pcie::Tlp> interrupts;
    std::vector<unsigned> reads_done;

private:
    static pcie::LinkEndConfig with_lanes(pcie::LinkEndConfig end, pcie::LanesConfig lanes) {
        end.lanes = lanes;
        return end;
    }
    void finish(const pcie::CpuPort::Done& done) {
        if (done.number != wanted_) return;
        wanted_ = 0;
        good = done.good;
        answer = 0;
        for (unsigned k = 0; k < 4; ++k) answer |= std::uint32_t{done.data[k]} << 8 * k;
    }
    std::uint64_t wanted_ = 0;
};

}  // namespace niclab::test
