#include "check/fst_sender.h"

#include <fstapi.h>
#include <sys/resource.h>

#include <algorithm>
#include <string>
#include <vector>

namespace niclab::check {

namespace {

constexpr std::uint32_t kMostBits = 64;  ///< Wider ones are declared and not sent.

template <class T>
void put(std::FILE* to, const T& value) {
    std::fwrite(&value, sizeof value, 1, to);
}

void put_text(std::FILE* to, const std::string& text) {
    put(to, static_cast<std::uint32_t>(text.size()));
    std::fwrite(text.data(), 1, text.size(), to);
}

/// Real numbers and text have no levels; a variable without a length is not sent.
bool has_levels(const fstHier& h) {
    const auto type = h.u.var.typ;
    return type != FST_VT_VCD_REAL && type != FST_VT_VCD_REAL_PARAMETER && type != FST_VT_VCD_REALTIME &&
           type != FST_VT_SV_SHORTREAL && type != FST_VT_GEN_STRING && h.u.var.length > 0;
}

/// With a damaged file the library may loop for ever. The process ends when it has used this CPU
/// time without having sent kItems items.
constexpr rlim_t kMostSeconds = 10;
constexpr std::uint64_t kItems = 1 << 16;

void allow_more_time() {
    struct rusage used {};
    struct rlimit limit {};
    if (getrusage(RUSAGE_SELF, &used) != 0 || getrlimit(RLIMIT_CPU, &limit) != 0) return;
    const rlim_t until = static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + kMostSeconds;
    limit.rlim_cur = std::min(until, limit.rlim_max);
    setrlimit(RLIMIT_CPU, &limit);
}

struct Telling {
    std::FILE* to;
    std::vector<std::uint32_t> bits;  ///< Of each handle; 0: not sent.
    std::uint64_t sent = 0;           ///< Items.
    void count() {
        if (sent++ % kItems == 0) allow_more_time();
    }
};

using Reader = decltype(fstReaderOpen(nullptr));  ///< Its type differs between versions of the library.

void send_declarations(Reader fst, Telling& telling) {
    std::vector<std::string> scopes;
    std::string scope;
    const auto join = [&] {
        scope.clear();
        for (const std::string& s : scopes) scope += (scope.empty() ? "" : ".") + s;
    };
    while (const fstHier* h = fstReaderIterateHier(fst)) {
        telling.count();
        if (h->htyp == FST_HT_SCOPE) {
            scopes.emplace_back(h->u.scope.name, h->u.scope.name_length);
            join();
        } else if (h->htyp == FST_HT_UPSCOPE && !scopes.empty()) {
            scopes.pop_back();
            join();
        } else if (h->htyp == FST_HT_VAR && has_levels(*h) && h->u.var.handle < telling.bits.size()) {
            put(telling.to, FstSays::Variable);
            for (const std::uint32_t n : {h->u.var.handle, h->u.var.length}) put(telling.to, n);
            put_text(telling.to, scope);
            put_text(telling.to, std::string(h->u.var.name, h->u.var.name_length));
            telling.bits[h->u.var.handle] = h->u.var.length > kMostBits ? 0 : h->u.var.length;
        }
    }
}

void send_change(void* user, std::uint64_t time, fstHandle handle, const unsigned char* value) {
    Telling& telling = *static_cast<Telling*>(user);
    telling.count();
    if (handle >= telling.bits.size() || telling.bits[handle] == 0) return;
    const std::uint32_t digits = telling.bits[handle];
    put(telling.to, FstSays::Change);
    put(telling.to, std::uint32_t{handle});
    put(telling.to, digits);
    put(telling.to, time);
    std::fwrite(value, 1, digits, telling.to);
}

}  // namespace

void send_fst(const std::string& path, std::FILE* to) {
    allow_more_time();
    const Reader fst = fstReaderOpen(path.c_str());
    if (!fst) return;
    Telling telling{to, std::vector<std::uint32_t>(std::size_t{fstReaderGetMaxHandle(fst)} + 1), 0};
    put(to, FstSays::Begin);
    put(to, std::int32_t{fstReaderGetTimescale(fst)});
    put(to, fstReaderGetStartTime(fst));
    put(to, fstReaderGetEndTime(fst));
    const char* version = fstReaderGetVersionString(fst);
    put_text(to, version ? version : "");
    send_declarations(fst, telling);
    put(to, FstSays::Changes);
    fstReaderSetFacProcessMaskAll(fst);
    if (fstReaderIterBlocks(fst, send_change, &telling, nullptr) == 0) return;
    put(to, FstSays::End);
    fstReaderClose(fst);
}

}  // namespace niclab::check
