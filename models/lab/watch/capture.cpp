#include "lab/watch/capture.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "cards/board/atm_device.h"
#include "cards/ether_board/channel.h"
#include "cards/ether_board/station.h"

namespace niclab::lab {

namespace {

struct Tap {
    const char* name;
    std::uint16_t link_type;
    const char* what;
};
constexpr const char* kFrames = "frames";  ///< For an ATM line those of SONET, for Ethernet the MAC's.
constexpr Tap kTaps[] = {
    {"cells", probe::Pcapng::kCells, "cells of 53 octets as the PHY passes them, HEC included"},
    {"pdus", probe::Pcapng::kErf, "CPCS-PDUs with pad and trailer, as their cells arrived"},
    {"sent_pdus", probe::Pcapng::kErf, "CPCS-PDUs with pad and trailer, as their cells were sent"},
    {"packets", probe::Pcapng::kSunAtm, "packets that reach the program"},
    {"line_cells", probe::Pcapng::kCells, "cells of 53 octets as they arrived, user cells and all with a wrong HEC"},
    {kFrames, probe::Pcapng::kFrames, "STS-3c or STS-12c frames, descrambled, as they arrived"},
};

std::vector<std::string> tap_names() {
    std::vector<std::string> names;
    for (const Tap& t : kTaps) names.emplace_back(t.name);
    return names;
}

/// NAME.TAP.pcapng of NAME.pcapng.
std::string split_path(const std::string& path, const std::string& tap) {
    const std::filesystem::path whole(path);
    return (whole.parent_path() / (whole.stem().string() + "." + tap + whole.extension().string())).string();
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
            throw core::ConfigError("--pcap-taps " + list + ": " +
                                    core::unknown_name("tap '" + name + "'", name, known, "a list, with commas, of"));
        }
        if (std::find(taps.begin(), taps.end(), name) != taps.end())
            throw core::ConfigError("--pcap-taps " + name + ": given twice; expected it once");
        taps.push_back(name);
    }
    return taps;
}

void check_capture(const RunOptions& options) {
    read_taps(options.pcap_taps);
    if (!options.pcap.empty() && options.pcap == options.vcd)
        throw core::ConfigError("--pcap " + options.pcap + ": the file of --vcd; expected another file");
}

/// A tap at which PDUs are reassembled.
struct Capture::PduTap {
    std::map<probe::Vc, Port> interfaces;
    Port others;              ///< For PDUs of no flow.
    probe::EventKind moment;  ///< Of a PDU's first cell here.
    probe::PduAssembler assembler;
    const Port& interface(probe::Vc vc) const {
        const auto found = interfaces.find(vc);
        return found == interfaces.end() ? others : found->second;
    }
};

struct Capture::Direction {
    const Hop& hop;
    std::vector<WatchedStream> streams;
    std::string receiver;
    probe::StageNotes notes;
    std::vector<std::unique_ptr<PduTap>> pdu_taps;
    struct Held {
        File* file;
        probe::CaptureQueue::Ticket ticket;
    };
    std::multimap<std::size_t, Held> held;  ///< By row.
    std::unique_ptr<probe::LineTap> line;
    probe::LineCells line_cells;
    std::optional<Port> line_cells_interface;  ///< nullptr unless needed.
};

namespace {

std::map<probe::Vc, std::string> names_of(const std::vector<WatchedStream>& streams) {
    std::map<probe::Vc, std::string> names;
    for (const WatchedStream& s : streams) names[s.vc] = s.stream.name;
    return names;
}

/// SunATM's word for an encapsulation.
std::uint8_t sunatm_kind(const std::string& encapsulation) {
    return encapsulation == "llc" ? 2 : encapsulation == "lane" ? 1 : 0;
}

}  // namespace

Capture::Capture(const Experiment& experiment, const RunOptions& options)
    : taps_(read_taps(options.pcap_taps)),
      path_(options.pcap),
      split_(options.pcap_split),
      section_{"niclab " + version(), section_comment(experiment), options.pcap_picoseconds} {}

Capture::File::File(const std::string& path, const probe::Pcapng::Section& section)
    : pcapng(path, section), queue(pcapng) {}

Capture::~Capture() = default;

bool Capture::wanted(const std::string& tap) const { return std::find(taps_.begin(), taps_.end(), tap) != taps_.end(); }

