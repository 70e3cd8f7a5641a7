#include "pcie/slot/function.h"

#include <algorithm>

namespace niclab::pcie {

namespace {

bus::Command command_of(TlpType type) {
    switch (type) {
        case TlpType::MemoryWrite:
            return bus::Command::MemoryWrite;
        case TlpType::IoRead:
            return bus::Command::IoRead;
        case TlpType::IoWrite:
            return bus::Command::IoWrite;
        default:
            return bus::Command::MemoryRead;
    }
}

EndpointConfig endpoint_config(const Board& board) {
    EndpointConfig config;
    config.tags = board.config().read_tags;
    return config;
}

/// Enabled octets of dword `k` of a burst.
unsigned enables_of(const bus::Burst& b, unsigned k) {
    return k == 0 ? b.first_enables : k + 1 == b.dwords ? b.last_enables : 0xFu;
}

}  // namespace

Function::Function(sc_core::sc_module_name name, Board& board, const Identity& identity, bus::DmaChannel& channel)
    : Clocked(name, board.clock),
      endpoint(board.queue(), identity, endpoint_config(board), board.card_end, board.payloads),
      board_(board),
      channel_(channel) {
    SC_HAS_PROCESS(Function);
    call_at_edges<&Function::on_clock>(*this);
    SC_METHOD(on_inta);
    sensitive << inta;
    dont_initialize();
    channel.request.set_consumer(*this), channel.response.set_producer(*this);
    board.attach(endpoint);
    endpoint.config_space.set_link(board.config().link.lanes);
    endpoint.work = [this] { wake(); };
    endpoint.read_done = [this](const Endpoint::Done& done) {
        board_.log.add_read(done.last);
        if (done.slot == kBlockSlot) {
            block_state_ = BlockState::Over, block_good_ = done.good;
            return wake();
        }
        readings_[done.slot].over = true, readings_[done.slot].good = done.good;
        wake();
    };
}

void Function::connect(bus::BlockChannel& blocks) {
    blocks_ = &blocks;
    blocks.request.set_consumer(*this), blocks.response.set_producer(*this);
}

void Function::on_inta() {
    count_call();
    const core::KernelBridge::SyncScope scope(board_.kernel);
    endpoint.set_interrupt(inta.read());
}

void Function::on_clock() {
    const core::KernelBridge::SyncScope scope(board_.kernel);
    finish_reads();
    send_vectors();
    const bool engine = serve_engine(), blocks = serve_blocks(), registers = serve_registers();
    if (!engine && !blocks && !registers) sleep();
}

/// Returns whether there is more to do at the next edge.
bool Function::serve_registers() {
    if (!endpoint.has_access()) return false;
    const Endpoint::Access& access = endpoint.access();
    if (!move_dword(access)) return true;
    if (moved_ < touched_dwords(access.tlp)) return true;
    moved_ = 0;
    board_.log.add_access(access.tlp);
    endpoint.finish_access(data_.data());
    return endpoint.has_access();
}

/// One dword of the access; true if it has moved.
bool Function::move_dword(const Endpoint::Access& a) {
    bus::TargetPort* const port = ports_[a.bar];
    const unsigned lane = moved_ == 0 ? unsigned(a.offset % 4) : 0;
    const std::uint64_t at = moved_ == 0 ? a.offset : (a.offset & ~std::uint64_t{3}) + 4 * moved_;
    const auto done = unsigned(at - a.offset), octets = std::min(4 - lane, a.tlp.octets - done);
    bus::TargetPort::Access access{command_of(a.tlp.type), std::uint32_t(a.tlp.address + done) & ~3u,
                                   std::uint32_t(at) & ~3u, a.bar, std::uint8_t(((1u << octets) - 1) << lane)};
    std::uint32_t value = ~0u;
    if (port) {
        if (!begun_) {
            const bus::TargetPort::Answer answer = port->begin(access);
            if (answer.retry) return false;
            begun_ = true, wait_clocks_ = answer.wait_clocks;
        }
        if (wait_clocks_ > 0) return --wait_clocks_, false;
        if (!port->ready(access)) return false;
        begun_ = false;
        if (a.is_write()) {
            value = 0;
            for (unsigned k = 0; k < octets; ++k)
                value |= std::uint32_t{endpoint.written_data()[done + k]} << 8 * (lane + k);
            port->write(access, value);
        } else {
            value = port->read(access);
        }
    }
    for (unsigned k = 0; k < octets; ++k) data_[done + k] = std::uint8_t(value >> 8 * (lane + k));
    ++moved_;
    return true;
}

bool Function::serve_engine() {
    if (!channel_.request.has_item()) return false;
    const bus::Burst burst = channel_.request.item();
    const bool writes = bus::is_write(burst.command);
    if (bus::is_io(burst.command)) {
        if (channel_.response.full() || reading_ > 0) return true;
        channel_.request.take();
        ++aborts_;
        answer(burst, bus::BurstStatus::MasterAbort);
        return true;
    }
    if (!endpoint.is_master()) return false;  // A write to the command register wakes this module.
    // The answers keep the order of the requests. Without a place the endpoint wakes this module.
    if (writes ? !endpoint.can_write() || channel_.response.full() || reading_ > 0 : reading_ == kWaitingReads)
        return false;
    channel_.request.take();
    if (writes)
        begin_write(burst);
    else
        begin_read(burst);
    return true;
}

/// Returns whether there is more to do at the next edge.
bool Function::serve_blocks() {
    if (!blocks_) return false;
    const auto answer_block = [this](bus::Block block, bus::BurstStatus status) {
        block.status = status;
        blocks_->response.post(block);
    };
    if (block_state_ == BlockState::Over && !blocks_->response.full()) {
        std::copy_n(endpoint.read_data(kBlockSlot), block_.octets, block_.data);
        answer_block(block_, block_good_ ? bus::BurstStatus::Done : bus::BurstStatus::MasterAbort);
        block_state_ = BlockState::None;
    }
    if (!blocks_->request.has_item() || block_state_ != BlockState::None || blocks_->response.full()) return false;
    const bus::Block block = blocks_->request.item();
    if (!endpoint.is_master() || (block.write && !endpoint.can_write())) return false;
    blocks_->request.take();
    const auto purpose = std::uint8_t(block.purpose);
    if (block.write) {
        endpoint.write(block.address, block.data, block.octets, purpose);
        answer_block(block, bus::BurstStatus::Done);
    } else {
        block_ = block, block_state_ = BlockState::Reading;
        endpoint.read(kBlockSlot, block.address, block.octets, purpose);
    }
    return true;
}

void Function::begin_read(const bus::Burst& burst) {
    const unsigned slot = (first_reading_ + reading_++) % kWaitingReads;
    readings_[slot] = {burst, false, false};
    readings_[slot].burst.times.req = core::now_fs();
    const std::uint64_t address = std::uint64_t{burst.address_high} << 32 | burst.address;
    endpoint.read(slot, address, 4u * burst.dwords, std::uint8_t(burst.purpose));
}

void Function::begin_write(const bus::Burst& burst) {
    const std::uint64_t address = std::uint64_t{burst.address_high} << 32 | burst.address;
    std::array<std::uint8_t, 4 * bus::kMaxBurstDwords> run{};
    unsigned octets = 0;
    for (unsigned at = 0; at <= 4u * burst.dwords; ++at) {
        const bool enabled = at < 4u * burst.dwords && (enables_of(burst, at / 4) >> at % 4 & 1u) != 0;
        if (enabled) {
            run[octets++] = std::uint8_t(burst.data[at / 4] >> 8 * (at % 4));
        } else if (octets > 0) {
            endpoint.write(address + at - octets, run.data(), octets, std::uint8_t(burst.purpose));
            octets = 0;
        }
    }
    answer(burst, bus::BurstStatus::Done);
}

void Function::answer(bus::Burst burst, bus::BurstStatus status) {
    burst.status = status;
    burst.times.last_data = core::now_fs();
    if (status == bus::BurstStatus::MasterAbort && !bus::is_write(burst.command)) burst.data.fill(~0u);
    channel_.response.post(burst);
}

void Function::finish_reads() {
    if (reading_ == 0 || !readings_[first_reading_].over || channel_.response.full()) return;
    Reading& r = readings_[first_reading_];
    const std::uint8_t* const data = endpoint.read_data(first_reading_);
    for (unsigned k = 0; k < r.burst.dwords; ++k)
        r.burst.data[k] = data[4 * k] | std::uint32_t{data[4 * k + 1]} << 8 | std::uint32_t{data[4 * k + 2]} << 16 |
                          std::uint32_t{data[4 * k + 3]} << 24;
    answer(r.burst, r.good ? bus::BurstStatus::Done : bus::BurstStatus::MasterAbort);
    first_reading_ = (first_reading_ + 1) % kWaitingReads, --reading_;
}

void Function::send_vectors() {
    if (!vectors_ || !vectors_->has_item()) return;
    endpoint.send_vector(vectors_->item());
    vectors_->take();
}

void Function::describe(core::StatsVisitor& v) const {
    const Endpoint::Stats& s = endpoint.stats();
    v.counter("reads", s.reads, "events", "Reads of memory by the card's engine.");
    v.counter("writes", s.writes, "events", "Writes to memory by the card's engine, and its interrupts by MSI.");
    v.counter("octets_read", s.octets_read, "octets", "Octets read from memory by the card.");
    v.counter("octets_written", s.octets_written, "octets", "Octets written to memory by the card.");
    v.counter("accesses", s.accesses, "events", "Accesses of the CPU to the card's windows.");
    v.counter("interrupts", s.interrupts, "events", "Interrupts asserted by the card.");
    v.counter("unsupported", s.unsupported, "events", "Accesses of the CPU outside the card's windows.");
    v.counter("aborts", aborts_, "events", "Aborted bursts to I/O space, which a card must not access.");
}

}  // namespace niclab::pcie
