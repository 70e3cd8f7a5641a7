#!/usr/bin/env python3
"""Shows that tests bite: breaks one rule or constant at a time and runs those that hold it.

    scripts/mutations.py [card | rtl8029 | am79c970a | 3c595 | ne2000 | 3c509 | at1500 | eisa | links | pci | ether | frames] [--folder FOLDER] [--only N]
    scripts/mutations.py --check

card: what the kernel's nicstar.c relies on; the tests of label `linux` must fail. rtl8029: what its ne2k-pci.c does; its trial
must fail. am79c970a: what pcnet32.c does, 3c595: what 3c59x.c does, likewise. ne2000: what ne.c relies on, of
the card and of the ISA bus. 3c509: what 3c509.c relies on beyond that. at1500: what lance.c does. eisa: the EISA bus, its cards.
links: what hands cells and octets over whole;
the unit tests that hold it against the pins must fail. pci: what a PCI bus off its wires relies on, held likewise. ether: the MAC's rules. frames: what hands
Ethernet frames over whole. Works on a copy of the committed tree in FOLDER (a temporary one by default), never on this one. Each mutation must apply, build, and make a
test fail. Takes about ten minutes a set on two cores; exit code 1 when one survives. --check only tells whether each still applies
to this tree: a part of scripts/lint.sh.
"""
import argparse
import dataclasses
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]

# What a driver relies on, the file, what stands there, what takes its place.
CARD = [
    ("the PHY's octet comes with 24 zero bits above it", "models/cards/nicstar/command.cpp",
     "registers_.dr[0] = phy ? utility_.read(octet_address) : 0xFFu;", "registers_.dr[0] = phy ? 0x100u | utility_.read(octet_address) : 0xFFu;"),
    ("addresses alias on a card of 32K words", "models/card/sram.h",
     "mask_(words - 1), words_(words)", "mask_(words | 131071u), words_(131072)"),
    ("CMDBZ is cleared when a read of the SRAM is done", "models/cards/nicstar/command.cpp",
     "if (sram_.read(kUser, address(), registers_.dr[0])) done();", "sram_.read(kUser, address(), registers_.dr[0]);"),
    ("the MAC address is at 6CH of the EEPROM", "models/cards/nicstar/eeprom.h", "kMacAddress = 0x6C", "kMacAddress = 0x6D"),
    ("the counts of free buffers are up to date", "models/cards/nicstar/sar_registers.cpp",
     "return pairs(0) << 24 | pairs(1) << 16", "return pairs(0) << 24"),
    ("a transmit status entry has bit 31 of its second word clear", "models/cards/nicstar/segmenter_entries.cpp",
     "burst.data[1] = timer_.value() & tsq::kStamp;", "burst.data[1] = timer_.value() | tsq::kEmpty;"),
    ("the schedule's base is a byte address", "models/cards/nicstar/segmenter_schedule.cpp",
     "registers_.tstb >> 2 & 0x1FFFFu", "registers_.tstb & 0x1FFFFu"),
    ("FIXED slots belong to their channel", "models/cards/nicstar/segmenter_schedule.cpp",
     "begin_channel(true, tst::operand(entry));", "begin_channel(false, sram_map::kVrScd[0]);"),
    ("the last cell has the end bit in its PTI", "models/cards/nicstar/segmenter_cell.cpp",
     "if (last) cell_.octets[3] |= 0x02;", "if (last) cell_.octets[3] |= 0x00;"),
    ("a buffer's handle comes back bit by bit", "models/cards/nicstar/reassembler.cpp",
     "header_.vci, rct_[1], rct_[3], status};", "header_.vci, rct_[1] ^ 1u, rct_[3], status};"),
    ("the first buffer of a PDU is small, the others are large", "models/cards/nicstar/reassembler.cpp",
     "next & ~(rct::kLarge | rct::kPerPdu) : next | rct::kLarge;", "next & ~(rct::kLarge | rct::kPerPdu) : next;"),
    ("event bits are cleared by writing ones", "models/cards/nicstar/sar_registers.cpp",
     "registers_.events &= ~data;", "registers_.events &= data;"),
]