Capture::File& Capture::file_of(const std::string& tap) {
    std::unique_ptr<File>& file = files_[split_ ? tap : ""];
    if (!file) file = std::make_unique<File>(split_ ? split_path(path_, tap) : path_, section_);
    return *file;
}

Capture::Port Capture::add_interface(const std::string& name, const std::string& tap, const std::string& where) {
    const Tap& t = *std::find_if(std::begin(kTaps), std::end(kTaps), [&](const Tap& k) { return k.name == tap; });
    File& file = file_of(tap);
    link_types_.insert(t.link_type);
    return {&file, file.pcapng.add_interface(name + " " + tap, t.link_type, where + ": " + t.what)};
}

void Capture::add(const Hop& hop, const std::vector<WatchedStream>& streams, const probe::PduTracker& tracker) {
    board::Nic &sender = hop.atm->sender.nic, &receiver = hop.atm->receiver.nic;
    directions_.push_back(std::unique_ptr<Direction>(new Direction{hop,
                                                                   streams,
                                                                   hop.receiver.name,
                                                                   {tracker, hop.name, names_of(streams)},
                                                                   {},
                                                                   {},
                                                                   nullptr,
                                                                   probe::LineCells(receiver.phy.format().sts),
                                                                   {}}));
    Direction& d = *directions_.back();
    if (wanted("sent_pdus"))
        add_pdus(d, sender.atm_tx.started, "sent_pdus", hop.sender.name + " TxUTOPIA", probe::EventKind::TxSoc);
    if (wanted(kFrames) || wanted("line_cells")) add_line(d);
    if (wanted("cells")) add_cells(d);
    if (wanted("pdus"))
        add_pdus(d, receiver.atm_rx.received, "pdus", d.receiver + " RxUTOPIA", probe::EventKind::RxSoc);
    for (const WatchedStream& stream : d.streams) add_packets(d, stream);
}

bool Capture::takes_frames() const { return wanted(kFrames) || taps_ == read_taps(RunOptions{}.pcap_taps); }

/// Stamped with their ends, as a card's driver would.
void Capture::add_frames(const Hop& hop, const std::vector<WatchedStream>& streams) {
    auto& receiver = dynamic_cast<ether_board::Station&>(hop.receiver.card());
    File& file = file_of(kFrames);
    link_types_.insert(probe::Pcapng::kEthernet);
    const Port port{&file,
                    file.pcapng.add_interface(hop.name + " " + kFrames, probe::Pcapng::kEthernet,
                                              hop.receiver.name + " MAC: frames with their FCS, as it received them",
                                              ether::kFcsOctets)};
    receiver.heard().listen([port, &hop, &streams](core::Femtoseconds at, const std::vector<std::uint8_t>& frame) {
        if (const auto channel = ether_board::channel_of(frame.data()); channel && !carries(hop, streams, *channel))
            return;
        port.add(at, frame, "", at);
    });
}

void Capture::add_cells(Direction& d) {
    const Port port = add_interface(d.hop.name, "cells", d.receiver + " RxUTOPIA");
    d.hop.atm->receiver.nic.atm_rx.received.listen(
        [port](core::Femtoseconds at, const atm::Cell& c, const core::Femtoseconds& soc) {
            port.add(soc, {c.octets.begin(), c.octets.end()}, "", at);
        });
}

void Capture::add_pdus(Direction& d, core::Tap<atm::Cell, core::Femtoseconds>& cells, const std::string& tap,
                       const std::string& where, probe::EventKind moment) {
    d.pdu_taps.push_back(std::unique_ptr<PduTap>(new PduTap{{}, {}, moment, {}}));
    PduTap& t = *d.pdu_taps.back();
    for (const WatchedStream& s : d.streams) t.interfaces[s.vc] = add_interface(s.stream.name, tap, where);
    t.others = d.streams.size() == 1 ? t.interfaces.begin()->second : add_interface(d.hop.name, tap, where);
    cells.listen([&d, &t](core::Femtoseconds at, const atm::Cell& c, const core::Femtoseconds& soc) {
        const auto pdu = t.assembler.cell(c, soc);
        if (!pdu) return;
        const atm::Header header = c.header();
        const auto row = d.notes.find(t.moment, pdu->first_soc);
        const Port& port = t.interface({header.vpi, header.vci});
        probe::CaptureQueue::Record record{port.number, soc, probe::erf_record(*pdu), d.notes.unfinished(row)};
        if (row)
            d.held.emplace(*row, Direction::Held{port.file, port.file->queue.hold(std::move(record), at)});
        else
            port.file->queue.add(std::move(record), at);
    });
}

