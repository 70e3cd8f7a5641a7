#include "lab/experiment/pcap_library.h"

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace niclab::lab {

namespace {

[[noreturn]] void fail() {
    const char* why = dlerror();
    throw std::runtime_error(std::string("no libpcap found (") + (why ? why : NICLAB_PCAP) + "), which reads captures");
}

template <class Call>
Call call_of(void* library, const char* name) {
    if (void* found = dlsym(library, name)) return reinterpret_cast<Call>(found);
    fail();
}

PcapLibrary load_pcap() {
    void* library = RTLD_DEFAULT;  // a program that brings its own, as a wheel's does, has it already
    if (!dlsym(library, "pcap_open_offline") && !(library = dlopen(NICLAB_PCAP, RTLD_NOW | RTLD_LOCAL))) fail();
    return {call_of<decltype(PcapLibrary::open_offline)>(library, "pcap_open_offline"),
            call_of<decltype(PcapLibrary::datalink)>(library, "pcap_datalink"),
            call_of<decltype(PcapLibrary::next_ex)>(library, "pcap_next_ex"),
            call_of<decltype(PcapLibrary::geterr)>(library, "pcap_geterr"),
            call_of<decltype(PcapLibrary::close)>(library, "pcap_close")};
}

}  // namespace

const PcapLibrary& pcap_library() {
    static const PcapLibrary library = load_pcap();
    return library;
}

}  // namespace niclab::lab