RTL8029 = [
    ("an access of an octet moves a word where WTS is set", "models/cards/dp8390/remote_dma.h", "r_.words() ? (octets + 1) / 2 * 2 : octets;", "octets;"),
    ("the header's length is that of the frame with its FCS", "models/cards/dp8390/receiver.cpp", "at_ = std::uint16_t(octets);", "at_ = std::uint16_t(octets + 4);"),
    ("the ring's last page is followed by its first", "models/cards/dp8390/registers.h", "== pstop ? pstart :", "== pstop ? std::uint8_t(pstart + 1) :"),
    ("the page behind BNRY is not written over", "models/cards/dp8390/receiver.cpp", "if (page == r_.bnry) return give_up();", ""),
    ("a ring that overflowed waits for a stop", "models/cards/dp8390/receiver.cpp", "r_.raise(isr::kOverwrite | isr::kReset);", "r_.raise(isr::kReset);"),
    ("the hash takes the top six bits", "models/cards/ether_board/address.h", "return crc.checksum() >> 26;", "return crc.checksum() & 63;"),
    ("promiscuous takes frames to others", "models/cards/dp8390/address_filter.h", "(r.rcr & rcr::kPromiscuous) != 0 || to == r.par;", "to == r.par;"),
    ("after a collision the frame is fetched from its first octet", "models/cards/dp8390/transmitter.cpp",
     "at_ = std::uint16_t(r_.tpsr * kPageOctets);", "if (attempt % kAttempts == 0) at_ = std::uint16_t(r_.tpsr * kPageOctets);"),
    ("TXP is gone when a frame has ended", "models/cards/dp8390/transmitter.cpp",
     "    r_.transmitting = fetching_ = false;\n    r_.ncr", "    fetching_ = false;\n    r_.ncr"),
    ("flags are cleared by writing ones", "models/cards/dp8390/registers.cpp", "isr &= std::uint8_t(~value | isr::kReset);", "isr = value;"),
    ("the end of remote DMA is told", "models/cards/dp8390/remote_dma.h", "r_.raise(isr::kRemoteDone);", ""),
    ("a reset says so", "models/cards/dp8390/registers.cpp", "isr = isr::kReset, imr = 0;", "isr = 0, imr = 0;"),
    ("only enabled octets are accessed", "models/cards/dp8390/core.cpp", "if (!(host.access.enables >> lane & 1)) continue;", ""),
]

AM79C970A = [
    ("a reset tells that the chip stands", "models/cards/lance/registers.cpp", "    status = csr0::kStop;\n", "    status = 0;\n"),
    ("a word at the upper half is the odd register", "models/cards/lance/core.cpp", "at / 2 + (host.access.enables == 0xC ? 1 : 0)", "at / 2"),
    ("the station's address is in the initialisation block", "models/cards/lance/registers.cpp", "word(address + 2 * i)", "word(address + 2 + 2 * i)"),
    ("the rings have lengths of their own", "models/cards/lance/registers.cpp", "1u << (block[2 + n] >> 4)", "1u << (block[2] >> 4)"),
    ("flags are cleared by writing ones", "models/cards/lance/core.cpp", "status &= std::uint16_t(~(value & csr0::kFlags));", ""),
    ("the hash takes the bits of the line", "models/cards/lance/address_filter.h", "hash_of<true>(to)", "hash_of<false>(to)"),
    ("promiscuous takes frames to others", "models/cards/lance/address_filter.h", "if (r.mode(mode::kPromiscuous)) return std::uint16_t{0};", ""),
    ("a descriptor of the driver's is left alone", "models/cards/lance/receiver.cpp", "    owned_ = now_.owned();\n", "    owned_ = true;\n"),
    ("a frame that finds none is missed, and told", "models/cards/lance/registers.cpp", "    raise(csr0::kMissed);\n", ""),
    ("the length is that of the frame with its FCS", "models/cards/lance/receiver.cpp", "r_.receive.address(), total_,", "r_.receive.address(), total_ - 4,"),
    ("a buffer may begin within a dword", "models/cards/ether_board/bus_master.cpp", "std::uint8_t(0xFu << lane & 0xF);", "0xF;"),
    ("a length is a two's complement", "models/cards/lance/descriptor.h",
     "(kLongest - (word(4) & (kLongest - 1))) % kLongest", "(word(4) & (kLongest - 1)) % kLongest"),
    ("a collision is told in the descriptor", "models/cards/lance/transmitter.cpp",
     "s.collisions > 1 ? tmd::kMore : s.collisions == 1 ? tmd::kOne : 0;", "0;"),
    ("a retry begins with the frame's first octet", "models/cards/ether_board/transmit_side.h", "        sent_ = 0, over_ = false;", "        over_ = false;"),
    ("short frames are padded", "models/cards/lance/transmitter.cpp", "pad ? kPaddedOctets : 0", "0"),
    ("what came of a frame is told once it is written", "models/cards/lance/transmitter.cpp", "r_.raise(csr0::kSent);", ";"),
    ("a pulled cable shows in the register", "models/cards/lance/registers.cpp", "if (number == kLink && link)", "if (number == kLink)"),
]

