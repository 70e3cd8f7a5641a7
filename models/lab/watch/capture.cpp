#include "lab/watch/capture.h"

#include <algorithm>
#include <optional>

#include "cards/board/atm_device.h"

namespace niclab::lab {

namespace {

struct Tap {
    const char* name;
    std::uint16_t link_type;
    const char* what;
};
constexpr Tap kTaps[] = {
    {"cells", probe::Pcapng::kCells, "cells of 53 octets as the PHY passes them, HEC included"},
    {"pdus", probe::Pcapng::kErf, "CPCS-PDUs with pad and trailer, as their cells arrived"},
    {"sent_pdus", probe::Pcapng::kErf, "CPCS-PDUs with pad and trailer, as their cells were sent"},
    {"packets", probe::Pcapng::kSunAtm, "packets that reach the program"},
    {"line_cells", probe::Pcapng::kCells, "cells of 53 octets as they arrived, user cells and all with a wrong HEC"},
    {"frames", probe::Pcapng::kFrames, "STS-3c or STS-12c frames, descrambled, as they arrived"},
};

std::vector<std::string> tap_names() {
    std::vector<std::string> names;
    for (const Tap& t : kTaps) names.emplace_back(t.name);
    return names;
}

std::string section_comment(const Experiment& e) {
    return "niclab " + version() + ", experiment " + e.name + ", seed " + std::to_string(e.seed);
}

}  // namespace

std::vector<std::string> read_taps(const std::string& list) {
    const std::vector<std::string> known = tap_names();
    std::vector<std::string> taps;
    for (std::size_t from = 0; from <= list.size();) {
        const std::size_t comma = std::min(list.find(',', from), list.size());
        const std::string name = list.substr(from, comma - from);
        from = comma + 1;
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            const std::string near = core::nearest_name(name, known);
            throw core::ConfigError(
                "--pcap-taps: '" + name + "' found, some of cells, pdus, sent_pdus, packets, line_cells, frames " +
                "wanted, with commas between them" + (near.empty() ? "" : ", perhaps \"" + near + "\""));
        }
        if (std::find(taps.begin(), taps.end(), name) != taps.end())
            throw core::ConfigError("--pcap-taps: '" + name + "' found twice, once wanted");
        taps.push_back(name);
    }
    return taps;
}

void check_capture(const RunOptions& options) {
    read_taps(options.pcap_taps);
    if (!options.pcap.empty() && options.pcap == options.vcd)
        throw core::ConfigError("--pcap: '" + options.pcap + "' found, another file than that of --vcd wanted");
}

/// One tap at which PDUs are put together.
struct Capture::PduTap {
    std::uint32_t interface;
    probe::Moment moment;  ///< Of a PDU's first cell here.
    probe::PduAssembler assembler;
};

struct Capture::Direction {
    std::string name;
    std::string sender, receiver;
    probe::StageNotes notes;
    std::vector<std::unique_ptr<PduTap>> pdu_taps;
    std::multimap<std::size_t, probe::CaptureQueue::Ticket> held;  ///< By row.
    std::unique_ptr<probe::LineTap> line;
    probe::LineCells line_cells;
    std::optional<std::uint32_t> line_cells_interface;  ///< Only where they are wanted.
};

Capture::Capture(const Experiment& experiment, const RunOptions& options)
    : taps_(read_taps(options.pcap_taps)),
      file_(options.pcap, {"niclab " + version(), section_comment(experiment)}),
      queue_(file_) {
    const std::string& encapsulation = experiment.workload.format.encapsulation;
    sunatm_kind_ = encapsulation == "llc" ? 2 : encapsulation == "lane" ? 1 : 0;
}

Capture::~Capture() = default;

bool Capture::wanted(const std::string& tap) const { return std::find(taps_.begin(), taps_.end(), tap) != taps_.end(); }

std::uint32_t Capture::add_interface(const Direction& d, const std::string& tap, const std::string& where) {
    const Tap& t = *std::find_if(std::begin(kTaps), std::end(kTaps), [&](const Tap& k) { return k.name == tap; });
    return file_.add_interface(d.name + " " + tap, t.link_type, where + ": " + t.what);
}

void Capture::add(const std::string& direction, Side& sender, Side& receiver, const fiber::Fiber& fiber,
                  const LineNet& arrive, const probe::PduTracker& tracker) {
    directions_.push_back(std::unique_ptr<Direction>(new Direction{direction,
                                                                   sender.basename(),
                                                                   receiver.basename(),
                                                                   {tracker, direction},
                                                                   {},
                                                                   {},
                                                                   nullptr,
                                                                   probe::LineCells(receiver.nic.phy.format().sts),
                                                                   {}}));
    Direction& d = *directions_.back();
    if (wanted("sent_pdus"))
        add_pdus(d, sender.nic.atm_tx.started, "sent_pdus", d.sender + " TxUTOPIA", probe::Moment::TxSoc);
    if (wanted("frames") || wanted("line_cells")) add_line(d, fiber, arrive, receiver.nic.phy.format());
    if (wanted("cells")) add_cells(d, receiver);
    if (wanted("pdus"))
        add_pdus(d, receiver.nic.atm_rx.received, "pdus", d.receiver + " RxUTOPIA", probe::Moment::RxSoc);
    add_packets(d, receiver);
}

