/// The part of a transceiver for frames that are transferred as a whole: the same symbols, many
/// edges at once.
#include <cassert>

#include "medium/transceiver_sides.h"

namespace niclab::medium {

bool Transceiver::follows_one() const {
    return heard_.size() == 1 && heard_.front().arrived < core::now_fs() && receive_->follows(heard_.front().signal);
}

void Transceiver::suspend_sending() { transmit_->suspend(); }

void Transceiver::suspend_receiving() { receive_->suspend(); }

std::vector<std::uint8_t>& Transceiver::symbols() { return transmit_->symbols(); }

bool Transceiver::has_come(std::size_t edges) const { return receive_->has_come(edges); }

const std::uint8_t* Transceiver::receive(std::size_t edges) { return receive_->receive(edges); }

const std::uint8_t* Transceiver::received(std::size_t edges) const { return receive_->received(edges); }

void Transceiver::resume_sending() { transmit_->resume(); }

void Transceiver::resume_receiving() { receive_->resume(); }

/// The one on the pins is the first that the MAC samples.
const std::uint8_t* Transceiver::Receive::receive(std::size_t edges) {
    assert(has_come(edges));
    index_ += edges;
    return received(edges);
}

void Transceiver::Receive::on_return() {
    count_call();
    put(first_.signal->symbols[index_]);
}

}  // namespace niclab::medium
