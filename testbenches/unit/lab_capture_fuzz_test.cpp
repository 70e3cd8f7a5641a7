// Captures with random damage: each is read or refused with a sentence, in bounded memory.
// NICLAB_MUTATIONS is their number.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>
#include <sstream>

#include "lab/captures/captured_workload.h"
#include "support/capture_builder.h"

namespace niclab::lab {
namespace {

using test::be;
using test::ethernet;
using test::ip_packet;
using test::PcapngBuilder;
using test::snap;
using test::tcp_packet;

constexpr std::size_t kMostOctets = 1 << 20;

/// The address sanitizer keeps what was freed, so that the memory of a process means nothing.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kFreedMemoryIsKept = true;
#elif defined(__has_feature)
constexpr bool kFreedMemoryIsKept = __has_feature(address_sanitizer);
#else
constexpr bool kFreedMemoryIsKept = false;
#endif

/// SplitMix64: the same mutations on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t operator()() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        return z ^ z >> 31;
    }
    std::size_t below(std::size_t n) { return n == 0 ? 0 : (*this)() % n; }

private:
    std::uint64_t state_;
};

std::vector<std::string> whole_captures() {
    const std::string ip = ip_packet(20), arp = ethernet(std::string(28, '\0'), 0x0806);
    const std::vector<std::string> frames = {
        ethernet(ip),
        arp,
        ethernet(be(5, 2) + be(0x8864, 2) + std::string("\x11\0\0\x07\0\x40\0\x21", 8) + ip, 0x8100),
        ethernet(snap(ip), 0x0040),
        ethernet(tcp_packet(2000, 0)),
        ethernet(tcp_packet(300))};
    std::vector<std::string> all = {test::pcap(1, frames), test::pcap(1, frames, true, 0xA1B23C4D),
                                    test::pcap(101, {ip, ip}, false, 0xA1B2CD34)};
    for (const bool big : {false, true}) {
        PcapngBuilder ng(big);
        ng.section("dumpcap");
        ng.interface(1, ng.option(2, "eth0") + ng.option(9, "\x09") + ng.option(14, ng.n(5, 8)), 262144);
        ng.interface(123).interface(113, ng.option(9, "\x8a")).interface(276).interface(9).interface(50).interface(0);
        ng.interface(108).interface(100).interface(51).interface(197);
        for (const std::string& f : frames) ng.packet(0, f, 12345);
        ng.packet(1, std::string("\x02\0\0\x64", 4) + snap(ip))
            .packet(1, std::string("\x01\0\0\x64\0\5", 6) + ethernet(ip));
        ng.packet(2, be(0, 2) + be(1, 2) + be(6, 2) + std::string(8, '\2') + be(0x0800, 2) + ip);
        ng.packet(3, be(0x0800, 2) + be(0, 2) + be(3, 4) + be(1, 2) + std::string(10, '\2') + ip);
        ng.packet(4, "\x21" + ip).packet(5, std::string("\xFF\x03\0\x21", 4) + ip).packet(6, ng.n(2, 4) + ip);
        ng.packet(7, be(2, 4) + ip).packet(8, snap(ip)).packet(9, std::string("\x11\0\0\x07\0\x40\0\x21", 8) + ip);
        ng.obsolete(0, ethernet(ip)).simple(ethernet(ip)).block(4, std::string(8, '\0'));
        ng.packet(10, std::string("\0\0\0\0\0\0\0\0\x04\x04\0\x44\0\0\0\x34\0\0\6\x42", 20) + std::string(48, '\0'));
        all.push_back(ng.file);
        PcapngBuilder own(big);
        own.section("niclab 1.0").interface(147, own.option(2, "a cells")).interface(148, own.option(2, "a frames"));
        for (int k = 0; k < 3; ++k) own.packet(0, std::string("\0\0\x06\x40\x2f", 5) + std::string(48, '\x45'));
        own.packet(1, std::string(2430, '\xF6'));
        all.push_back(own.file);
    }
    return all;
}

void mutate(std::string& s, Random& random) {
    constexpr std::uint32_t kEdges[] = {0, 1, 0x7F, 0x80, 0xFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x01000000, 28};
    const std::size_t at = random.below(s.size());
    switch (random.below(7)) {
        case 0:
            s[at] = static_cast<char>(s[at] ^ 1 << random.below(8));
            break;
        case 1:
            s[at] = static_cast<char>(random());
            break;
        case 2:
            s.resize(at);
            break;
        case 3:
            s.insert(at, random.below(40), static_cast<char>(random()));
            break;
        case 4:
            s.erase(at, random.below(40));
            break;
        case 5:
            s.insert(random.below(s.size()), s.substr(at, random.below(200)));
            break;
        default: {
            const std::string edge = test::number(kEdges[random.below(std::size(kEdges))], 4, random.below(2) == 0);
            s.replace(at, std::min<std::size_t>(4, s.size() - at), edge);
        }
    }
}

/// What came of a capture, in words.
std::string outcome(const std::string& file, const CaptureChoice& choice) {
    std::istringstream in(file);
    try {
        const CapturedWorkload w = read_captured_workload(in, choice);
        std::size_t octets = 0;
        for (const auto& p : w.packets) {
            octets += p.size();
            EXPECT_GE(p.size(), 20u);
            EXPECT_LE(p.size(), choice.mtu);
            EXPECT_EQ(p[0] >> 4, 4);
            EXPECT_EQ(std::size_t{p[2]} << 8 | p[3], p.size());
        }
        EXPECT_LE(octets, kMostOctets);
        EXPECT_EQ(w.numbers.size(), w.packets.size());
        return std::to_string(w.packets.size()) + " " + std::to_string(octets) + " " + w.note;
    } catch (const std::runtime_error& e) {
        EXPECT_NE(std::string(e.what()).find("; expected "), std::string::npos) << e.what();
        return e.what();
    }
}

TEST(CaptureFuzz, DamagedCapturesAreReadOrRefused) {
    const char* wanted = std::getenv("NICLAB_MUTATIONS");
    const unsigned long count = wanted ? std::strtoul(wanted, nullptr, 10) : 20'000;
    const std::vector<std::string> captures = whole_captures();
    rusage before{}, after{};
    unsigned long read = 0;
    for (unsigned long k = 0; k < count && !::testing::Test::HasFailure(); ++k) {
        if (k == 1000) getrusage(RUSAGE_SELF, &before);
        Random random(k);
        std::string file = captures[k % captures.size()];
        for (std::size_t n = 1 + random.below(4); n-- > 0 && !file.empty();) mutate(file, random);
        CaptureChoice choice;
        choice.segment = random.below(4) != 0;
        choice.mtu = random.below(2) ? 1500 : 68;
        choice.most_octets = kMostOctets;
        SCOPED_TRACE("mutation " + std::to_string(k));
        const std::string first = outcome(file, choice);
        read += first[0] >= '0' && first[0] <= '9' ? 1 : 0;
        if (k % 64 == 0) {
            EXPECT_EQ(outcome(file, choice), first);
        }
    }
    getrusage(RUSAGE_SELF, &after);
    std::printf("%lu captures, %lu of them read, the others refused\n", count, read);
    EXPECT_GT(read, count / 20);
    EXPECT_LT(read, count);
    if (count > 1000 && !kFreedMemoryIsKept) {
        EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 64 << 10) << "KiB of growth";
    }
}

}  // namespace
}  // namespace niclab::lab