void Capture::add_packets(Direction& d, const WatchedStream& stream) {
    const bool shown = wanted("packets");
    const Port port = shown ? add_interface(stream.stream.name, "packets", d.receiver + " host") : Port{};
    const std::uint8_t kind = sunatm_kind(stream.flow.workload.format.encapsulation);
    stream.stream.receiver.delivered.listen(
        [this, &d, shown, port, kind](core::Femtoseconds at, const host::NetDevice::Received& r) {
            std::vector<std::size_t> ended;
            const auto row = d.notes.delivered(vc_of(r.channel), at, ended);
            release(d, ended);
            if (shown && r.status == host::PacketStatus::Ok)
                packet({port, kind}, at, r, row ? d.notes.comment(*row) : d.notes.unfinished(row));
        });
}

void Capture::packet(const PacketTap& tap, core::Femtoseconds at, const host::NetDevice::Received& r,
                     const std::string& comment) {
    std::vector<std::uint8_t> octets(4 + r.sdu.size());
    octets[0] = tap.sunatm_kind;
    const std::uint16_t vci = board::vci_of(r.channel);
    octets[1] = board::vpi_of(r.channel);
    octets[2] = static_cast<std::uint8_t>(vci >> 8);
    octets[3] = static_cast<std::uint8_t>(vci);
    std::copy(r.sdu.begin(), r.sdu.end(), octets.begin() + 4);
    tap.port.add(at, std::move(octets), comment, at);
}

void Capture::add_line(Direction& d) {
    const AtmHop& hop = *d.hop.atm;
    d.line = std::make_unique<probe::LineTap>((d.receiver + "_line_tap").c_str(), hop.fiber.edge(),
                                              hop.receiver.arrive.pins, *hop.octets, hop.receiver.nic.phy.format().sts);
    if (wanted(kFrames)) {
        const Port port = add_interface(d.hop.name, kFrames, d.receiver + " fiber");
        d.line->frame.listen(
            [port](core::Femtoseconds at, const probe::FrameReader::Frame& f) { port.add(f.began, f.octets, "", at); });
    }
    if (!wanted("line_cells")) return;
    d.line_cells_interface = add_interface(d.hop.name, "line_cells", d.receiver + " fiber");
    d.line->frame.listen(
        [this, &d](core::Femtoseconds at, const probe::FrameReader::Frame& f) { take_line_cells(d, f, at); });
}

void Capture::take_line_cells(Direction& d, const probe::FrameReader::Frame& f, core::Femtoseconds at) {
    d.line_cells.frame(f, [&d, at](const atm::Cell& c, core::Femtoseconds began) {
        d.line_cells_interface->add(began, {c.octets.begin(), c.octets.end()}, "", at);
    });
}

void Capture::release(Direction& d, const std::vector<std::size_t>& ended) {
    for (const std::size_t row : ended) {
        const auto [first, last] = d.held.equal_range(row);
        for (auto it = first; it != last; ++it) it->second.file->queue.release(it->second.ticket, d.notes.comment(row));
        d.held.erase(first, last);
    }
}

void Capture::end_run() {
    for (const auto& d : directions_) release(*d, d->notes.end_run());
}

void Capture::finish() {
    for (const auto& d : directions_)  // Cells of the frame that the end of the run cut off.
        if (d->line_cells_interface) take_line_cells(*d, d->line->unfinished(), core::now_fs());
    for (const auto& [tap, file] : files_) {
        file->queue.flush();
        file->pcapng.finish();
    }
}

void Capture::check_output() const {
    for (const auto& [tap, file] : files_) file->pcapng.check_output();
}

std::string Capture::warning() const {
    if (split_ || link_types_.size() < 2) return "";
    return "--pcap: " + path_ + " has " + std::to_string(link_types_.size()) +
           " link types, which Wireshark reads and tcpdump does not; --pcap-split writes a file per tap.";
}

}  // namespace niclab::lab
