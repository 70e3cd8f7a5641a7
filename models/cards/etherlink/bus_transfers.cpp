// The chip as a bus master: one block of memory, to the transmit FIFO or from the receive FIFO.
#include <algorithm>

#include "cards/etherlink/core.h"

namespace niclab::etherlink {

void Core::begin_dma(bool download) {
    if (dma_ != Dma::None) return ++starts_over_, void();
    dma_ = download ? Dma::Download : Dma::Upload;
    dma_since_ = core::now_fs();
    stretch_ = registers_.master, moved_ = 0;
    if (download) transmitter_.fetching();
    astray_ += download && stretch_.length != transmitter_.wanted();
    registers_.dma_in_progress = true;
}

void Core::run_dma() {
    using Event = ether_board::BusMaster::Event;
    const Event event = master.clock();
    if (event != Event::None) finish_transfer(event == Event::Done);
    if (dma_ == Dma::None || !master.idle()) return;
    if (moved_ == stretch_.length) {
        if (dma_ == Dma::Upload) receiver_.fetched(dma_since_);
        return end_dma(dma_ == Dma::Download ? master::kDownloaded : master::kUploaded);
    }
    ether_board::Transfer transfer;
    if (next_transfer(transfer)) master.start(transfer, true);
}

/// The available octets, or the free space, up to the end of a burst.
bool Core::next_transfer(ether_board::Transfer& t) {
    const unsigned left = std::min(stretch_.length - moved_, ether_board::kMostOctets);
    t.address = stretch_.address + moved_;
    if (dma_ == Dma::Download) {
        t.purpose = bus::Purpose::PayloadRead;
        t.octets = std::min(left, transmitter_.free_octets());
        return t.octets > 0;
    }
    // Past the end of a whole frame there is nothing to wait for.
    t.purpose = bus::Purpose::PayloadWrite, t.write = true;
    t.octets = receiver_.complete() ? left : std::min(left, receiver_.available());
    for (unsigned i = 0; i < t.octets; ++i) t.data[i] = receiver_.read();
    return t.octets > 0;
}

void Core::finish_transfer(bool good) {
    if (dma_ == Dma::None) return;  // a reset came first
    if (!good) {
        bus_error_ = true;
        return end_dma(master::kAborted);
    }
    const ether_board::Transfer& t = master.transfer();
    moved_ += t.octets;
    if (dma_ == Dma::Download)
        for (unsigned i = 0; i < t.octets; ++i) transmitter_.write(t.data[i]);
}

void Core::reset_download() {
    if (dma_ == Dma::Download) end_dma(0);
    bus_error_ = false;
}

void Core::reset_upload() {
    if (dma_ == Dma::Upload) end_dma(0);
    bus_error_ = false;
}

void Core::end_dma(std::uint16_t flag) {
    dma_ = Dma::None;
    registers_.dma_in_progress = false;
    registers_.master.status |= flag;
}

}  // namespace niclab::etherlink