VORTEX = [
    ("a word of the EEPROM takes its time", "models/cards/etherlink/eeprom.h",
     "return std::uint16_t(command_ | (now < ready_ ? kEepromBusy : 0));", "return command_;"),
    ("the address is at words 10 to 12", "models/cards/etherlink/eeprom.h", "words_[i] = words_[10 + i] =", "words_[i] = words_[11 + i] ="),
    ("windows are chosen by a command", "models/cards/etherlink/core.cpp", "return registers_.window = argument & 7, void();", "return;"),
    ("only enabled octets are accessed", "models/cards/etherlink/core.cpp", "if (!(host.access.enables >> lane & 1)) continue;", ""),
    ("the transceiver is chosen in InternalConfig", "models/cards/etherlink/registers.h", "internal_config_ >> 20 & 0xF", "internal_config_ >> 16 & 0xF"),
    ("link beat shows in Media", "models/cards/etherlink/registers.cpp", "(media_ & kLinkBeatEnable) ? kLinkBeat : 0", "(media_ & kLinkBeatEnable) ? 0 : 0"),
    ("a pulled cable has no link beat", "models/cards/etherlink/registers.h", "return link && chosen()", "return chosen()"),
    ("a frame begins with its length", "models/cards/etherlink/transmitter.cpp",
     "if (++header_octets_ == kHeaderOctets) begin_frame();", "if (++header_octets_ == kHeaderOctets + 4) begin_frame();"),
    ("it ends with a dword", "models/cards/etherlink/transmitter.h", "return (octets() + 3) & ~3u; }", "return octets(); }"),
    ("short frames are padded", "models/cards/etherlink/transmitter.cpp", "{{fcs, kShortestFrame}, ++frame_}", "{{fcs, 0}, ++frame_}"),
    ("room is told where it was asked for", "models/cards/etherlink/transmitter.cpp",
     "    available_ = kThresholdOff;\n    return true;", "    available_ = kThresholdOff;\n    return false;"),
    ("sixteen collisions stop the transmitter", "models/cards/etherlink/transmitter.cpp", "status |= tx::kComplete | tx::kMaxCollisions;", "status |= 0;"),
    ("a status is popped by a write", "models/cards/etherlink/registers.cpp", "== kTxStatus) transmitter_.pop_status();", "== kTxStatus) return;"),
    ("collisions are counted", "models/cards/etherlink/transmitter.cpp",
     "sent && s.collisions == 1, Statistics::kSingleCollisions", "false, Statistics::kSingleCollisions"),
    ("a counter that is read begins anew", "models/cards/etherlink/statistics.h", "counters_[which] &= ~mask;", ""),
    ("the FCS is not the host's", "models/cards/etherlink/receiver.cpp", "stored_ & 3 : kFcsOctets;", "stored_ & 3 : 0;"),
    ("frames begin with a dword in the FIFO", "models/cards/etherlink/receiver.cpp",
     "    for (unsigned i = packet.octets; i < packet.padded(); ++i) memory_.push(0);\n", ""),
    ("RxDiscard takes the frame at the top", "models/cards/etherlink/receiver.cpp", "        packets_.pop();\n", ""),
    ("a frame that finds eight is missed, and counted", "models/cards/etherlink/receiver.cpp",
     "++stats_.missed, statistics_.count(Statistics::kOverruns);", "++stats_.missed;"),
    ("groups are taken where the filter says so", "models/cards/etherlink/receiver.cpp", "return (accepted & filter::kMulticast) != 0;", "return false;"),
    ("promiscuous takes frames to others", "models/cards/etherlink/receiver.cpp", "if (accepted & filter::kPromiscuous) return true;", ""),
    ("an empty FIFO says incomplete", "models/cards/etherlink/receiver.cpp",
     "return std::uint16_t(rx::kIncomplete | available());", "return std::uint16_t(available());"),
    ("the latch is acknowledged", "models/cards/etherlink/interrupts.h", "if (which & status::kLatch) latch = false;", ""),
    ("the end of a transfer is told", "models/cards/etherlink/bus_transfers.cpp", "registers_.master.status |= flag;", ""),
    ("and acknowledged by writing ones", "models/cards/etherlink/registers.cpp", "master.status &= std::uint16_t(~(unsigned{value} << 8 * (offset & 1)));", ""),
    ("StartDMA's argument 1 is to the card", "models/cards/etherlink/core.cpp", "begin_dma((argument & kDownload) != 0)", "begin_dma((argument & kDownload) == 0)"),
    ("a transfer may begin within a dword", "models/cards/etherlink/bus_transfers.cpp",
     "registers_.master.address + moved_;", "(registers_.master.address & ~3u) + moved_;"),
    ("what an upload told goes with RxDiscard", "models/cards/etherlink/core.cpp", "registers_.master.status &= std::uint16_t(~master::kUploaded);", ""),
]

NE2000 = [
    ("a port of 16 bits says so", "models/isa/slave.cpp", "out_.iocs16 = !bus.aen &&", "out_.iocs16 = false &&"),
    ("a cycle waits for the card", "models/isa/controller.cpp", "if (half_ + 2 == end_ && !bus.ready)", "if (half_ + 3 == end_ && !bus.ready)"),
    ("a word for 8 bits is two cycles", "models/isa/controller.cpp", "if (access_.word && !wide_) {", "if (access_.word && !wide_ && access_.write) {"),
    ("data stay until a write is over", "models/isa/controller.cpp", "out_.enabled = std::uint8_t(kCommand | (access_.write ? kLow | kHigh : 0));",
     "out_.enabled = kCommand;"),
    ("refresh comes each 15.6 us", "models/isa/controller.cpp", "next_trigger(core::from_fs(config_.refresh_halves * half));",
     "next_trigger(core::from_fs(3 * config_.refresh_halves * half));"),
    ("no second request without an edge", "models/isa/interrupts.cpp", "(requested_ | (now & ~levels_)) & now;", "requested_ & now;"),
    ("a read waits for its word", "models/cards/dp8390/data_latch.h", "if (!read.has_item()) return false;", "if (!read.has_item()) return true;"),
    ("what was fetched for another transfer is dropped", "models/cards/dp8390/data_latch.h", "if (read.item().transfer == number_.read()) return true;",
     "if (read.has_item()) return true;"),
    ("a write waits for the one before", "models/cards/dp8390/ne2000.cpp", "? !chip_.latch.write.full() :", "? true :"),
    ("remote DMA has its own pace", "models/cards/dp8390/core.cpp", "remote_.reading() ? config_.remote_read_clocks : config_.remote_write_clocks;",
     "config_.remote_write_clocks;"),
    ("the reset's ports reset", "models/cards/dp8390/core.cpp", "if (!host.access.write) reset();", ""),
]

