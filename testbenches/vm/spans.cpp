#include "spans.h"

#include <algorithm>
#include <utility>

namespace niclab::vm {

void Spans::on_access(const Access& access) {
    if (access.region == Device::kConfigRegion) return;
    if (interrupt_ && access.begin >= *interrupt_) {
        interrupt_to_access_.push_back(access.begin - *interrupt_);
        interrupt_.reset();
    }
    if (!access.write) return;
    write_ = access.end;
    master_.reset();
}

void Spans::on_card_transaction(core::Femtoseconds at) {
    if (write_ && !master_ && at >= *write_) master_ = at;
}

void Spans::on_interrupt(core::Femtoseconds at) {
    interrupt_ = at;
    if (received_) received_to_interrupt_.push_back(at - *received_);
    received_.reset();
}

void Spans::on_end(core::Femtoseconds at) {
    if (!packet_) return;
    packets_.push_back(at - *packet_);
    packet_.reset();
}

void Spans::on_begin(core::Femtoseconds at, bool again) {
    packet_ = at;
    if (again || !write_ || at < *write_) return;
    if (master_ && at >= *master_) {
        write_to_master_.push_back(*master_ - *write_);
        master_to_packet_.push_back(at - *master_);
    }
    write_to_packet_.push_back(at - *write_);
    write_.reset();
    master_.reset();
}

std::vector<Spans::Row> Spans::rows() const {
    constexpr double kFsPerUs = 1e9;
    std::vector<Row> rows;
    for (const auto& [name, all] :
         {std::pair{std::string("last register write to first cycle of the bus master"), &write_to_master_},
          std::pair{"first cycle of the bus master to first " + unit_, &master_to_packet_},
          std::pair{"last register write to first " + unit_, &write_to_packet_},
          std::pair{"first to last " + unit_ + " of a sent packet", &packets_},
          std::pair{"last " + unit_ + " of a received packet to interrupt", &received_to_interrupt_},
          std::pair{std::string("interrupt to next register access"), &interrupt_to_access_}}) {
        if (all->empty()) continue;
        std::vector<core::Femtoseconds> sorted = *all;
        std::sort(sorted.begin(), sorted.end());
        const auto us = [](core::Femtoseconds t) { return static_cast<double>(t) / kFsPerUs; };
        rows.push_back({name, sorted.size(), us(sorted.front()), us(sorted[sorted.size() / 2]), us(sorted.back())});
    }
    return rows;
}

}  // namespace niclab::vm
