#include "cosim/pci_core.h"

#include <algorithm>
#include <array>

#include "cosim/pci_signals.h"

namespace niclab::cosim {

namespace {

/// In the order of pci_signals.h.
enum Signal { kAd, kCbe, kPar, kFrame, kIrdy, kTrdy, kDevsel, kStop, kPerr, kSerr, kIdsel, kGnt, kRst, kReq, kInta };
/// Of the shared ones.
constexpr pci::Enable kGroups[NICLAB_PCI_SHARED] = {pci::kEnAd,   pci::kEnCbe,    pci::kEnPar,    pci::kEnFrame,
                                                    pci::kEnIrdy, pci::kEnTarget, pci::kEnTarget, pci::kEnTarget,
                                                    pci::kEnPerr, pci::kEnSerr};
constexpr std::size_t kAnswer = 46;

bool is_driven(char c) { return std::string_view("ZzHhLlWw").find(c) == std::string_view::npos; }
bool is_known(char c) { return c == '0' || c == '1'; }

/// What the core drives on one signal.
struct Value {
    std::uint32_t bits = 0;
    bool driven = false, unknown = false;
    bool high() const { return !driven || bits != 0; }
};

Value value_of(std::string_view text) {
    Value v;
    for (const char c : text) v.bits = v.bits << 1 | (c == '1' ? 1u : 0u);
    v.driven = std::any_of(text.begin(), text.end(), is_driven);
    v.unknown = v.driven && !std::all_of(text.begin(), text.end(), is_known);
    return v;
}

}  // namespace

PciCore::PciCore(std::vector<std::string> command, const core::Clock& clock, std::chrono::milliseconds answer)
    : simulator_(
          {std::move(command), NICLAB_PCI_VARIABLE, std::to_string(clock.period_fs()), NICLAB_PCI_HELLO, answer}),
      driven_(kAnswer, 'Z') {}

std::string PciCore::request(const pci::PinInputs& in) const {
    const std::uint32_t values[] = {in.ad,     in.cbe_n,  in.par,    in.frame_n, in.irdy_n, in.trdy_n, in.devsel_n,
                                    in.stop_n, in.perr_n, in.serr_n, in.idsel,   in.gnt_n,  in.rst_n};
    std::string text;
    for (int i = kAd; i <= kRst; ++i)
        for (int bit = kPciSignals[i].bits - 1; bit >= 0; --bit) {
            const bool own = i <= kSerr && is_driven(driven_[text.size()]);
            const bool floats = i <= kPar && (in.driven & kGroups[i]) == 0;  // no pull-ups
            text += own || floats ? 'Z' : (values[i] >> bit & 1) != 0 ? '1' : '0';
        }
    return text;
}

pci::PinOutputs PciCore::clock(const pci::PinInputs& in) {
    driven_ = simulator_.exchange(request(in));
    if (driven_.size() != kAnswer) simulator_.fail("answer '" + driven_ + "'; expected 46 values");
    std::array<Value, NICLAB_PCI_SIGNALS> v;
    pci::PinOutputs out;
    std::size_t at = 0;
    for (std::size_t i = kAd; i <= kInta; ++i) {
        if (!kPciSignals[i].from_core) continue;
        const std::string text = driven_.substr(at, static_cast<std::size_t>(kPciSignals[i].bits));
        at += text.size();
        v[i] = value_of(text);
        if (v[i].unknown && !in.rst_n) v[i] = {};
        if (v[i].unknown && i > kSerr)
            simulator_.fail(std::string(kPciSignals[i].name) + " is " + text + "; expected 0 or 1");
        if (v[i].unknown) out.unknown |= kGroups[i];
    }
    out.ad = v[kAd].bits, out.ad_enable = v[kAd].driven;
    out.cbe_n = static_cast<std::uint8_t>(v[kCbe].bits), out.cbe_enable = v[kCbe].driven;
    out.par = v[kPar].bits != 0, out.par_enable = v[kPar].driven;
    out.frame_n = v[kFrame].high(), out.frame_enable = v[kFrame].driven;
    out.irdy_n = v[kIrdy].high(), out.irdy_enable = v[kIrdy].driven;
    out.trdy_n = v[kTrdy].high(), out.devsel_n = v[kDevsel].high(), out.stop_n = v[kStop].high();
    out.control_enable = v[kTrdy].driven || v[kDevsel].driven || v[kStop].driven;
    out.perr_n = v[kPerr].high(), out.perr_enable = v[kPerr].driven;
    out.serr_n = v[kSerr].high(), out.req_n = v[kReq].high(), out.inta_n = v[kInta].high();
    return out;
}

}  // namespace niclab::cosim