EL3 = [
    ("a sequence wakes the card", "models/cards/etherlink/id_port.h", "if (octet != expected_) return begin();", "static_cast<void>(octet);"),
    ("a card of another tag is not spoken to", "models/cards/etherlink/id_port.h", "if ((octet & 0xF8) == 0xD8 && tag_ != (octet & 7u)) begin();", ""),
    ("a word comes with its top bit first", "models/cards/etherlink/id_port.h", "word_ >> --bits_ & 1u", "word_ >> (16 - bits_--) & 1u"),
    ("reads of the ports that wake it are not always its own", "models/isa/slave.cpp", "(bus.iow || decode_.listened_answers)", "true"),
    ("thresholds are in octets", "models/cards/etherlink/core.cpp", "config_.isa && argument != kThresholdOff", "false"),
    ("the interrupt is the one chosen", "models/cards/etherlink/irq_lines.h", "chosen == kIrqs[i]", "kIrqs[i] == 10"),
    ("odd octets of a port of 16 bits are on SD15 to SD8", "models/isa/slave.cpp", "out_.enabled = odd ? kHigh :", "out_.enabled = odd ? kLow :"),
]

AT1500 = [
    ("a channel in cascade mode is answered once it is not masked", "models/isa/dma_controllers.h",
     "std::uint8_t(cascade & ~masked & 0xF);", "std::uint8_t(cascade & 0xF);"),
    ("and in that mode alone", "models/isa/dma_controllers.h", "std::uint8_t(cascade & ~masked & 0xF);", "std::uint8_t(~masked & 0xF);"),
    ("what is not answered does not get the bus", "models/isa/controller.cpp", "return answered_ ? bits & answered_->read() : bits;", "return bits;"),
    ("the second controller has each second port", "models/isa/dma_controllers.h", "(second(a) ? 1 : 0); }", "0; }"),
    ("memory of the board is for masters", "models/isa/slave.h", "return !decode_.for_masters || bus.master; }", "return !bus.refresh; }"),
    ("who is not answered gives up", "models/isa/master.cpp", "clocks_ >= config_.patience_clocks", "false"),
    ("commands come behind MASTER# only", "models/isa/master.cpp", "if (clocks_ >= config_.settle_clocks) next_cycle();", "next_cycle();"),
    ("an address stands before its command", "models/isa/master.cpp", "constexpr unsigned kSetUpClocks = 3,", "constexpr unsigned kSetUpClocks = 1,"),
    ("commands are apart, and an address stands before each", "models/isa/master.cpp", "kSetUpClocks = 3, kHoldClocks = 1,", "kSetUpClocks = 2, kHoldClocks = 0,"),
    ("a cycle waits for IOCHRDY", "models/isa/master.cpp", "if (!bus.ready) ends_ =", "if (false) ends_ ="),
    ("an odd octet is at an odd address", "models/isa/master.cpp", "address() + (enables == kOddOctet ? 1 : 0);", "address();"),
    ("the bus is given back", "models/isa/master.cpp", "    drq_.write(false);\n", ""),
    ("others have it in between", "models/isa/master.cpp", "if (acknowledged()) clocks_ = 0;", "static_cast<void>(clocks_);"),
    ("a status of words is octet 3", "models/cards/lance/descriptor.h", "put(purpose, at + 3, 1, value >> 8u)", "put(purpose, at + 2, 1, value >> 8u)"),
    ("an address of words has 24 bits", "models/cards/lance/descriptor.h", "(dwords ? word(2) : word(2) & 0xFFu) << 16", "word(2) << 16"),
    ("rings of words have lengths in bits 31 to 29", "models/cards/lance/registers.cpp", "1u << (at >> 29)", "1u << (at >> 28)"),
    ("from a stop rings begin at their bases", "models/cards/lance/core.cpp", "if (registers_.stopped()) registers_.rewind();", ""),
    ("a bus that is not given is told", "models/cards/lance/core.cpp", "registers_.raise(kept | csr0::kMemory);", "registers_.raise(kept);"),
]

