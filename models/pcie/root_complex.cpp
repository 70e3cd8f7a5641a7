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
    const bool memory = tlp.type == TlpType::MemoryRead || tlp.type == TlpType::MemoryWrite;
    if (store_ && (!memory || is_interrupt(tlp)))
        return event_queue_.at(std::max(now, last_write_), call<&RootComplex::pass_to_cpu>(this, keep(tlp)));
    if (store_ && !store_->holds(tlp.address, tlp.octets)) return refuse(tlp);
    const std::size_t place = keep(tlp);
    const Femtoseconds walked = iommu_.translate(tlp.address, now), done = std::max(walked, last_write_);
    requests_[place].tlp.at(Stamp::Walked) = walked;
    if (tlp.type == TlpType::MemoryWrite) {
        last_write_ = done;
        return event_queue_.at(done, call<&RootComplex::complete_write>(this, place));
    }
    event_queue_.at(done, call<&RootComplex::translated>(this, place));
}

/// The place is free, and with it the credits of its TLP.
void RootComplex::end_of(std::uint64_t place) {
    end_.release(requests_[place].tlp);
    free_places_.push_back(place);
}

void RootComplex::pass_to_cpu(std::uint64_t place) {
    Tlp& tlp = requests_[place].tlp;
    tlp.at(Stamp::Walked) = tlp.at(Stamp::Translated) = event_queue_.now();
    if (to_cpu) to_cpu(tlp);
    end_of(place);
}

void RootComplex::refuse(const Tlp& tlp) {
    ++stats_.unsupported;
    if (tlp.type == TlpType::MemoryRead) {
        Tlp completion = tlp;
        completion.type = TlpType::Completion;
        completion.status = kUnsupportedRequest;
        completion.remaining = tlp.octets;
        completion.octets = 0;
        completion.last = true;
        end_.submit(completion);
    }
    end_.release(tlp);
}

void RootComplex::complete_write(std::uint64_t place) {
    Tlp& tlp = requests_[place].tlp;
    ++stats_.writes;
    stats_.octets_written += tlp.octets;
    memory_.write(tlp.address, tlp.octets);
    tlp.at(Stamp::Translated) = event_queue_.now();
    if (store_) store_->write(tlp.address, payloads_->at(tlp.payload), tlp.octets);
    if (written) written(tlp);
    end_of(place);
}

void RootComplex::translated(std::uint64_t place) {
    Tlp& tlp = requests_[place].tlp;
    ++stats_.reads;
    const Femtoseconds now = event_queue_.now();
    tlp.at(Stamp::Translated) = now;
    tlp.at(Stamp::Routed) = now + config_.latency;
    event_queue_.at(now + config_.latency + memory_.read_time(tlp.address, tlp.octets),
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
    completion.octets = next_completion(address, completion.remaining, lines - used, mps());
    completion.last = completion.octets == completion.remaining;
    completion.has_digest = config_.has_digest;
    completion.at(Stamp::Picked) = now;
    if (store_) {
        completion.payload = payloads_->take();
        store_->read(address, payloads_->at(completion.payload), completion.octets);
    }
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
