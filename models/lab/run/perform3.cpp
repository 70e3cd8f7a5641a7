#include "lab/run/perform3.h"

#include <algorithm>
#include <cmath>

namespace niclab::lab {

using base::Femtoseconds;

namespace {

constexpr unsigned kReadOctets = 1024, kReplyOctets = kReadOctets + netware::kReplyOverhead;
constexpr Femtoseconds kRetry =
    base::kMillisecond;  ///< Time until a reader's driver retries an aborted frame; *assumed*.

netware::Address address(std::size_t host) { return {0x02, 0, 0, 0, 0, std::uint8_t(host + 1)}; }

}  // namespace

Perform3::Perform3(const SegmentExperiment& experiment, SegmentBench& bench, FrameTracer& tracer)
    : experiment_(experiment), bench_(bench), tracer_(tracer) {
    for (std::size_t f = 0; f < experiment.flows.size(); ++f) {
        const SegmentFlow& flow = experiment.flows[f];
        if (!flow.plan->reads_files() || flow.replies) continue;
        Client client{f, 0, {}, 0, 0, base::RandomStream(experiment.common.seed, "reader." + flow.name)};
        client.read.client = address(flow.from), client.read.server = address(flow.to);
        client.read.connection = std::uint8_t(clients_.size() + 1), client.read.octets = kReadOctets;
        clients_.push_back(client);
        const auto of = [&flow](const auto& k) { return k->host == flow.to; };
        if (std::none_of(servers_.begin(), servers_.end(), of))
            servers_.push_back(std::make_unique<Server>(experiment.hosts[flow.to], flow.to, bench.event_queue));
    }
    for (const unsigned kib : experiment.reads.file_kib) measured_.push_back({kib, 0, 0, experiment.reads.measure});
}

void Perform3::start() {
    for (std::size_t r = 0; r < clients_.size(); ++r) {
        const auto first = Femtoseconds(clients_[r].random.uniform(0, std::int64_t(base::kMillisecond)));
        bench_.event_queue.at(first, base::call<&Perform3::ask>(this, r));
    }
    if (clients_.empty()) return;
    for (std::size_t k = 0; k < measured_.size(); ++k) {
        const Femtoseconds begin = k * experiment_.reads.each();
        bench_.event_queue.at(begin + experiment_.reads.settle, base::call<&Perform3::begin_measuring>(this, k));
        bench_.event_queue.at(begin + experiment_.reads.each(), base::call<&Perform3::end_measuring>(this, k));
    }
}

std::size_t Perform3::size_now() const {
    return std::min<std::size_t>(measured_.size() - 1, bench_.now() / experiment_.reads.each());
}

bool Perform3::measuring() const { return bench_.now() % experiment_.reads.each() >= experiment_.reads.settle; }

Femtoseconds Perform3::busy() const {
    Femtoseconds sum = 0;
    for (const auto& k : servers_) sum += k->cpu.busy(host::Context::Protocol) + k->cpu.busy(host::Context::Interrupt);
    return sum;
}

void Perform3::begin_measuring(std::uint64_t) { busy_before_ = busy(); }
void Perform3::end_measuring(std::uint64_t size) { measured_[size].busy = busy() - busy_before_; }

Perform3::Server& Perform3::server_of(std::size_t host) {
    return **std::find_if(servers_.begin(), servers_.end(), [host](const auto& k) { return k->host == host; });
}

void Perform3::ask(std::uint64_t number) {
    Client& r = clients_[number];
    const std::size_t host = experiment_.flows[r.flow].from;
    r.request = tracer_.offered(r.flow, netware::kRequestOctets + ether::kFcsOctets, bench_.now(), true);
    bench_.station(host).send({r.request, netware::request(r.read)});
}

std::size_t Perform3::received(const std::vector<std::uint8_t>& octets) {
    const std::size_t number = netware::connection_of(octets) - 1u;
    Client& r = clients_[number];
    if (netware::kind_of(octets) == netware::Kind::Reply) {
        answered(r);
        return r.reply;
    }
    Server& k = server_of(experiment_.flows[r.flow].to);
    const Femtoseconds read = k.config.card.copy_time(k.config.card.in, netware::kRequestOctets, bench_.now(), false);
    k.cpu.post(k.strand, k.config.server.before / 3 * 2 + read, base::call<&Perform3::accepted>(this, number));
    return r.request;
}

void Perform3::accepted(std::uint64_t number) {
    const std::size_t host = experiment_.flows[clients_[number].flow].to;
    server_of(host).waiting.push_back(number);
    feed(host);
}

/// The next reply into the card, if there is one and space for it.
void Perform3::feed(std::uint64_t host) {
    Server& k = server_of(host);
    if (k.copying || k.in_card >= k.config.card.transmit_buffers || k.waiting.empty()) return;
    k.copying = true, ++k.in_card;
    k.copied = k.waiting.front();
    k.waiting.pop_front();
    k.cpu.post(k.strand, k.config.server.before / 3, base::call<&Perform3::copy>(this, host));
}

Femtoseconds Perform3::reply_copy(const Server& k) const {
    return k.config.card.copy_time(k.config.card.out, kReplyOctets, bench_.now(), bench_.station(k.host).waiting() > 0);
}

void Perform3::copy(std::uint64_t host) {
    Server& k = server_of(host);
    const auto before = Femtoseconds(std::llround(k.config.server.copied_before * double(reply_copy(k))));
    k.cpu.post(k.copier, before, base::call<&Perform3::put>(this, host));
}

void Perform3::put(std::uint64_t host) {
    Server& k = server_of(host);
    Client& r = clients_[k.copied];
    k.copying = false;
    r.reply = tracer_.offered(r.flow + 1, kReplyOctets + ether::kFcsOctets, bench_.now(), true);
    bench_.station(host).send({r.reply, netware::reply(r.read)});
    feed(host);
}

void Perform3::left(const SegmentFrame& frame, const ether::TransmitStatus& status) {
    const std::size_t number = netware::connection_of(frame.octets) - 1u;
    const bool sent = status.outcome == ether::Outcome::Sent;
    if (netware::kind_of(frame.octets) == netware::Kind::Request) {
        if (!sent) bench_.event_queue.after(kRetry, base::call<&Perform3::ask>(this, number));
    } else {
        Server& k = server_of(experiment_.flows[clients_[number].flow].to);
        --k.in_card;
        if (!sent) k.waiting.push_back(number);
        const auto rest = Femtoseconds(std::llround((1 - k.config.server.copied_before) * double(reply_copy(k))));
        if (sent) k.cpu.post(k.strand, k.config.server.after + rest, {});
        feed(k.host);
    }
}

void Perform3::answered(Client& r) {
    if (measuring()) ++measured_[size_now()].reads;
    r.read.offset += kReadOctets, ++r.read.sequence;
    bench_.event_queue.after(thinks(r), base::call<&Perform3::ask>(this, r.read.connection - 1u));
}

/// Until the next request.
Femtoseconds Perform3::thinks(Client& r) {
    const SegmentHost& host = experiment_.hosts[experiment_.flows[r.flow].from];
    Femtoseconds time = host.client.read;
    if (!host.card.early_interrupt)
        time += host.client.receive + host.card.copy_time(host.card.in, kReplyOctets, bench_.now(), false);
    time = Femtoseconds(std::llround(double(time) * (1 + host.client.jitter * (2 * r.random.uniform01() - 1))));
    if (++r.done < measured_[size_now()].file_kib) return time;
    r.done = 0;
    r.read.offset = 0;
    return time + host.client.pause;
}

}  // namespace niclab::lab