EISA = [
    ("EXRDY is waited for", "models/eisa/controller.cpp", "ready_ = bus.ready;", "ready_ = true;"),
    ("a burst goes on as long as MSBURST# is asserted", "models/eisa/controller.cpp", "(out_.cmd && ready_ && !bus.msburst)", "(out_.cmd && ready_)"),
    ("NOWS# makes a cycle shorter", "models/eisa/controller.cpp", "compressed_ = bus.nows && (wide_ || narrow_);", "compressed_ = false;"),
    ("BCLK stays low then", "models/eisa/controller.cpp", "if (compressed_) return;  // BCLK stays low", ""),
    ("a dword for 16 bits is two cycles", "models/eisa/controller.h", "return narrow_ && (out_.be & 0x3) != 0", "return false && (out_.be & 0x3) != 0"),
    ("its upper half is on D15 to D0", "models/eisa/controller.cpp", "if (!bus.ex16 || bus.ex32 || (out_.be & 0x3) != 0) return access_.data;", "return access_.data;"),
    ("data stay until half a clock behind CMD#", "models/eisa/controller.cpp", "    else if (!out_.cmd)\n        out_.enabled", "    else\n        out_.enabled"),
    ("MAKn# goes when others wait", "models/eisa/controller.cpp",
     "if ((masters & ~own) != 0 || cpu.request.has_item() || refresh_due_) out_.mak = 0;", ""),
    ("the bus is free when MREQn# has gone", "models/eisa/controller.cpp", "if ((masters & own) != 0) return;", ""),
    ("the CPU has its turn", "models/eisa/controller.cpp", "(masters_turn_ || !cpu_asks)", "true"),
    ("masters have their turn", "models/eisa/controller.cpp", "(masters_turn_ || !cpu_asks)", "!cpu_asks"),
    ("refresh keeps its rate", "models/eisa/controller.cpp", "next_trigger(core::from_fs(config_.refresh_halves * half));",
     "next_trigger(core::from_fs(3 * config_.refresh_halves * half));"),
    ("AEN tells slots apart", "models/eisa/slave.cpp", "if ((bus.aen >> slot_ & 1u) != 0) return nullptr;", ""),
    ("memory of the board is for masters", "models/eisa/slave.cpp", "if (bus.memory && masters_ && !masters_->read()) return nullptr;", ""),
    ("each transfer has its own address", "models/eisa/slave.cpp", "else if (first || next)", "else if (first)"),
    ("an address stands before START#", "models/eisa/master.cpp", "            out_.la = address_of(dword_ + 1);\n", ""),
    ("a burst stays within its page", "models/eisa/master.cpp", "!last() && address_of(dword_ + 1) % kPage != 0", "!last()"),
    ("a burst is asked for only where it was offered", "models/eisa/master.cpp", "config_.bursts && slave_bursts_ &&", "config_.bursts &&"),
    ("a transfer waits for EXRDY", "models/eisa/master.cpp", "ready_ = bus.ready;\n            waits_", "ready_ = true;\n            waits_"),
    ("the bus is given back", "models/eisa/master.cpp", "    mreq_.write(false);\n", ""),
    ("others have it in between", "models/eisa/master.cpp", "if (++rested_ >= 2 * config_.rest_clocks)", "if (true)"),
    ("interrupts are levels", "models/eisa/interrupts.cpp", "    requested_ = 0;\n", ""),
    ("only lines that may interrupt do", "models/eisa/interrupts.cpp", "(requested_ & enabled_) != 0", "requested_ != 0"),
    ("a slot's window 0 is there whatever window is chosen", "models/cards/etherlink/card_eisa.h", "if (a.window == 1) a.offset += kSlotWindow;", ""),
]

LINKS = [
    ("a cell is taken when the last word of the one before is gone", "models/utopia/atm_tx.h", "return words_ - index_; }", "return words_ - index_ + 1; }"),
    ("a cell is stored with its last word", "models/utopia/phy_tx.h", "return words_ - index_ - 1; }", "return words_ - index_; }"),
    ("a cell's place is free with its last word", "models/utopia/phy_rx.h", "emptying_ ? 0 : words_ - index_ - 1; }", "emptying_ ? 0 : words_ - index_; }"),
    ("a word of the inner side is whole with its last octet", "models/utopia/atm_rx.h", "return last_word_of_next_push() - index_ - 1; }",
     "return last_word_of_next_push() - index_; }"),
    ("the header is the first word", "models/utopia/atm_rx.cpp", "return index_ < 4 ? 4 :", "return index_ < 4 ? 5 :"),
    ("the first word of payload ends with octet 9", "models/utopia/atm_rx.cpp", "index_ < 9 ? 9 :", "index_ < 9 ? 10 :"),
    ("a word of payload has four octets", "models/utopia/atm_rx.cpp", "(index_ - 1) / 4 * 4 + 5;", "(index_ - 1) / 4 * 4 + 6;"),
    ("at 16 bits a word of payload ends with each second one", "models/utopia/atm_rx.cpp", "index_ + 1 + index_ % 2", "index_ + 2 + index_ % 2"),
    ("three edges and one settle what a FIFO says", "models/utopia/cell_link.h", "kSettlingEdges = 4;", "kSettlingEdges = 1;"),
    ("an edge does not know what is pushed at its own time", "models/core/fifo.h", "times[(count - 1) % times.size()] >= t;",
     "times[(count - 1) % times.size()] > t + 60'000'000;"),
    ("a slip moves the edges behind it", "models/core/clock.h", "edge_ > segments[segment_].to_fs)", "edge_ > segments[segment_].to_fs + 200'000'000)"),
    ("a header is judged with its fifth octet", "models/sonet/delineation.h", "return kHeader - 1 - position_;", "return kHeader - position_;"),
    ("a cell is stored with its 53rd octet", "models/sonet/delineation.h", "return kCell - 1 - position_ +", "return kCell - position_ +"),
    ("what follows a cell that is not kept is a header", "models/sonet/delineation.h", "(headers_only ? kHeader : 0)", "(headers_only ? kHeader + 1 : 0)"),
    ("a cell leaves the FIFO with its last octet", "models/phy/tacp.h", "atm::kCellOctets - 1 - index_; }", "atm::kCellOctets - index_; }"),
    ("a receiver samples an octet later", "models/phy/octet_line.cpp", "behind_(1 + fiber.whole_octets())", "behind_(2 + fiber.whole_octets())"),
    ("the far end is told what was received up to now", "models/phy/octet_line.cpp", "if (from_.reports_next()) reverse_->receive_to(edge);", ""),
    ("a receiver is not ahead of what its transmitter reports", "models/phy/octet_line.cpp", "reverse_->transmit_to(until);", ""),
    ("an octet meets its errors as it arrives", "models/phy/octet_line.cpp", "    receive_due(until);", "    receive_due(until), spoil_before(launched_);"),
    ("a line is not ahead of its errors", "models/phy/octet_line_passing.cpp", "fiber_.pass(leap.first - spoilt_);", "fiber_.pass(leap.first - spoilt_ + 1);"),
    ("a stretch's null cells are counted by their headers", "models/phy/octet_line_passing.cpp", "(octets + atm::kPayloadOctets) / atm::kCellOctets",
     "octets / atm::kCellOctets"),
    ("an octet on its way arrives", "models/fiber/fiber.cpp", "load.launching = next_edge_ > core::now_fs();", "load.launching = false;"),
    ("loopbacks act at once", "models/phy/suni.h", "!diagnostic_loop_ && !line_loop_ && !loop_timing_ && !pin_reset_;", "!pin_reset_;"),
]

