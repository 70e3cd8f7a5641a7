#include "host/pcie_bridge.h"

#include <algorithm>
#include <cstring>

namespace niclab::host {

using pcie::TlpType;

namespace {

constexpr std::uint32_t kInterruptVector = 0x41;

/// Octets of an access at `address` that are in one dword.
unsigned in_dword(std::uint64_t address, unsigned octets) { return std::min(octets, 4 - unsigned(address % 4)); }

}  // namespace

void PcieMemory::report(std::uint64_t address, unsigned octets, bool write) const {
    for (std::uint64_t at = address; at < address + octets;) {
        const unsigned lane = at % 4, n = std::min(4 - lane, unsigned(address + octets - at));
        memory_.report_master(std::uint32_t(at) & ~3u, std::uint8_t(((1u << n) - 1) << lane), write);
        at += n;
    }
}

void PcieMemory::read(std::uint64_t address, std::uint8_t* to, unsigned octets) {
    report(address, octets, false);
    std::memcpy(to, memory_.at(std::uint32_t(address)), octets);
}

void PcieMemory::write(std::uint64_t address, const std::uint8_t* from, unsigned octets) {
    report(address, octets, true);
    std::memcpy(memory_.at(std::uint32_t(address)), from, octets);
}

/// Accesses of the BIOS.
class PcieBridge::Config : public pcie::ConfigAccess {
public:
    explicit Config(PcieBridge& bridge) : bridge_(bridge) {}
    std::uint32_t read(std::uint16_t id, unsigned offset) override {
        return bridge_.read(TlpType::ConfigRead, std::uint64_t{id} << pcie::kRequesterShift | offset, 4);
    }
    void write(std::uint16_t id, unsigned offset, std::uint32_t value) override {
        bridge_.write(TlpType::ConfigWrite, std::uint64_t{id} << pcie::kRequesterShift | offset, 4, value);
    }

private:
    PcieBridge& bridge_;
};

PcieBridge::PcieBridge(sc_core::sc_module_name name, pcie::Board& board, Memory& memory, unsigned slot)
    : sc_module(name), board_(board), memory_(memory), slot_(slot), store_(memory) {
    SC_HAS_PROCESS(PcieBridge);
    SC_METHOD(on_interrupt);
    sensitive << changed_;
    dont_initialize();
    board.use(store_);
    board.cpu.done = [this](const pcie::CpuPort::Done& done) {
        const auto answer = answers_.find(done.number);
        if (answer == answers_.end()) return;
        answer->second.over = true;
        std::copy(done.data, done.data + pcie::CpuPort::kMostOctets, answer->second.data.begin());
        core::fire(served_);
    };
    board.cpu.can_post_again = [this] { core::fire(served_); };
    board.cpu.interrupt = [this](const pcie::Tlp& tlp) {
        ++messages_;
        board_.log.add_interrupt(tlp);
        if (tlp.type == TlpType::Message)
            inta_ = tlp.code == pcie::kAssertInta;
        else
            add_message(tlp);
        core::fire(changed_);
    };
}

void PcieBridge::on_interrupt() { interrupt_.write(inta_ || !messages_waiting_.empty()); }

/// A message that waits already is not added, as in the request register of a local APIC.
void PcieBridge::add_message(const pcie::Tlp& tlp) {
    const std::uint8_t* const octets = board_.payloads.at(tlp.payload);
    const std::uint32_t data = octets[0] | std::uint32_t{octets[1]} << 8;
    const auto& waiting = messages_waiting_;
    if (std::find(waiting.begin(), waiting.end(), data) == waiting.end()) messages_waiting_.push_back(data);
}

/// Returns when the request shows that the message is accepted. A handler that only posts writes takes
/// no time, and would be called for the same message again.
void PcieBridge::acknowledge_interrupt() {
    accepted_ = 0;
    if (messages_waiting_.empty()) return;
    accepted_ = messages_waiting_.front();
    messages_waiting_.pop_front();
    core::fire(changed_);
    while (interrupt_.read() && messages_waiting_.empty() && !inta_) wait(sc_core::SC_ZERO_TIME);
}

PcieBridge::Answer PcieBridge::transfer(const Request& request) {
    const core::Femtoseconds begin = core::now_fs();
    std::uint64_t number = 0;
    {
        const core::KernelBridge::SyncScope scope(board_.kernel);
        number = board_.cpu.start(request);
        answers_[number] = {};
    }
    while (!answers_.at(number).over) wait(served_);
    const Answer answer = answers_.at(number);
    answers_.erase(number);
    cpu_waits_ += core::now_fs() - begin;
    return answer;
}

void PcieBridge::post(const Request& request) {
    const core::Femtoseconds begin = core::now_fs();
    while (!board_.cpu.can_post()) wait(served_);
    cpu_waits_ += core::now_fs() - begin;
    const core::KernelBridge::SyncScope scope(board_.kernel);
    board_.cpu.start(request);
}

std::uint32_t PcieBridge::read(TlpType type, std::uint64_t address, unsigned octets) {
    std::uint32_t value = 0;
    for (unsigned done = 0; done < octets;) {
        Request request;
        request.type = type, request.address = address + done;
        request.octets = in_dword(address + done, octets - done);
        const Answer answer = transfer(request);
        for (unsigned k = 0; k < request.octets; ++k) value |= std::uint32_t{answer.data[k]} << 8 * (done + k);
        done += request.octets;
    }
    return value;
}

void PcieBridge::write(TlpType type, std::uint64_t address, unsigned octets, std::uint32_t value) {
    for (unsigned done = 0; done < octets;) {
        Request request;
        request.type = type, request.address = address + done;
        request.octets = in_dword(address + done, octets - done);
        for (unsigned k = 0; k < request.octets; ++k) request.data[k] = std::uint8_t(value >> 8 * (done + k));
        if (type == TlpType::MemoryWrite)
            post(request);
        else
            transfer(request);
        done += request.octets;
    }
}

std::uint32_t PcieBridge::memory_read(std::uint32_t address, unsigned octets) {
    return read(TlpType::MemoryRead, address, octets);
}

void PcieBridge::memory_write(std::uint32_t address, unsigned octets, std::uint32_t value) {
    write(TlpType::MemoryWrite, address, octets, value);
}

std::uint32_t PcieBridge::io_read(std::uint32_t address, unsigned octets) {
    return read(TlpType::IoRead, address, octets);
}

void PcieBridge::io_write(std::uint32_t address, unsigned octets, std::uint32_t value) {
    write(TlpType::IoWrite, address, octets, value);
}

void PcieBridge::write_block(std::uint32_t address, const std::uint32_t* dwords, unsigned count, bus::Purpose) {
    Request request;
    request.type = TlpType::MemoryWrite, request.address = address, request.octets = 4 * count;
    for (unsigned k = 0; k < 4 * count; ++k) request.data[k] = std::uint8_t(dwords[k / 4] >> 8 * (k % 4));
    post(request);
}

void PcieBridge::read_block(std::uint32_t address, std::uint32_t* dwords, unsigned count, bus::Purpose) {
    Request request;
    request.address = address, request.octets = 4 * count;
    const Answer answer = transfer(request);
    for (unsigned k = 0; k < count; ++k) {
        dwords[k] = 0;
        for (unsigned i = 0; i < 4; ++i) dwords[k] |= std::uint32_t{answer.data[4 * k + i]} << 8 * i;
    }
}

/// The first card that is found is the one in the slot.
void PcieBridge::boot() {
    if (booted_) return;
    if (boots_) {
        while (!booted_) wait(booted_event_);
        return;
    }
    boots_ = true;
    Config config(*this);
    const std::vector<pcie::Found> found = pcie::enumerate(config, board_.config().assignment);
    const auto card = std::find_if(found.begin(), found.end(), [](const pcie::Found& f) { return f.header == 0; });
    if (card != found.end()) card_ = card->id;
    if (card_ != 0) enable_messages();
    booted_ = true;
    core::fire(booted_event_);
}

/// As pci_enable_msi() or pci_enable_msix_range() of a driver do, with one vector after the other.
void PcieBridge::enable_messages() {
    const pcie::Interrupt wanted = board_.config().interrupt;
    if (wanted == pcie::Interrupt::Inta) return;
    Config config(*this);
    const bool table = wanted == pcie::Interrupt::Msix;
    const unsigned at = pcie::find_capability(config, card_, table ? pcie::kMsixIdentifier : pcie::kMsiIdentifier);
    if (at == 0) return;
    const auto address = std::uint32_t(pcie::kInterruptAddresses);
    const std::uint32_t control = config.read(card_, at);
    if (!table) {
        config.write(card_, at + 4, address), config.write(card_, at + 8, 0);
        config.write(card_, at + 12, kInterruptVector);
        return config.write(card_, at, control | 1u << 16);
    }
    const std::uint32_t place = config.read(card_, at + 4), bar = pcie::kFirstBarRegister + 4 * (place & 7);
    const std::uint32_t entries = (config.read(card_, bar) & ~0xFu) + (place & ~7u);
    for (std::uint32_t n = 0; n <= (control >> 16 & 0x7FF); ++n) {
        const std::array<std::uint32_t, 4> entry{address, 0, kInterruptVector + n, 0};
        for (std::uint32_t k = 0; k < 4; ++k) write32(entries + 16 * n + 4 * k, entry[k]);
    }
    config.write(card_, at, control | 1u << 31);
}

std::uint32_t PcieBridge::config_read32(unsigned slot, std::uint8_t offset) {
    boot();
    if (slot != slot_ || card_ == 0) return ~0u;
    return Config(*this).read(card_, offset);
}

void PcieBridge::config_write32(unsigned slot, std::uint8_t offset, std::uint32_t value) {
    boot();
    if (slot == slot_ && card_ != 0) Config(*this).write(card_, offset, value);
}

void PcieBridge::describe(core::StatsVisitor& v) const {
    v.counter("cpu_wait_ns", cpu_waits_ / 1'000'000, "ns",
              "CPU time spent waiting for reads and for space in the write buffer.");
    v.counter("interrupt_messages", messages_, "events", "INTA and MSI messages that reached the CPU.");
}

}  // namespace niclab::host
