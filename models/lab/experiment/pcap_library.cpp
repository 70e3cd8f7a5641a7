#include "lab/experiment/pcap_library.h"

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace niclab::lab {

namespace {

template <class Call>
Call call_of(void* library, const char* name) {
    if (void* found = library ? dlsym(library, name) : nullptr) return reinterpret_cast<Call>(found);
    const char* why = dlerror();
    throw std::runtime_error(std::string("no libpcap found (") + (why ? why : name) + "), which reads captures");
}

PcapLibrary load_pcap() {
    void* library = dlopen(NICLAB_PCAP, RTLD_NOW | RTLD_LOCAL);
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
