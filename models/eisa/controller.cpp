#include "eisa/controller.h"

#include "eisa/slot.h"

namespace niclab::eisa {

namespace {

constexpr std::uint32_t kRows = 256, kDword = 4;

unsigned lowest(unsigned bits) { return unsigned(__builtin_ctz(bits)); }

}  // namespace

Controller::Controller(sc_core::sc_module_name name, core::Clock& halves, Bus& bus, const ControllerConfig& config)
    : BoardController(name, halves, config.refresh_halves, 32), bus_(bus) {
    bus.attach(pins, "board");
    call_at_edges<&Controller::on_half>(*this);
    cpu.request.set_consumer(*this);
}

void Controller::before_end_of_elaboration() { wake_with(bus_.mreqs()); }

void Controller::on_half() {
    const bool idle = owner_ == Owner::None && next_ == Owner::None;
    if ((clock().cycle() + stretched_) % 2 == 0)
        rise();
    else
        fall();
    pins.put(out_);
    given_away.write(owner_ == Owner::Master);
    busy_halves_ += owner_ != Owner::None;
    const bool asked = cpu.request.has_item() || refresh_due_ || bus_.requests() != 0;
    if (idle && next_ == Owner::None && !out_.bclk && !asked) sleep();
}

void Controller::rise() {
    const Levels& bus = pins.sampled();
    if (bus.start) {
        begin_command();
        if (compressed_) return;  // BCLK stays low
    } else if (compressed_ || (out_.cmd && ready_ && !bus.msburst)) {
        end_command();
    }
    out_.bclk = true;
    if (owner_ == Owner::Master) watch_master();
    if (owner_ == Owner::None && next_ != Owner::None) begin();
}

void Controller::fall() {
    const Levels& bus = pins.sampled();
    out_.bclk = false;
    if (out_.cmd) {
        ready_ = bus.ready;
        waits_ += !ready_;
    }
    if (out_.start && access_.write && owner_ == Owner::Cpu)
        out_.enabled = kAddress | kData, out_.data = written_octets();
    else if (!out_.cmd)
        out_.enabled &= std::uint8_t(~kData), out_.data = 0;
    const bool ends = out_.cmd && ready_ && !half_left();
    if (owner_ == Owner::None || (cycle() && ends)) choose();
}

/// The owner of the bus from the next rise on; the address of a CPU's cycle.
void Controller::choose() {
    const unsigned masters = bus_.requests();
    const bool cpu_asks = cpu.request.has_item();
    out_.enabled &= std::uint8_t(~kAddress);
    out_.la = 0, out_.memory = false;
    next_ = Owner::None;
    if (refresh_due_) {
        next_ = Owner::Refresh;
        refresh_due_ = false;
        ++refreshes_;
        out_.enabled |= kAddress, out_.memory = true;
        out_.la = row_++ % kRows * kDword;
    } else if (masters != 0 && (masters_turn_ || !cpu_asks)) {
        next_ = Owner::Master;
        const unsigned behind = masters & ~((2u << slot_) - 1u);
        slot_ = lowest(behind != 0 ? behind : masters);
    } else if (cpu_asks) {
        next_ = Owner::Cpu;
        ahead_ = cpu.request.item();
        cpu.request.take();
        out_.enabled |= kAddress, out_.memory = ahead_.memory;
        out_.la = ahead_.address & ~3u;
        out_.aen = ahead_.memory ? std::uint16_t{0} : aen_of(ahead_.address);
    }
}

void Controller::begin() {
    owner_ = next_, next_ = Owner::None;
    if (owner_ == Owner::Master) {
        ++grants_;
        out_.mak = std::uint16_t(1u << slot_);
        return;
    }
    if (owner_ == Owner::Refresh) {
        out_.refresh = true;
        access_ = {true, false, 0xF, out_.la, 0};
    } else {
        access_ = ahead_;
        read_ = 0;
    }
    start(access_.enables);
}

void Controller::start(unsigned enables) {
    out_.start = true;
    out_.be = std::uint8_t(enables);
    out_.write = access_.write;
    ++cycles_;
}

/// For every owner of the bus: CMD# is the board's.
void Controller::begin_command() {
    const Levels& bus = pins.sampled();
    out_.start = false;
    out_.cmd = true;
    ready_ = false;
    wide_ = narrow_ = false;
    if (owner_ != Owner::Cpu) return;
    wide_ = bus.ex32, narrow_ = bus.ex16 && !bus.ex32;
    compressed_ = bus.nows && (wide_ || narrow_);
    if (!compressed_) return;
    ++stretched_, ++compressed_cycles_;
    if (!half_left()) choose();
}

void Controller::end_command() {
    out_.cmd = compressed_ = false;
    if (!cycle()) return;
    if (owner_ == Owner::Cpu && !access_.write) read_ |= read_octets();
    if (half_left()) {
        ++conversions_;
        return start(access_.enables & 0xC);
    }
    if (owner_ == Owner::Cpu) answer();
    owner_ = Owner::None;
    out_.refresh = out_.write = false;
    out_.be = 0;
    if (next_ != Owner::Cpu) out_.aen = 0;
}

void Controller::answer() {
    Access done = access_;
    if (!done.write) done.data = read_;
    cpu.response.post(done);
    masters_turn_ = true;
}

/// The octets of the present cycle, at their positions in the dword.
std::uint32_t Controller::read_octets() const {
    const std::uint32_t data = pins.sampled().data;
    if (!narrow_) return data & octet_mask(out_.be);
    return (out_.be & 0x3) != 0 ? data & octet_mask(out_.be & 0x3u) : data << 16;
}

/// The upper half goes to a 16-bit slave on D[15:0].
std::uint32_t Controller::written_octets() const {
    const Levels& bus = pins.sampled();
    if (!bus.ex16 || bus.ex32 || (out_.be & 0x3) != 0) return access_.data;
    return access_.data >> 16 | (access_.data & 0xFFFF0000u);
}

/// Deasserts MAKn# when others wait; the bus is free when MREQn# is deasserted.
void Controller::watch_master() {
    const unsigned masters = bus_.requests(), own = 1u << slot_;
    if ((masters & ~own) != 0 || cpu.request.has_item() || refresh_due_) out_.mak = 0;
    if ((masters & own) != 0) return;
    out_.mak = 0;
    owner_ = Owner::None;
    masters_turn_ = false;
}

void Controller::describe(core::StatsVisitor& v) const {
    v.counter("cycles", cycles_, "cycles", "Cycles of the CPU and of refresh. A converted dword counts as two.");
    v.counter("compressed_cycles", compressed_cycles_, "cycles", "Compressed cycles of the CPU, of 1.5 BCLK.");
    v.counter("conversions", conversions_, "dwords", "Dwords converted to two cycles for 16-bit slaves.");
    v.counter("wait_clocks", waits_, "clocks", "Wait states in BCLK clocks, requested with EXRDY.");
    v.counter("refreshes", refreshes_, "events", "Refresh cycles.");
    v.counter("grants", grants_, "events", "Bus grants to masters.");
    v.counter("bclk_busy_half_cycles", busy_halves_, "half cycles",
              "Half cycles of BCLK in which a cycle, a refresh or a master used the bus.");
    v.counter("bclk_half_cycles", clock().cycle(), "half cycles", "Half cycles of BCLK.");
}

}  // namespace niclab::eisa