PCI = [
    ("a span ends with its last data", "models/pci/flat_bus.cpp", "if (done_ == shape_->clocks.size())", "if (done_ + 1 == shape_->clocks.size())"),
    ("REQ# amid a span reaches the arbiter at its clock", "models/pci/flat_bus.cpp", "if (asked) parties_.arbiter.wake();",
     "if (asked && !shape_) parties_.arbiter.wake();"),
    ("data move at their own clock", "models/pci/flat_bus.cpp", "for (; calls_ < c.calls; ++calls_) call(shape_->calls[calls_]);",
     "for (; done_ == shape_->clocks.size() && calls_ < c.calls; ++calls_) call(shape_->calls[calls_]);"),
    ("who asks while the timer may run out ends the repetition", "models/pci/flat_bus.cpp",
     "if (shape_ && shape_->expires != 0 && (asked || moved != 0)) leave();", ""),
    ("a grant that moves in the first clock may end a burst", "models/pci/flat_bus.cpp", "(req == asked && gnt == granted)", "(req == asked || gnt == granted)"),
    ("who waits is woken when the bus is idle again", "models/pci/flat_bus.cpp", "if (was_idle || !now.idle()) return;", "return;"),
    ("begin() is asked once, and its waits are in the key", "models/pci/span.cpp", "pack.add(std::min(a.wait_clocks, 4095u), 12)", "pack.add(0, 12)"),
    ("the dwords after which a target disconnects are in the key", "models/pci/span.cpp", "pack.add(std::min(a.after, 255u), 8)", "pack.add(0, 8)"),
    ("byte enables are in the key", "models/pci/span.cpp", "pack.add(b.first_enables, 4)", "pack.add(0, 4)"),
    ("a new configuration of the initiator makes another key", "models/pci/span.cpp", "pack.add(i.configurations(), 18)", "pack.add(0, 18)"),
    ("a new configuration of the target makes another key", "models/pci/span.cpp", "pack.add(t.configurations(), 18)", "pack.add(0, 18)"),
    ("machines that take over know what was read", "models/pci/span.cpp", "return read_.at(next_++);", "return ++next_, 0;"),
    ("fast back-to-back is left to the machines", "models/pci/initiator_machine.cpp", "!faults && !config_.fast_back_to_back &&", "!faults &&"),
    ("an armed fault is left to the machines", "models/pci/initiator_machine.cpp", "const bool faults = parity_fault.armed() || fault_ || out_fault_;",
     "const bool faults = false;"),
    ("an account that is looked at knows of the clocks passed over", "models/probe/account/pin_watch.h",
     "PciAccount& account() { return catch_up(), account_; }", "PciAccount& account() { return account_; }"),
    ("a repeated stretch ends with its own clock", "models/probe/account/pin_watch_spans.cpp", "const std::uint64_t later = passed_.clocks - 1;",
     "const std::uint64_t later = passed_.clocks;"),
]

