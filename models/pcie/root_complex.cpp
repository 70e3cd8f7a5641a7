#include "pcie/root_complex.h"

#include <algorithm>

#include "pcie/split.h"

namespace niclab::pcie {

using base::call;

RootComplex::RootComplex(base::EventQueue& event_queue, const RootComplexConfig& config, LinkEnd& end,
                         HostMemory& memory, Iommu& iommu)
    : event_queue_(event_queue), config_(config), end_(end), memory_(memory), iommu_(iommu) {}

std::size_t RootComplex::keep(const Tlp& tlp) {
    if (free_places_.empty()) {
        free_places_.push_back(requests_.size());
        requests_.emplace_back();
    }
    const std::size_t place = free_places_.back();
    free_places_.pop_back();
    requests_[place] = {tlp, 0};
    return place;
}

void RootComplex::receive(const Tlp& tlp) {
    const Femtoseconds now = event_queue_.now();
    const Femtoseconds done = std::max(iommu_.translate(tlp.address, now), last_write_);
    const std::size_t place = keep(tlp);
    if (tlp.type == TlpType::MemoryWrite) {
        last_write_ = done;
        return event_queue_.at(done, call<&RootComplex::complete_write>(this, place));
    }
    event_queue_.at(done, call<&RootComplex::translated>(this, place));
}

void RootComplex::complete_write(std::uint64_t place) {
    const Tlp& tlp = requests_[place].tlp;
    ++stats_.writes;
    stats_.octets_written += tlp.octets;
    memory_.write(tlp.address, tlp.octets);
    free_places_.push_back(place);
    end_.release(tlp);
}

void RootComplex::translated(std::uint64_t place) {
    Tlp& tlp = requests_[place].tlp;
    ++stats_.reads;
    tlp.at(Stamp::Translated) = event_queue_.now();
    event_queue_.after(config_.latency + memory_.read_time(tlp.address, tlp.octets),
                       call<&RootComplex::fetched>(this, place));
    end_.release(tlp);
}

void RootComplex::fetched(std::uint64_t place) {
    requests_[place].tlp.at(Stamp::Fetched) = event_queue_.now();
    ready_.push_back(place);
    end_.wake();
}

void RootComplex::fill() {
    if (ready_.empty() || end_.waiting(FlowClass::Completion) > 0) return;
    const std::size_t place = ready_.front();
    Request& request = requests_[place];
    const std::uint64_t address = request.tlp.address + request.answered;
    const Femtoseconds first = request.tlp.at(Stamp::Fetched), now = event_queue_.now();
    const auto lines = static_cast<unsigned>((now - first) / config_.line) + 1;
    const unsigned used = touched_lines(request.tlp.address, request.answered + 1) - 1;
    if (lines <= used) return event_queue_.at(first + used * config_.line, call<&RootComplex::wake>(this));
    Tlp completion = request.tlp;
    completion.type = TlpType::Completion;
    completion.address = address;
    completion.remaining = request.tlp.octets - request.answered;
    completion.octets = next_completion(address, completion.remaining, lines - used, config_.mps);
    completion.last = completion.octets == completion.remaining;
    completion.has_digest = config_.has_digest;
    completion.at(Stamp::Picked) = now;
    request.answered += completion.octets;
    ++stats_.completions;
    stats_.octets_read += completion.octets;
    if (completion.last) {
        ready_.pop_front();
        free_places_.push_back(place);
    }
    end_.submit(completion);
}

}  // namespace niclab::pcie
