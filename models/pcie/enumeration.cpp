#include "pcie/enumeration.h"

#include <algorithm>

#include "pcie/config_space.h"

namespace niclab::pcie {

namespace {

constexpr std::uint32_t kNone = ~0u;
constexpr unsigned kHeaderRegister = 0x0C, kListRegister = 0x34, kDevices = 32, kMostCapabilities = 48;
constexpr std::uint32_t kMegabyte = 1u << 20, kIoUnit = 4096;

std::uint32_t aligned(std::uint32_t at, std::uint32_t unit) { return (at + unit - 1) / unit * unit; }

class Bios {
public:
    Bios(ConfigAccess& access, const Assignment& a) : access_(access), a_(a), memory_(a.memory), io_(a.io) {}

    void scan(unsigned bus, unsigned devices) {
        for (unsigned device = 0; device < devices; ++device) {
            const std::uint16_t id = function_id(bus, device);
            const std::uint32_t identity = access_.read(id, 0);
            if (identity == kNone) continue;
            Found f{id, identity, access_.read(id, kHeaderRegister) >> 16 & 0x7F,
                    find_capability(access_, id, kExpressIdentifier)};
            found.push_back(f);
            if (f.header == 1)
                open(f);
            else
                assign(id);
        }
    }
    void set_sizes() {
        unsigned mps = a_.mps;
        for (const Found& f : found)
            if (f.express != 0) mps = std::min(mps, 128u << (access_.read(f.id, f.express + 4) & 7));
        for (const Found& f : found) {
            if (f.express == 0) continue;
            const std::uint32_t old = access_.read(f.id, f.express + 8) & 0xFFFF & ~0x70E0u;
            const std::uint32_t reads = f.header == 0 ? code(a_.mrrs) << 12 : 0;
            access_.write(f.id, f.express + 8, old | code(mps) << 5 | reads);
        }
    }
    std::vector<Found> found;

private:
    static std::uint32_t code(unsigned octets) {
        std::uint32_t n = 0;
        while (128u << n < octets) ++n;
        return n;
    }
    /// A port, and all that is after it.
    void open(const Found& port) {
        const unsigned bus = port.id >> 8, secondary = ++last_bus_;
        access_.write(port.id, kBusRegister, bus | secondary << 8 | 0xFFu << 16);
        memory_ = aligned(memory_, kMegabyte), io_ = aligned(io_, kIoUnit);
        const std::uint32_t memory = memory_, io = io_;
        const unsigned type = port.express == 0 ? 0 : access_.read(port.id, port.express) >> 20 & 0xF;
        scan(secondary, type == unsigned(DeviceType::UpstreamPort) ? kDevices : 1);
        access_.write(port.id, kBusRegister, bus | secondary << 8 | last_bus_ << 16);
        if (memory_ != memory && memory_ - memory < a_.least_window) memory_ = memory + a_.least_window;
        memory_ = aligned(memory_, kMegabyte), io_ = aligned(io_, kIoUnit);
        const bool opens = memory_ != memory, opens_io = io_ != io;
        access_.write(port.id, kMemoryWindowRegister,
                      opens ? ((memory_ - kMegabyte) & 0xFFF0'0000) | memory >> 16 : 0x0000'FFF0);
        access_.write(port.id, kIoWindowRegister, opens_io ? ((io_ - kIoUnit) & 0xF000) | (io >> 8 & 0xF0) : 0x00F0);
        access_.write(port.id, kCommandRegister,
                      (opens ? kMemoryEnabled : 0) | (opens_io ? kIoEnabled : 0) | kMasterEnabled);
    }
    void assign(std::uint16_t id) {
        std::uint32_t enables = kMasterEnabled;
        for (unsigned k = 0; k < kBars; ++k) {
            const unsigned at = kFirstBarRegister + 4 * k;
            access_.write(id, at, ~0u);
            const std::uint32_t sized = access_.read(id, at);
            if (sized == 0) continue;
            const bool io = (sized & 1) != 0;
            const std::uint32_t octets = ~(sized & (io ? ~0x3u : ~0xFu)) + 1;
            std::uint32_t& next = io ? io_ : memory_;
            next = aligned(next, io ? octets & 0xFFFF : octets);
            access_.write(id, at, next);
            next += io ? octets & 0xFFFF : octets;
            enables |= io ? kIoEnabled : kMemoryEnabled;
            if (!io && (sized & 4) != 0) access_.write(id, kFirstBarRegister + 4 * ++k, 0);
        }
        access_.write(id, kCommandRegister, enables);
    }

    ConfigAccess& access_;
    const Assignment a_;
    std::uint32_t memory_, io_;
    unsigned last_bus_ = 0;
};

}  // namespace

unsigned find_capability(ConfigAccess& access, std::uint16_t id, unsigned capability) {
    unsigned at = access.read(id, kListRegister) & 0xFC;
    for (unsigned k = 0; at != 0 && k < kMostCapabilities; ++k) {
        const std::uint32_t entry = access.read(id, at);
        if ((entry & 0xFF) == capability) return at;
        at = entry >> 8 & 0xFC;
    }
    return 0;
}

std::vector<Found> enumerate(ConfigAccess& access, const Assignment& assignment) {
    Bios bios(access, assignment);
    bios.scan(0, 1);
    bios.set_sizes();
    return bios.found;
}

}  // namespace niclab::pcie