ETHER = [
    ("behind carrier part one of the gap begins anew", "models/ether/deferral.cpp", "if (carrier && !own_) {", "if (false) {"),
    ("behind an own frame it does not", "models/ether/deferral.cpp", "if (carrier && !own_) {", "if (carrier) {"),
    ("a gap has two parts", "models/ether/deferral.cpp", "state_ = State::Part1, left_ = part1_ - gone;", "state_ = State::Part2, left_ = part2_;"),
    ("the own echo is no carrier of others", "models/ether/deferral.cpp", "own_ && since_own_ <= echo_ ?", "false ?"),
    ("carrier that outlasts the gap is seen by who dozes", "models/ether/deferral.cpp", "return carrier_ ? 0 : kForever;", "return kForever;"),
    ("preamble and SFD are finished before the jam", "models/ether/transmit_machine.cpp", "if (state_ != State::Header) begin_jam();", "begin_jam();"),
    ("the jam has its length", "models/ether/transmit_machine.cpp", "left_ = rules_.jam_bits;", "left_ = rules_.jam_bits - 8;"),
    ("a collision is late behind 512 bits", "models/ether/transmit_machine.cpp", "late_ = sent_bits_ > rules_.slot_bits;", "late_ = sent_bits_ >= rules_.slot_bits;"),
    ("late ones are not tried again", "models/ether/transmit_machine.cpp", "if (late_ && !rules_.retry_late)", "if (false)"),
    ("sixteen attempts", "models/ether/transmit_machine.cpp", "if (attempt_ == rules_.attempts)", "if (attempt_ > rules_.attempts)"),
    ("back-off is counted from the jam's end", "models/ether/transmit_machine.cpp",
     "rules_.slot_bits / width_ + 1, waited_ = 0;", "rules_.slot_bits / width_ + 2, waited_ = 0;"),
    ("the range doubles with each collision", "models/ether/backoff.h", "std::min(n, rules.backoff_limit)", "std::min(n + 1, rules.backoff_limit)"),
    ("to at most 1023", "models/ether/backoff.h", "std::min(n, rules.backoff_limit)", "n"),
    ("the last bit can collide", "models/ether/transmit_machine.cpp",
     "if (in.col && state_ != State::Jam && !collided_) collide();",
     "if (in.col && state_ != State::Jam && !collided_ && octet_bits_ > 0) collide();"),
    ("an underrun spoils the FCS", "models/ether/transmit_machine.cpp", "begin_fcs(false);", "begin_fcs(true);"),
    ("padding is the chip's to ask for", "models/ether/transmit_machine.cpp", "else if (status_.octets < options_.pad_to_octets)", "else if (false)"),
    ("octets begin behind the SFD", "models/ether/receive_machine.cpp", "if (octet_ != kSfd) return;", "if (octet_ != kPreamble) return;"),
    ("the FCS covers all octets", "models/ether/receive_machine.cpp", "    fcs_.add(octet_);", "    if (octets_ > 1) fcs_.add(octet_);"),
    ("who sends is deaf", "models/ether/receive_machine.cpp", "if (in.own && state_ != State::Deaf)", "if (false)"),
    ("signals arrive after their distance", "models/medium/segment.cpp", "when + delay(from, to) +", "when +"),
    ("collision is another signal beside the own one", "models/medium/transceiver.cpp", "(sending_ && foreign > 0)", "(false && foreign > 0)"),
    ("RXC is in phase with the signal", "models/medium/transceiver.cpp", "clock().slip(now + period > next ? now + period - next : 0);", ""),
]

FRAMES = [
    ("every edge is run", "models/medium/whole_frame.cpp",
     "(to - 1 - first) / clock.period_fs() + 1 : 0", "(to - 1 - first) / clock.period_fs() : 0"),
    ("up to the edge of the last bit", "models/medium/whole_frame.cpp",
     "+ (clocks - 1) * txc.period_fs() + 1;", "+ clocks * txc.period_fs() + 1;"),
    ("where a simulation stops, edges of that moment are to come", "models/medium/whole_frame.cpp",
     "run(core::now_fs());", "run(core::now_fs() + 1);"),
    ("what was run is not run again", "models/medium/whole_frame.cpp",
     "done_ = to - 1;", "done_ = to - 1 - sender().mac->transmitter.clock().period_fs();"),
    ("nobody else can begin", "models/medium/whole_frame.cpp",
     "(s.transceiver->sends() || !s.mac->transmitter.held())", "(s.transceiver->sends())"),
    ("carrier was sampled", "models/ether/transmit_machine.h",
     "return !out_.en && !rules_.full_duplex && deferral_.busy();", "return !out_.en && !rules_.full_duplex;"),
    ("its signal has come to all", "models/medium/whole_frame.cpp", "return !hears(s) || s.transceiver->follows_one();", "return true;"),
    ("no SQE test is due", "models/medium/transceiver.h",
     "!collision_ && !collision_seen_ && !sqe_ && !sqe_due_", "!collision_ && !collision_seen_"),
    ("who sends and has heard nothing yet is deaf", "models/medium/whole_frame.cpp", "!s.full_duplex && &s == &sender()", "false"),
    ("a frame is as long as its octets", "models/ether/transmit_machine.cpp",
     "certain > 0 && options_.append_fcs ? kFcsOctets : 0", "certain > 0 ? kFcsOctets + 1 : 0"),
    ("and its header", "models/ether/transmit_machine.cpp",
     "bits += 8 * (kPreambleOctets + 1 - index_);", "bits += 8 * (kPreambleOctets + 2 - index_);"),
    ("and what is left of the octet under way", "models/ether/transmit_machine.cpp",
     "    std::uint64_t bits = octet_bits_;\n", "    std::uint64_t bits = octet_bits_ + width_;\n"),
    ("a header that collided is followed by a jam", "models/ether/transmit_machine.cpp",
     "if (!out_.en || collided_ || heartbeat_awaited_) return 0;", "if (!out_.en || heartbeat_awaited_) return 0;"),
    ("an edge samples what the one before it launched", "models/ether/transmit_machine.cpp",
     "        symbols.push_back(out_.data);\n        clock({true, false});", "        clock({true, false});\n        symbols.push_back(out_.data);"),
    ("the symbol on the pins is the first", "models/medium/transceiver_whole.cpp",
     "symbols.data() + index_;", "symbols.data() + index_ + 1;"),
    ("RXD goes on with the next one", "models/medium/transceiver_whole.cpp", "index_ += edges;", "index_ += edges - 1;"),
    ("an octet is whole with its last symbol", "models/ether/receive_machine.cpp",
     "n - k >= symbols_an_octet", "n - k + 1 >= symbols_an_octet"),
    ("a repeater's edges are its own", "models/medium/repeater.cpp",
     "first + k * clock().period_fs());", "first + (k + 1) * clock().period_fs());"),
]


