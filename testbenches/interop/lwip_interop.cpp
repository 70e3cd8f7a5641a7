// niclab's TCP and lwIP communicate over a line of octets with losses: everything arrives in both
// directions, for either caller.
//
//   lwip_interop LIBRARY SYSTEM ROLE PATTERN ROLE: send or receive, call or answer: send_call, ...
//
// One conversation per process: lwIP keeps its state in globals. Exit code 1 and a sentence on
// failure.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <utility>

#include "base/random.h"
#include "tcp/connection.h"
#include "tcp/packet.h"

namespace {

using namespace niclab;
using Octets = std::vector<std::uint8_t>;

constexpr tcp::Address kOurs = 0x0A000001, kTheirs = 0x0A000002;
constexpr std::uint16_t kPort = 5001;
constexpr std::uint64_t kOctets = 300'000;

/// lwIP, loaded from its own file.
struct Lwip {
    explicit Lwip(const char* path) : library(dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
        if (!library) throw std::runtime_error(dlerror());
    }
    template <class F>
    F* find(const char* name) const {
        return reinterpret_cast<F*>(dlsym(library, name));
    }
    using Hand = void(void*, const void*, unsigned);
    void* library;
    void (*start)(unsigned, Hand*, Hand*, void*) = find<void(unsigned, Hand*, Hand*, void*)>("glue_start");
    void (*listen)(unsigned) = find<void(unsigned)>("glue_listen");
    void (*connect)(unsigned, unsigned) = find<void(unsigned, unsigned)>("glue_connect");
    unsigned (*room)() = find<unsigned()>("glue_room");
    unsigned (*port)() = find<unsigned()>("glue_port");
    int (*peer_closed)() = find<int()>("glue_peer_closed");
    int (*write)(const void*, unsigned) = find<int(const void*, unsigned)>("glue_write");
    void (*close)() = find<void()>("glue_close");
    void (*input)(unsigned, const void*, unsigned) = find<void(unsigned, const void*, unsigned)>("glue_input");
    void (*timers)(unsigned) = find<void(unsigned)>("glue_timers");
};

class Talk {
public:
    Talk(const char* library, const std::string& system, bool we_send, bool we_call, std::uint64_t pattern)
        : lwip_(library),
          ours_(with_options(system, pattern), config()),
          we_send_(we_send),
          we_call_(we_call),
          random_(pattern, "line") {
        loss_ = pattern == 0 ? 0 : 0.002 * double(1 + pattern % 10);
        lwip_.start(
            kTheirs, [](void* t, const void* o, unsigned n) { static_cast<Talk*>(t)->from_lwip(o, n); },
            [](void* t, const void* o, unsigned n) { static_cast<Talk*>(t)->to_their_program(o, n); }, this);
    }

