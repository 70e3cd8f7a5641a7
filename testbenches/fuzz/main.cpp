/// Equivalent waveforms in other forms have the same result. Damaged ones are checked or rejected,
/// without a crash, a hang or much memory.
///
///     waveform_fuzz rewrite COUNT SEED FILE...    FILE: a VCD of niclab; every second one is
///     broken first waveform_fuzz mutate COUNT SEED FILE...     FILE: any waveform
///
/// Ends with exit code 1 at the first case that fails, which is printed with its seed and left in
/// failed.vcd, what it was before in before.vcd.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <systemc>

#include "judge.h"
#include "mutator.h"
#include "rewriter.h"

namespace {

using namespace niclab::fuzz;

constexpr rlim_t kMostMemory = rlim_t{1} << 30;
constexpr unsigned kMostSeconds = 300;  // of a case: far more than one takes on a loaded machine
char now_running[64];

/// A crash or a hang: says which case it was.
void report(int signal) {
    const char* what = signal == SIGALRM ? " hangs\n" : " crashes\n";
    if (write(2, now_running, std::strlen(now_running)) < 0 || write(2, what, std::strlen(what)) < 0) _exit(3);
    _exit(1);
}

void begin(std::uint64_t seed) {
    std::snprintf(now_running, sizeof now_running, "the case of seed %llu", static_cast<unsigned long long>(seed));
    alarm(kMostSeconds);
}

int failed(std::uint64_t seed, const std::string& text, const std::string& why) {
    std::ofstream("failed.vcd", std::ios::binary) << text;
    std::fprintf(stderr, "the case of seed %llu: %s\n", static_cast<unsigned long long>(seed), why.c_str());
    return 1;
}

/// Turns some values of a waveform round.
void corrupt(WaveModel& model, std::mt19937_64& random) {
    for (unsigned left = 1 + random() % 3, tries = 0; left > 0 && tries < 10'000; ++tries) {
        WaveModel::Point& point = model.points[random() % model.points.size()];
        if (point.changes.empty()) continue;
        WaveModel::Change& change = point.changes[random() % point.changes.size()];
        char& digit = change.digits[random() % change.digits.size()];
        if (digit != '0' && digit != '1') continue;
        digit = digit == '0' ? '1' : '0';
        --left;
    }
}

int rewrite_all(std::uint64_t count, std::uint64_t seed, const std::vector<std::string>& files) {
    std::vector<WaveModel> models;
    for (const std::string& file : files) models.push_back(WaveModel::read(file));
    MemoryFile file;
    std::uint64_t violations = 0;
    for (const std::uint64_t end = seed + count; seed < end; ++seed) {
        begin(seed);
        std::mt19937_64 random(seed);
        WaveModel model = models[seed % models.size()];
        if (seed / models.size() % 2 == 1) corrupt(model, random);
        file.put(model.plain());
        const Verdict plain = judge(file.path());
        if (plain.refused) return failed(seed, model.plain(), "refused as it is: " + plain.text);
        const std::string text = rewrite(model, random);
        file.put(text);
        const Verdict other = judge(file.path());
        if (!(other == plain)) std::ofstream("before.vcd", std::ios::binary) << model.plain();
        if (!(other == plain)) return failed(seed, text, "before:\n" + plain.text + "rewritten:\n" + other.text);
        violations += plain.text.find(" fs: ") != std::string::npos ? 1 : 0;
    }
    std::printf("%llu waveforms rewritten, %llu of them with violations: each has the verdict of the one before it\n",
                static_cast<unsigned long long>(count), static_cast<unsigned long long>(violations));
    return 0;
}

int mutate_all(std::uint64_t count, std::uint64_t seed, const std::vector<std::string>& files) {
    std::vector<std::string> texts;
    for (const std::string& path : files) {
        std::ifstream in(path, std::ios::binary);
        texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    MemoryFile file;
    std::uint64_t refused = 0;
    for (const std::uint64_t end = seed + count; seed < end; ++seed) {
        begin(seed);
        std::mt19937_64 random(seed);
        const std::string text = mutate(texts[seed % texts.size()], random);
        file.put(text);
        try {
            const Verdict verdict = judge(file.path());
            refused += verdict.refused ? 1 : 0;
            if (verdict.refused && (verdict.text.empty() || verdict.text.find('\n') != std::string::npos))
                return failed(seed, text, "refused in more than one line: " + verdict.text);
        } catch (const std::exception& e) {
            return failed(seed, text, std::string("ends with ") + e.what());
        }
        if (waitpid(-1, nullptr, WNOHANG) != -1) return failed(seed, text, "leaves a process of the reader");
    }
    struct rusage used {};
    getrusage(RUSAGE_SELF, &used);
    std::printf("%llu damaged waveforms: %llu refused, %llu judged, at most %ld MB of memory\n",
                static_cast<unsigned long long>(count), static_cast<unsigned long long>(refused),
                static_cast<unsigned long long>(count - refused), used.ru_maxrss / 1024);
    return 0;
}

}  // namespace

int sc_main(int argc, char** argv) {
    if (argc < 5) {
        std::fprintf(stderr, "waveform_fuzz rewrite|mutate COUNT SEED FILE...\n");
        return 2;
    }
    const struct rlimit memory { kMostMemory, kMostMemory };
    setrlimit(RLIMIT_AS, &memory);
    for (const int signal : {SIGALRM, SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL}) std::signal(signal, report);
    const std::uint64_t count = std::stoull(argv[2]), seed = std::stoull(argv[3]);
    const std::vector<std::string> files(argv + 4, argv + argc);
    return std::strcmp(argv[1], "rewrite") == 0 ? rewrite_all(count, seed, files) : mutate_all(count, seed, files);
}