void Capture::add_cells(Direction& d, Side& receiver) {
    const std::uint32_t interface = add_interface(d, "cells", d.receiver + " RxUTOPIA");
    receiver.nic.atm_rx.received.listen(
        [this, interface](core::Femtoseconds at, const atm::Cell& c, const core::Femtoseconds& soc) {
            queue_.add({interface, soc, {c.octets.begin(), c.octets.end()}, ""}, at);
        });
}

void Capture::add_pdus(Direction& d, core::Tap<atm::Cell, core::Femtoseconds>& cells, const std::string& tap,
                       const std::string& where, probe::Moment moment) {
    d.pdu_taps.push_back(std::unique_ptr<PduTap>(new PduTap{add_interface(d, tap, where), moment, {}}));
    cells.listen(
        [this, &d, &t = *d.pdu_taps.back()](core::Femtoseconds at, const atm::Cell& c, const core::Femtoseconds& soc) {
            const auto pdu = t.assembler.cell(c, soc);
            if (!pdu) return;
            const auto row = d.notes.find(t.moment, pdu->first_soc);
            probe::CaptureQueue::Record record{t.interface, soc, probe::erf_record(*pdu), d.notes.unfinished(row)};
            if (row)
                d.held.emplace(*row, queue_.hold(std::move(record), at));
            else
                queue_.add(std::move(record), at);
        });
}

void Capture::add_packets(Direction& d, Side& receiver) {
    const bool shown = wanted("packets");
    const std::uint32_t interface = shown ? add_interface(d, "packets", d.receiver + " host") : 0;
    receiver.host.application.delivered.listen(
        [this, &d, shown, interface](core::Femtoseconds at, const host::NetDevice::Received& r) {
            std::vector<std::size_t> ended;
            const auto row = d.notes.delivered({board::vpi_of(r.channel), board::vci_of(r.channel)}, at, ended);
            release(d, ended);
            if (shown && r.status == host::PacketStatus::Ok)
                packet(interface, at, r, row ? d.notes.comment(*row) : d.notes.unfinished(row));
        });
}

void Capture::packet(std::uint32_t interface, core::Femtoseconds at, const host::NetDevice::Received& r,
                     const std::string& comment) {
    std::vector<std::uint8_t> octets(4 + r.sdu.size());
    octets[0] = sunatm_kind_;
    const std::uint16_t vci = board::vci_of(r.channel);
    octets[1] = board::vpi_of(r.channel);
    octets[2] = static_cast<std::uint8_t>(vci >> 8);
    octets[3] = static_cast<std::uint8_t>(vci);
    std::copy(r.sdu.begin(), r.sdu.end(), octets.begin() + 4);
    queue_.add({interface, at, std::move(octets), comment}, at);
}

void Capture::add_line(Direction& d, const fiber::Fiber& fiber, const LineNet& arrive, const sonet::Format& format) {
    d.line =
        std::make_unique<probe::LineTap>((d.receiver + "_line_tap").c_str(), fiber.edge(), arrive.pins, format.sts);
    if (wanted("frames")) {
        const std::uint32_t interface = add_interface(d, "frames", d.receiver + " fiber");
        d.line->frame.listen([this, interface](core::Femtoseconds at, const probe::FrameReader::Frame& f) {
            queue_.add({interface, f.began, f.octets, ""}, at);
        });
    }
    if (!wanted("line_cells")) return;
    d.line_cells_interface = add_interface(d, "line_cells", d.receiver + " fiber");
    d.line->frame.listen(
        [this, &d](core::Femtoseconds at, const probe::FrameReader::Frame& f) { take_line_cells(d, f, at); });
}

void Capture::take_line_cells(Direction& d, const probe::FrameReader::Frame& f, core::Femtoseconds at) {
    d.line_cells.frame(f, [this, &d, at](const atm::Cell& c, core::Femtoseconds began) {
        queue_.add({*d.line_cells_interface, began, {c.octets.begin(), c.octets.end()}, ""}, at);
    });
}

void Capture::release(Direction& d, const std::vector<std::size_t>& ended) {
    for (const std::size_t row : ended) {
        const auto [first, last] = d.held.equal_range(row);
        for (auto it = first; it != last; ++it) queue_.release(it->second, d.notes.comment(row));
        d.held.erase(first, last);
    }
}

void Capture::end_run() {
    for (const auto& d : directions_) release(*d, d->notes.end_run());
}

void Capture::finish() {
    for (const auto& d : directions_)  // cells of the frame that the end cut off
        if (d->line_cells_interface) take_line_cells(*d, d->line->unfinished(), core::now_fs());
    queue_.flush();
    file_.finish();
}

}  // namespace niclab::lab