    void run() {
        if (we_call_) {
            lwip_.listen(kPort);
            ours_.connect(now_);
        } else {
            ours_.listen();
            lwip_.connect(kOurs, kPort);
        }
        for (flush(); !over(); ++ms_) {
            if (ms_ > 600'000)
                throw std::runtime_error("not over after 600 s: " + std::to_string(received_) + " octets came");
            now_ = base::Femtoseconds{ms_} * base::kMillisecond;
            arrive();
            if (ours_.deadline() <= now_) ours_.expire(now_);
            flush();
            lwip_.timers(ms_);
            write();
        }
    }
    std::string told() const {
        return std::to_string(received_) + " octets, " + std::to_string(packets_) + " packets, " +
               std::to_string(lost_) + " lost, " + std::to_string(ms_) + " ms";
    }

private:
    static tcp::Policy with_options(const std::string& system, std::uint64_t pattern) {
        tcp::Policy p = tcp::policy(system);
        p.window_scale = p.window_scale || pattern % 2 == 1;
        p.timestamps = pattern % 3 == 1;
        return p;
    }
    static tcp::ConnectionConfig config() {
        tcp::ConnectionConfig c;
        c.initial_sequence = 0u - 100'000;  // wraps on the way
        c.receive_buffer = 100'000;
        return c;
    }
    bool over() const { return received_ == kOctets && (we_send_ ? lwip_.peer_closed() != 0 : ours_.peer_closed()); }

    void flush() {
        for (const tcp::Segment& s : ours_.outgoing()) {
            tcp::Packet p;
            p.source = kOurs, p.destination = kTheirs, p.id = id_++;
            p.source_port = we_call_ ? kOwnPort : kPort, p.destination_port = we_call_ ? kPort : their_port_;
            p.segment = s;
            put(true, tcp::octets(p));
        }
        ours_.outgoing().clear();
    }
    void from_lwip(const void* octets, unsigned length) {
        const auto* begin = static_cast<const std::uint8_t*>(octets);
        put(false, Octets(begin, begin + length));
    }
    void put(bool to_lwip, Octets octets) {
        ++packets_;
        if (random_.chance(loss_)) {
            ++lost_;
            return;
        }
        const unsigned delay = 5 + (random_.chance(loss_) ? 7 : 0);  // some overtake others
        on_way_.emplace(ms_ + delay, std::make_pair(to_lwip, std::move(octets)));
    }
    void arrive() {
        while (!on_way_.empty() && on_way_.begin()->first <= ms_) {
            const auto [to_lwip, octets] = on_way_.begin()->second;
            on_way_.erase(on_way_.begin());
            if (to_lwip)
                lwip_.input(ms_, octets.data(), unsigned(octets.size()));
            else
                to_us(octets);
            flush();
        }
    }
    void to_us(const Octets& octets) {
        const auto parsed = tcp::parse(octets);
        if (!parsed) throw std::runtime_error("lwIP sent a packet we cannot read");
        const tcp::Segment& s = parsed->packet.segment;
        their_port_ = parsed->packet.source_port;
        if (s.syn) their_initial_ = s.seq;
        for (std::uint32_t k = 0; k < s.length; ++k) {
            const std::uint32_t place = s.seq - their_initial_ - 1 + k;
            if (octets[parsed->payload + k] != tcp::payload_octet(kTheirs, kPort, place))
                throw std::runtime_error("lwIP's octets differ");
        }
        ours_.receive(now_, s);
        if (!we_send_) received_ = ours_.received();
        if (ours_.readable() > 0) ours_.read(now_, ours_.readable());
    }
    void to_their_program(const void* octets, unsigned length) {
        const auto* begin = static_cast<const std::uint8_t*>(octets);
        for (unsigned k = 0; k < length; ++k, ++received_)
            if (begin[k] != tcp::payload_octet(kOurs, we_call_ ? kOwnPort : kPort, received_))
                throw std::runtime_error("our octets differ");
    }
    void write() {
        while (written_ < kOctets && (we_send_ ? ours_.room() : lwip_.room()) > 0) {
            const std::uint32_t part = std::uint32_t(
                std::min<std::uint64_t>({kOctets - written_, we_send_ ? ours_.room() : lwip_.room(), 3000}));
            if (we_send_) {
                ours_.write(now_, part);
                flush();
            } else {
                Octets octets;
                for (std::uint32_t k = 0; k < part; ++k)
                    octets.push_back(tcp::payload_octet(kTheirs, kPort, written_ + k));
                if (!lwip_.write(octets.data(), part)) break;
            }
            written_ += part;
        }
        if (written_ == kOctets && !std::exchange(closed_, true)) we_send_ ? ours_.close(now_) : lwip_.close();
        flush();
    }

    static constexpr std::uint16_t kOwnPort = 40000;
    Lwip lwip_;
    tcp::Connection ours_;
    bool we_send_, we_call_, closed_ = false;
    base::RandomStream random_;
    double loss_ = 0;
    base::Femtoseconds now_ = 0;
    unsigned ms_ = 1;
    std::uint16_t id_ = 0, their_port_ = 0;
    std::uint32_t their_initial_ = 0;
    std::uint64_t written_ = 0, received_ = 0, packets_ = 0, lost_ = 0;
    std::multimap<unsigned, std::pair<bool, Octets>> on_way_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) return std::fprintf(stderr, "lwip_interop LIBRARY SYSTEM ROLE PATTERN\n"), 2;
    const std::string role = argv[3];
    try {
        Talk talk(argv[1], argv[2], role.rfind("send", 0) == 0, role.find("call") != std::string::npos,
                  std::strtoull(argv[4], nullptr, 10));
        talk.run();
        std::printf("%s %s %s: %s\n", argv[2], argv[3], argv[4], talk.told().c_str());
    } catch (const std::exception& e) {
        std::fprintf(stderr, "%s %s %s: %s\n", argv[2], argv[3], argv[4], e.what());
        return 1;
    }
    return 0;
}