@dataclasses.dataclass
class Held:
    """Mutations, what has to be built anew after each, and the tests that hold them."""
    mutations: list[tuple[str, str, str, str]]
    targets: list[str]
    tests: list[str]


SETS = {"card": Held(CARD, ["linux_tests", "kernel_driver"], ["-L", "linux"]),
        "rtl8029": Held(RTL8029, ["linux_tests", "kernel_driver"], ["-R", "Ne2k.PassesTheTrial"]),
        "am79c970a": Held(AM79C970A, ["linux_tests", "kernel_driver"], ["-R", "Pcnet.PassesTheTrial"]),
        "3c595": Held(VORTEX, ["linux_tests", "kernel_driver", "unit_etherlink"], ["-R", "Vortex.PassesTheTrialBy|EtherLink"]),
        "ne2000": Held(NE2000, ["linux_tests", "kernel_driver", "unit_isa", "unit_dp8390"], ["-R", "Ne.PassesTheTrial|Ne2000|IsaBus"]),
        "3c509": Held(EL3, ["linux_tests", "kernel_driver", "unit_isa", "unit_etherlink"], ["-R", "El3|IdPort|IsaBus"]),
        "at1500": Held(AT1500, ["linux_tests", "kernel_driver", "unit_isa", "unit_lance"], ["-R", "Lance|IsaMaster|IsaBus|DmaControllers"]),
        "eisa": Held(EISA, ["linux_tests", "kernel_driver", "unit_eisa", "unit_etherlink"], ["-R", "Eisa"]),
        "links": Held(LINKS, ["unit_utopia", "unit_phy"], ["-R", "UtopiaLink|LineLink|LineStretch"]),
        "pci": Held(PCI, ["unit_probe"], ["-R", "PciSpans"]),
        "ether": Held(ETHER, ["unit_ether", "unit_medium"], ["-R", "Fcs|Deferral|Collision|MediumStation|MediumCollision"]),
        "frames": Held(FRAMES, ["unit_medium"], ["-R", "MediumWholeFrame"])}


def not_applicable(tree):
    """One sentence a mutation whose place is not in the tree exactly once."""
    for number, (rule, name, old, _) in enumerate((m for held in SETS.values() for m in held.mutations), 1):
        path = tree / name
        times = path.read_text().count(old) if path.is_file() else 0
        if times != 1:
            yield f"mutations.py: number {number} ({rule}) does not apply: {name} has '{old}' {times} times, once wanted"


def run(*words, cwd, log):
    return subprocess.run(words, cwd=cwd, stdout=log, stderr=subprocess.STDOUT).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("set", nargs="?", choices=SETS, default="card")
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--only", type=int, help="one mutation, from 1 on")
    parser.add_argument("--check", action="store_true", help="only tell whether each applies")
    arguments = parser.parse_args()
    if arguments.check:
        gone = list(not_applicable(ROOT))
        print("\n".join(gone) or f"{sum(len(held.mutations) for held in SETS.values())} mutations apply")
        return 1 if gone else 0
    held = SETS[arguments.set]
    with tempfile.TemporaryDirectory() as temporary:
        folder = (arguments.folder or pathlib.Path(temporary)).resolve()
        tree, log_path = folder / "tree", folder / "log.txt"
        folder.mkdir(parents=True, exist_ok=True)
        with open(log_path, "w") as log:
            if not tree.exists():
                assert run("git", "clone", "--quiet", str(ROOT), str(tree), cwd=folder, log=log) == 0
            if run(str(tree / "scripts/fetch_kernel_driver.sh"), cwd=tree, log=log) or not (tree / "build/kernel/nicstar.c").exists():
                sys.exit("mutations: the kernel's driver cannot be fetched")

            def build():
                return run("cmake", "--build", "build/release", "--target", *held.targets, "--", "--quiet", cwd=tree, log=log)

            def test():
                return run("ctest", "--preset", "release", *held.tests, "--timeout", "100", cwd=tree, log=log)

            print("building the tree as it is", flush=True)
            assert run("cmake", "--preset", "release", cwd=tree, log=log) == 0 and build() == 0, "it does not build"
            assert test() == 0, f"the tests fail without any mutation, see {log_path}"
            survivors = 0
            for number, (rule, name, old, new) in enumerate(held.mutations, 1):
                if arguments.only not in (None, number):
                    continue
                path = tree / name
                text = path.read_text()
                assert text.count(old) == 1, f"{name} has changed: {old}"
                begin = time.time()
                path.write_text(text.replace(old, new))
                verdict = "does not build" if build() else "SURVIVES" if test() == 0 else "killed"
                path.write_text(text)
                survivors += verdict != "killed"
                print(f"{number:2}  {verdict:8}  not: {rule}  ({time.time() - begin:.0f} s)", flush=True)
    print(f"{survivors} of the mutations survive" if survivors else "every mutation is killed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
