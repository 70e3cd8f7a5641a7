"""`niclab driver`: nicstar.c, seven Ethernet drivers, faulty copies of them, and wrong sources.

    driver.py PROGRAM               short trials of some cards, the usual number of frames with one
    driver.py PROGRAM --extended    short trials of the other cards, and the other faults
    driver.py PROGRAM --long        the usual number of frames with every card

The tests of testbenches/linux run the trial of every card with 60 frames.
"""
import pathlib
import re
import sys
import tempfile

from common import ROOT, check_all, named, niclab, skip
from driver_trials import sources_compiled_once, unfolded

EXTENDED, LONG = "--extended" in sys.argv, "--long" in sys.argv
KERNEL = ROOT / "build/kernel"
if not all((KERNEL / name).exists() for name in ("nicstar.c", "lib8390.c", "3c59x.c", "mii.c", "8390p.c", "wd.c", "3c509.c", "lance.c")):
    skip("scripts/fetch_kernel_driver.sh could not get the kernel's driver")
SOURCE = (KERNEL / "nicstar.c").read_text()

# A maintainer's mistakes, and how many packets show each. The RSQ has to fill before a head that is
# never written shows.
MISTAKES = {
    "the length of a packet": ("scqe.word_3 = cpu_to_le32(skb->len);", "scqe.word_3 = cpu_to_le32(skb->len + 1);", 20),
    "the head of the RSQ": ("writel(PTR_DIFF(previous, card->rsq.base), card->membase + RSQH);", "", 300),
    "the probe": ("writel(NS_CFG_SWRST, card->membase + CFG);", "return 5;", 20),
}
# Mistakes after which a card sends nothing, nothing can be loaded or the driver crashes: the trial
# says which. With nothing sent, Linux' own driver crashes as it
# is unloaded; findings before that are reported all the same.
SILENT = {
    "TXEN of CFG was never set": ("NS_CFG_RSQAFIE | NS_CFG_TXEN |", "NS_CFG_RSQAFIE |"),
    "the transmit schedule has null entries only": ("\tdata = NS_TST_OPCODE_VARIABLE;", "\tdata = NS_TST_OPCODE_NULL;"),
    "AAL5 packets both ways: linux_client: the driver has crashed": (
        "\treturn _ns_send(vcc, skb, true);", "\t*(volatile int *)8 = 0;\n\treturn _ns_send(vcc, skb, true);"),
    "neither it nor the kernel defines ns_no_such": (
        '#include "nicstar.h"', '#include "nicstar.h"\nextern int ns_no_such(void);\nint (*ns_kept)(void) = ns_no_such;'),
}

# Mistakes of an Ethernet driver: the page of a frame to be sent, where a received one begins; a
# card it does not find; an interrupt never asked for.
NE2K_MISTAKES = {
    "the page of a frame to be sent": ("outb(start_page, nic_base + EN0_RSARHI);", "outb(start_page + 1, nic_base + EN0_RSARHI);"),
    "the place of a received frame": ("outb(ring_offset & 0xff, nic_base + EN0_RSARLO);", ""),
    "the probe": ("reg0 = inb(ioaddr);", "reg0 = 0xFF;"),
    "the interrupt": ("int ret = request_irq(dev->irq, ei_interrupt, IRQF_SHARED,", "int ret = 0; if (0) ret = request_irq(dev->irq, ei_interrupt, 0,"),
}
# Of one with rings in memory: a length that is not negated, a bit of the hash, an interrupt never
# asked for.
PCNET_MISTAKES = {
    "the length of a frame to be sent": ("cpu_to_le16(-skb->len)", "cpu_to_le16(1 - skb->len)"),
    "the hash of a group": ("crc = crc >> 26;", "crc = crc & 63;"),
    "the interrupt": ("if (request_irq(dev->irq, pcnet32_interrupt,", "if (0 && request_irq(dev->irq, pcnet32_interrupt,"),
    "the check of the chip": ("(chip_version & 0xfff) != 0x003", "(chip_version & 0xfff) == 0x003"),
}
# Of one with two FIFOs: a length that is the receiver's, a time not waited for, two octets of the
# address, a class of addresses, an interrupt.
VORTEX_MISTAKES = {
    "the length in front of a frame": ("iowrite32(skb->len, ioaddr + TX_FIFO);", "iowrite32(skb->len + 4, ioaddr + TX_FIFO);"),
    "the wait for the EEPROM": ("udelay(162);", ""),
    "the station's address": ("window_write8(vp, dev->dev_addr[i], 2, i);", "window_write8(vp, dev->dev_addr[i], 2, i ^ 1);"),
    "the filter of groups": ("new_mode = SetRxFilter|RxStation|RxMulticast|RxBroadcast;", "new_mode = SetRxFilter|RxStation|RxBroadcast;"),
    "the frame that is done with": ("iowrite16(RxDiscard, ioaddr + EL3_CMD); /* Pop top Rx packet. */", ""),
    "the interrupt": ("if ((retval = request_irq(dev->irq,", "if (0 && (retval = request_irq(dev->irq,"),
}
# Of one on ISA: the low half of a count, the PROM read in words, the mode of words, an interrupt
# never asked for.
NE_MISTAKES = {
    "the octets of a frame": ("outsw(NE_BASE + NE_DATAPORT, buf, count>>1);", "outsw(NE_BASE + NE_DATAPORT, buf, (count>>1) - 1);"),
    "the place of a received frame": ("outb_p(ring_offset & 0xff, nic_base + EN0_RSARLO);", ""),
    "the width of the latch": ("#  define DCR_VAL 0x49", "#  define DCR_VAL 0x48"),
    "the interrupt": ("ret = request_irq(dev->irq, eip_interrupt,", "ret = 0; if (0) ret = request_irq(dev->irq, eip_interrupt,"),
}
# And of a card with memory in the CPU's address space: its place, the width of the bus, the
# beginning of a frame, an interrupt never asked for.
WD_MISTAKES = {
    "the place of the memory": ("(dev->mem_start>>13) & 0x3f) | WD_MEMENB;", "((dev->mem_start>>13) & 0x3f) + 1) | WD_MEMENB;"),
    "the enable of the memory": ("ei_status.reg0 = ((dev->mem_start>>13) & 0x3f) | WD_MEMENB;", "ei_status.reg0 = (dev->mem_start>>13) & 0x3f;"),
    "the beginning of a frame": ("memcpy_toio(shmem, buf, count);", "memcpy_toio(shmem + 1, buf, count);"),
    "the interrupt": ("i = request_irq(dev->irq, ei_interrupt,", "i = 0; if (0) i = request_irq(dev->irq, ei_interrupt,"),
}
# And of one with FIFOs on ISA: the octets that wake it, the length in front of a frame, a
# threshold, the end of a frame, an interrupt.
EL3_MISTAKES = {
    "the sequence that wakes it": ("lrs_state ^ 0xcf", "lrs_state ^ 0xce"),
    "the length in front of a frame": ("outw(skb->len, ioaddr + TX_FIFO);", "outw(skb->len + 4, ioaddr + TX_FIFO);"),
    "the threshold of room": ("outw(SetTxThreshold + 1536, ioaddr + EL3_CMD);", ""),
    "the frame that is done with": ("outw(RxDiscard, ioaddr + EL3_CMD); /* Pop top Rx packet. */", ""),
    "the interrupt's line": ("outw((dev->irq << 12) | 0x0f00, ioaddr + WN0_IRQ);", "outw(((dev->irq ^ 1) << 12) | 0x0f00, ioaddr + WN0_IRQ);"),
}
# And of a master of ISA: its block, the owner of a descriptor, a length, the channel's mode, an
# acknowledgement, rings that begin anew after a stop.
LANCE_MISTAKES = {
    "the place of its block": ("(short) (u32) isa_virt_to_bus(&lp->init_block)", "(short) (u32) isa_virt_to_bus(&lp->init_block) + 2"),
    "the owner of a descriptor": ("& 0xffffff) | 0x83000000;", "& 0xffffff) | 0x03000000;"),
    "the length of a frame": (".length = -skb->len;", ".length = skb->len;"),
    "the mode of the channel": ("DMA_MODE_CASCADE", "0x40"),
    "the acknowledgement": ("outw(csr0 & ~0x004f, dev->base_addr + LANCE_DATA);", ""),
    "rings that begin anew": ("lance_init_ring(dev, GFP_ATOMIC);", ""),
}
# And of 3c59x.c by its card's bus master: a length, and an end that is never acknowledged.
MASTER_MISTAKES = {
    "the length of a download": ("int len = (skb->len + 3) & ~3;", "int len = skb->len & ~3;"),
    "the end of a download": ("iowrite16(0x1000, ioaddr + Wn7_MasterStatus); /* Ack the event. */", ""),
}
# And of 3c59x.c by the lists of a 3C905B.
LIST_MISTAKES = {
    "the list of buffers": ("iowrite32(vp->rx_ring_dma, ioaddr + UpListPtr);", ""),
    "the end of the fragments": ("vp->tx_ring[entry].frag[0].length = cpu_to_le32(skb->len | LAST_FRAG);", "vp->tx_ring[entry].frag[0].length = cpu_to_le32(skb->len);"),
    "the frames on the management wires": ("int read_cmd = (0xf6 << 10)", "int read_cmd = (0xf2 << 10)"),
}
# Of the first card with lists alone: the free space that its list waits for, its management wires.
BOOMERANG_MISTAKES = {
    "the free space for a frame": ("\t\tif (vp->drv_flags & IS_BOOMERANG)\n\t\t\tiowrite8(PKT_BUF_SZ>>8, ioaddr + TxFreeThreshold); /* Room for a packet. */\n", ""),
    "the frames on the management wires": ("int read_cmd = (0xf6 << 10)", "int read_cmd = (0xf2 << 10)"),
}
# Of the same drivers on EISA: the interrupt of the slot, the identity of the card.
EISA_VORTEX_MISTAKES = {
    "the interrupt of the slot": ("ioread16(ioaddr + 0xC88) >> 12", "ioread16(ioaddr + 0xC88) >> 13"),
    "the name of the card": ('{ "TCM5970", CH_3C597 }', '{ "TCM5971", CH_3C597 }'),
}
EISA_EL3_MISTAKES = {
    "the name of the card": ('{ "TCM5092" }', '{ "TCM509F" }'),
}
MASTER = ("--module-param", "options=16")
# The steps that show these mistakes, in addition to those of each trial.
SHORT = ("--step", "frames both ways", "--step", "multicast")
WITH_PHY = ("--step", "cable pulled")  # of a card with management wires
# Each Ethernet card with its driver: further arguments, the source, its mistakes, how many verdicts
# its trial has.
ETHERNET = (("rtl8029", (), "ne2k-pci.c", NE2K_MISTAKES, 23), ("am79c970a", (), "pcnet32.c", PCNET_MISTAKES, 22),
            ("3c595", (), "3c59x.c", VORTEX_MISTAKES, 22), ("3c595", MASTER, "3c59x.c", MASTER_MISTAKES, 22),
            ("3c905b", (), "3c59x.c", LIST_MISTAKES, 22), ("3c905", (), "3c59x.c", BOOMERANG_MISTAKES, 22), ("3c905c", (), "3c59x.c", {}, 22),
            ("3c597", (), "3c59x.c", EISA_VORTEX_MISTAKES, 22),
            ("3c579", (), "3c509.c", EISA_EL3_MISTAKES, 21),
            ("ne2000", (), "ne.c", NE_MISTAKES, 22), ("wd8013", (), "wd.c", WD_MISTAKES, 22),
            ("3c509", (), "3c509.c", EL3_MISTAKES, 21), ("at1500", (), "lance.c", LANCE_MISTAKES, 21))

# Cards that try their driver twice: by the card, by the processor, by a channel of the ISA bus. And
# the one with the usual number of frames.
TWICE = ("am79c970a", "rtl8029", "at1500")
USUAL = "3c595"


def compiled_once(check, optimized=False):
    """`check` with a compiler that compiles equal sources once, and does not optimise unless `optimized`."""
    def run(folder):
        with sources_compiled_once(optimized):
            check(folder)
    return named(check.__name__, run)


def trial_of(folder, right, wrong, packets):
    """The trial of a driver in which one text is another; it has to fail."""
    assert right in SOURCE, f"nicstar.c has changed: {right}"
    (folder / "patched.c").write_text(SOURCE.replace(right, wrong))
    return niclab("driver", "patched.c", "--step", "AAL5 packets both ways", "--packets", packets, "--kernel", KERNEL, cwd=folder, expect=1)


def unmodified(folder):
    done = niclab("driver", "--packets", 50, "--kernel", KERNEL, cwd=folder)
    lines = re.findall(r"^(ok|FAILED)  +([^:]+): (.*)$", unfolded(done.stdout), re.M)
    assert [verdict for verdict, _, _ in lines] == ["ok"] * 9, unfolded(done.stdout)
    assert "30359 writes: 8783 SRAM writes" in unfolded(done.stdout) and "50 + 50 received, 0 wrong" in unfolded(done.stdout)
    summary = (folder / "results/driver/idt77901/summary.txt").read_text()
    assert unfolded(done.stdout).startswith(summary) and "MAC address 00:20:48:00:00:01" in (folder / "results/driver/idt77901/client.log").read_text()
    assert niclab("driver", "--packets", 50, "--kernel", KERNEL, cwd=folder).stdout == done.stdout, "two runs differ"
    assert unfolded(done.stdout).count("receive buffers are mapped as to the device") == 1
    assert re.search(r"^ok +rules of the kernel: none broken$", unfolded(done.stdout), re.M), unfolded(done.stdout)
    assert re.search(r"^known +faults of the unmodified driver: client: receive buffers", unfolded(done.stdout), re.M), unfolded(done.stdout)
    print(unfolded(done.stdout))


def passes(folder, card, more, verdicts, frames, *words):
    """Every part of the trial is passed, and no frame is lost or wrong; what the trial prints."""
    done = niclab("driver", "--card", card, *more, *words, "--kernel", KERNEL, cwd=folder)
    lines = re.findall(r"^(ok|FAILED)  +([^:]+): (.*)$", unfolded(done.stdout), re.M)
    assert [verdict for verdict, _, _ in lines] == ["ok"] * verdicts, unfolded(done.stdout)
    assert re.search(rf"{frames} \+ {frames} sent, (\d+) received, \d+ given up after 16 collisions, 0 wrong", unfolded(done.stdout)), unfolded(done.stdout)
    return unfolded(done.stdout)


def few_frames(folder):
    """With few frames: two runs are equal where the card fetches them, and in the extended run where
    the driver moves frames by itself and where the channel of an ISA bus does.
    """
    for card, more, _, _, verdicts in ETHERNET:
        if (card == TWICE[0]) != EXTENDED:
            few = [passes(folder, card, more, verdicts, 20, "--frames", 20, "--seed", 7) for _ in range(1 + (card in TWICE))]
            assert len(set(few)) == 1, "two runs differ"


def levels_agree(folder):
    """At signal level each access, transaction, frame and counter is that of the transaction level; of
    one card, with few steps, and in the extended run of all cards with all steps.
    """
    for card, more, *_ in ETHERNET if EXTENDED else (entry for entry in ETHERNET if entry[0] == "3c509"):
        names, steps = ("transaction", "signal"), () if EXTENDED else SHORT
        for level in names:
            niclab("driver", "--card", card, *more, *steps, "--frames", 20, "--fidelity", level, "--record", "--out", level, "--kernel", KERNEL, cwd=folder)
        files = sorted(file.name for file in (folder / names[0]).iterdir())
        assert len(files) >= 10 and files == sorted(file.name for file in (folder / names[1]).iterdir()), files
        for file in files:
            assert (folder / names[0] / file).read_bytes() == (folder / names[1] / file).read_bytes(), f"{card}: {file} differs"


def one_board_in_two_modes(folder):
    """An AT/LANTIC by ne.c, and in its shared mode by wd.c; with few frames, as what it shares with
    the cards of those has been tried.
    """
    for card in ("at_lantic", "at_lantic_shared"):
        done = niclab("driver", "--card", card, "--frames", 40, "--kernel", KERNEL, cwd=folder)
        assert re.findall(r"^(ok|FAILED) ", unfolded(done.stdout), re.M) == ["ok"] * 22, unfolded(done.stdout)
        assert re.search(r"40 \+ 40 sent, \d+ received, \d+ given up after 16 collisions, 0 wrong", unfolded(done.stdout)), unfolded(done.stdout)
        assert "08:00:17:00:00:02" in (folder / f"results/driver/{card}/server.log").read_text(), card


def ethernet_mistakes_fail(folder):
    """The first one of each card; the others in the extended run."""
    for card, more, name_of_source, mistakes, _ in ETHERNET:
        source = (KERNEL / name_of_source).read_text()
        for name, (right, wrong) in list(mistakes.items())[1:] if EXTENDED else list(mistakes.items())[:1]:
            assert right in source, f"{name_of_source} has changed: {right}"
            (folder / "patched-ethernet.c").write_text(source.replace(right, wrong))
            steps = SHORT + (WITH_PHY if mistakes in (LIST_MISTAKES, BOOMERANG_MISTAKES) else ())
            done = niclab("driver", "patched-ethernet.c", "--card", card, *more, *steps, "--frames", 10, "--kernel", KERNEL, cwd=folder, expect=1)
            failed = re.findall(r"^FAILED  +([^:]+)", unfolded(done.stdout), re.M)
            print(f"a mistake in {name} fails: {', '.join(failed)}")
            assert failed, name


def module_parameters(folder):
    """They reach the driver: more is said, another transceiver is taken; each address is its card's own."""
    for card, names, octets in (("rtl8029", ["full_duplex=0"], "e0:4c"), ("am79c970a", ["max_interrupt_work=2"], "00:1a"), ("3c595", ["debug=2"], "20:af"),
                                ("ne2000", ["io=0x300", "irq=3", "msg_enable=2"], "00:1b"), ("wd8013", ["msg_enable=2"], "00:c0"),
                                ("3c509", ["debug=2"], "20:af"), ("at1500", ["io=0x300", "lance_debug=2"], "00:f4")):
        parameters = [word for name in names for word in ("--module-param", name)]
        niclab("driver", "--card", card, "--load-only", *parameters, "--kernel", KERNEL, cwd=folder)
        assert f"00:{octets}:00:00:02" in (folder / f"results/driver/{card}/server.log").read_text(), card
    niclab("driver", "--card", "3c595", *SHORT, "--frames", 20, "--mbps", 100, "--module-param", "options=4", "--kernel", KERNEL, cwd=folder)
    assert "Media override to transceiver 4 (100baseTX)" in (folder / "results/driver/3c595/server.log").read_text()
    done = niclab("driver", "--card", "3c595", "--frames", 1, "--mbps", 100, *MASTER, "--kernel", KERNEL, cwd=folder, expect=1)
    assert re.search("0 \\+ 0 of 5 broadcasts each way, .*; the driver sees no link", unfolded(done.stdout)), unfolded(done.stdout)


def only_some_steps(folder):
    """Those that are asked for, and those that each trial needs."""
    done = niclab("driver", "--card", "3c509", "--step", "multicast", "--step", "statistics", "--kernel", KERNEL, cwd=folder)
    steps = re.findall(r"^ok +([^:]+)", unfolded(done.stdout), re.M)
    assert steps[:5] == ["probe", "open", "multicast", "statistics", "unload"] and len(steps) == 7, done.stdout
    assert re.match(r"The driver passed all 7 steps\. 1\d steps were not selected\.\n", done.stdout), done.stdout
    assert re.search(r"^Allocations, mappings and requests of the client's driver: --fail-nth 1 to \d+$", done.stdout, re.M), done.stdout


def steps_not_reached(folder):
    """A trial that ends early lists them, and so does one whose interface cannot be opened."""
    source = (KERNEL / "lance.c").read_text()
    for old, new, reached, missing in (("result = lance_probe1(dev, ioaddr, 0, 0);", "result = -ENODEV;", 2, "open, frames both ways, "),
                                       ("request_irq(dev->irq, lance_interrupt, 0, dev->name, dev)) {", "1) {", 5, "frames both ways, multicast, ")):
        assert old in source, f"lance.c has changed: {old}"
        (folder / "early.c").write_text(source.replace(old, new))
        first = niclab("driver", "early.c", "--card", "at1500", "--kernel", KERNEL, cwd=folder, expect=1).stdout.split("\n\n")[0]
        first = " ".join(first.split())
        found = re.search(r"^The driver failed in \d of (\d) steps?: [^.]*\. (\d+) steps were not reached: (.*)\.$", first)
        assert found and int(found[1]) == reached and found[3].startswith(missing) and found[3].count(",") + 1 == int(found[2]), first


def crashes_name_their_memory(folder):
    """Wherever a driver crashes, the row with the rules of the kernel is there. A use after free names
    the lines of the allocation, the free and the use, in memory of devices, too.
    """
    source = (KERNEL / "pcnet32.c").read_text()
    opened, unloaded = "static int pcnet32_open(struct net_device *dev)\n{\n", "static void __exit pcnet32_cleanup_module(void)\n{\n"
    null = "\t*(volatile int *)8 = 0;\n"
    late = "\tint *late = kmalloc(40, GFP_KERNEL);\n\tkfree(late);\n\tlate[3] = 7;\n"
    skb = "\tstruct sk_buff *late = dev_alloc_skb(60);\n\tvolatile u32 *data = (void *)late->data;\n\tdev_kfree_skb(late);\n\tdata[4] += 1;\n"
    block = r"\d+ octets after the begin of a block of \d+ octets, allocated at crash\.c:{} and freed at crash\.c:"
    for place, text, step, cause in ((opened, null, "open", "the driver has crashed at crash.c:{}: it used a null pointer"),
                                     (unloaded, null, "unload", "the driver has crashed at crash.c:{}: it used a null pointer"),
                                     (opened, late, "open", r"the driver has crashed at crash\.c:{2}: use after free, " + block + "{1}"),
                                     (opened, skb, "rules of the kernel", r"crash\.c:{3}: use after free, 4 octets are read that were freed: " + block + "{2}")):
        assert place in source, "pcnet32.c has changed"
        (folder / "crash.c").write_text(source.replace(place, place + text))
        line = source[:source.index(place) + len(place)].count("\n") + 1
        done = unfolded(niclab("driver", "crash.c", "--card", "am79c970a", "--step", "statistics", "--kernel", KERNEL, cwd=folder, expect=1).stdout)
        wanted = re.sub(r"\{(\d?)\}", lambda found, line=line: str(line + int(found[1] or 0)), cause)
        assert re.search(rf"^FAILED  {step}: .*{wanted}", done, re.M), (wanted, done)
        assert len(re.findall(r"^(?:ok|FAILED) +rules of the kernel: ", done, re.M)) == 1, done
        done = niclab("driver", "--bisect", KERNEL / "pcnet32.c", "crash.c", "--card", "am79c970a", "--step", "statistics", "--kernel", KERNEL, cwd=folder, expect=1)
        assert re.match(rf"The bad version, crash\.c, fails in {step}: .*{wanted}", " ".join(done.stdout.split())), done.stdout


def what_fails_and_what_is_left(folder):
    """--fail-nth list has the line of each number. A step after which something is left fails, whether
    the driver stops or goes on.
    """
    source = (KERNEL / "pcnet32.c").read_text()
    trial = ("--card", "am79c970a", "--step", "multicast", "--kernel", KERNEL)
    listed = unfolded(niclab("driver", *trial, "--fail-nth", "list", cwd=folder).stdout)
    most = int(re.search(r"--fail-nth 1 to (\d+)$", listed, re.M)[1])
    rows = re.findall(r"^  (\d+)(?:, (\d+) \.\.\. (\d+)| to (\d+))? +(pcnet32\.c:\d+) +(\w+)\(\)$", listed, re.M)
    numbers = [number for first, second, later, last, _, _ in rows
               for number in range(int(first), int(later or last or first) + 1, int(second) - int(first) if second else 1)]
    assert sorted(numbers) == list(range(1, most + 1)) and len(rows) < most / 4, listed
    number, place = next((first, place) for first, *_, place, function in rows if function == "pcnet32_init_ring")
    done = unfolded(niclab("driver", *trial, "--fail-nth", number, cwd=folder).stdout)
    assert f"the driver stops after the failed allocation at {place}: ndo_open() returned" in done, done
    assert re.search(r"^ok +unload: 0 packet buffers and 0 blocks not given back$", done, re.M), done
    spare = "\tvoid *spare = kmalloc(8, GFP_KERNEL);\n\tspare ? kfree(spare) : (void)kmalloc(16, GFP_KERNEL);\n"
    for name, old, new, function, failed in (("stops.c", "err_free_irq:\n\tspin_unlock_irqrestore(&lp->lock, flags);\n\tfree_irq(dev->irq, dev);",
                                              "err_free_irq:\n\tspin_unlock_irqrestore(&lp->lock, flags);", "pcnet32_init_ring", "open"),
                                             ("goes_on.c", "\tlp->a = a;\n", "\tlp->a = a;\n" + spare, "pcnet32_probe1", "unload")):
        assert source.count(old) == 1, "pcnet32.c has changed"
        (folder / name).write_text(source.replace(old, new))
        listed = unfolded(niclab("driver", name, *trial, "--fail-nth", "list", cwd=folder).stdout)
        line = source[:source.index(old)].count("\n") + 2
        own = f"{name}:{line}" if failed == "unload" else rf"{name}:\d+"
        number = re.search(rf"^  (\d+)(?:, [\d. ]+| to \d+)? +{own} +{function}\(\)$", listed, re.M)[1]
        done = unfolded(niclab("driver", name, *trial, "--fail-nth", number, cwd=folder, expect=1).stdout)
        assert re.search(rf"^FAILED  {failed}: .*; something is left: see rules of the kernel", done, re.M), done
        assert re.search(r"^FAILED  rules of the kernel: ", done, re.M), done


def no_older_results(folder):
    """A source that is refused leaves neither those of an earlier trial nor an empty folder."""
    (folder / "corrupt.c").write_text("int x = ;\n")
    words = ("--card", "at1500", "--step", "statistics", "--kernel", KERNEL)
    for source in ("corrupt.c", "missing.c", "."):
        niclab("driver", source, *words, "--out", folder / "new/deep", cwd=folder, expect=2)
        assert not (folder / "new").exists(), source
        niclab("driver", *words, "--record", "--out", folder / "older", cwd=folder)
        names = {path.name for path in (folder / "older").iterdir()}
        assert {"summary.txt", "client.log", "steps.csv", "client_card.csv"} < names, names
        (folder / "older/notes").write_text("of the user")
        niclab("driver", source, *words, "--out", folder / "older", cwd=folder, expect=2)
        assert [path.name for path in (folder / "older").iterdir()] == ["notes"], source
        niclab("driver", "--bisect", KERNEL / "lance.c", source, *words, "--out", folder / "new/deep", cwd=folder, expect=2)
        assert not (folder / "new").exists(), source
    niclab("driver", *words, "--record", "--out", folder / "older", cwd=folder)
    niclab("driver", *words, "--out", folder / "older", cwd=folder)
    assert {path.name for path in (folder / "older").iterdir()} == {"notes", "summary.txt", "client.log", "server.log"}


def a_deadlock_of_two_cpus_names_both_lines(folder):
    """A lock that a function has kept."""
    right = "drop_packet:\n\tspin_unlock_irqrestore(&lp->lock, flags);"
    source = (KERNEL / "pcnet32.c").read_text()
    assert right in source, "pcnet32.c has changed"
    (folder / "deadlock.c").write_text(source.replace(right, "drop_packet:\n\tlocal_irq_restore(flags);"))
    done = niclab("driver", "deadlock.c", "--card", "am79c970a", "--frames", 20, "--cpus", 2, "--kernel", KERNEL, cwd=folder, expect=1)
    both = r"CPU (\d) waits for ever at deadlock\.c:\d+ for the lock that CPU (?!\1)\d has taken at deadlock\.c:\d+"
    assert re.search(both, unfolded(done.stdout)), unfolded(done.stdout)


def two_cpus(folder):
    """The seed selects the interleavings. A store without its barrier is found on two CPUs only."""
    (folder / "no_barrier.c").write_text((KERNEL / "pcnet32.c").read_text().replace(
        "\twmb();\t\t\t/* Make sure owner changes after all others are visible */\n\tlp->tx_ring", "\tlp->tx_ring"))

    def trial(*more, expect=0):
        done = niclab("driver", "--card", "am79c970a", "--frames", 60, *more, "--kernel", KERNEL, cwd=folder, expect=expect)
        return unfolded(done.stdout)

    few = ("--cpus", 2, "--step", "frames both ways")
    first = trial(*few)
    assert first == trial(*few) != trial(*few, "--seed", 2), first
    found = trial("--cpus", 2, "no_barrier.c", expect=1)
    assert re.search(r"pcnet32\.c:\d+: the card has used a descriptor without this store", found.replace("no_barrier.c", "pcnet32.c")), found


def a_driver_that_keeps_its_buffers_ends(folder):
    right = "\t\trxp->status = cpu_to_le16(0x8000);"
    source = (KERNEL / "pcnet32.c").read_text()
    assert right in source, "pcnet32.c has changed"
    (folder / "keeps.c").write_text(source.replace(right, ""))
    done = niclab("driver", "keeps.c", "--card", "am79c970a", "--frames", 10, "--kernel", KERNEL, cwd=folder, expect=1)
    assert "it never gives its buffers back" in unfolded(done.stdout), unfolded(done.stdout)


def mistakes_fail(folder):
    for name, (right, wrong, packets) in MISTAKES.items():
        failed = re.findall(r"^FAILED  +([^:]+)", unfolded(trial_of(folder, right, wrong, packets).stdout), re.M)
        print(f"a mistake in {name} fails: {', '.join(failed)}")
        assert failed, name


def causes_are_told(folder):
    for cause, (right, wrong) in SILENT.items():
        done = trial_of(folder, right, wrong, packets=20)
        print(f"{cause}: {unfolded(done.stdout)}{done.stderr}")
        assert cause in unfolded(done.stdout) and "does not have" not in done.stderr, cause


def sources_that_are_none(folder):
    (folder / "none.c").write_text("int x = ;\n")
    (folder / "object.c").write_bytes(b"\x7fELF\0\1")
    (folder / "nicstar.ko").write_text("")
    source = "expected the path of a C source, a nicstar.c or a module of your own"
    for arguments, sentence in (((folder / "none.c",), "does not compile"),
                                (("missing.c",), f"niclab driver missing.c: cannot open it; {source}"),
                                (("object.c",), f"niclab driver object.c: this is a binary file; {source}"),
                                (("nicstar.ko",), f"niclab driver nicstar.ko: not a C source by its name; {source}"),
                                ((".",), f"niclab driver .: this is a folder; {source}"),
                                (("--kernel", folder), "expected a folder with nicstar.c, suni.c and their headers"),
                                (("--kernel", "build/kernel-6.12"), "--kernel build/kernel-6.12: there is no such folder; expected a folder with nicstar.c, suni.c "
                                 "and their headers, as from scripts/fetch_kernel_driver.sh linux-source-6.12"),
                                (("--bisect", "good.c"), "--bisect good.c: 1 source; expected two, the good version and the bad one"),
                                (("--bisect", "a.c", "b.c", "c.c"), "--bisect a.c: 3 sources; expected two, the good version and the bad one"),
                                (("good.c", "--bisect", "a.c", "b.c"), "niclab driver source: not with --bisect; expected one of them"),
                                (("--fail-nth", "lists"), "--fail-nth lists: not an integer; expected an integer from 1 to 1000000, or list"),
                                (("--bisect", "good.c", "bad.c", "--fail-nth", "list"), "--fail-nth list: not with --bisect"),
                                (("--set", "nic.sar.sram_word=1"), "sram_words"),
                                (("--card", "ne1000"),
                                 "--card ne1000: unknown card (did you mean \"ne2000\"?); expected one of idt77901, rtl8029, am79c970a, 3c595, 3c597, 3c905, 3c905b, "
                                 "3c905c, ne2000, wd8013, at_lantic, at_lantic_shared, 3c509, 3c579, at1500, 82540em, 82574l"),
                                (("--card", "ne2000", "--module-param", "i0=0x300"), f"i0: unknown parameter of {KERNEL / 'ne.c'} (did you mean \"io\"?)"),
                                (("--card", "ne2000", "--step", "multicasts"), "--step multicasts: unknown step (did you mean \"multicast\"?); expected one of probe"),
                                (("--frames", "3"), "--frames: not with --card idt77901; expected --packets"),
                                (("--card", "rtl8029", "--packets", "3"), "--packets: not with --card rtl8029; expected --frames"),
                                (("--card", "rtl8029", "--set", "a=1"), "--set a=1: --card rtl8029 has no keys"),
                                (("--card", "3c595", "--module-param", "optoins=16"),
                                 f"optoins: unknown parameter of {KERNEL / '3c59x.c'} (did you mean \"options\"?); expected one of compaq"),
                                (("--card", "82540em", "--module-param", "Speeds=1"), "e1000_main.c (did you mean \"Speed\"?); expected one of AutoNeg"),
                                (("--card", "82574l", "--module-param", "IntModes=1"), "netdev.c (did you mean \"IntMode\"?); expected one of CrcStripping"),
                                (("--card", "3c595", "--module-param", "options=x"), "options=x: wrong type; expected a number of type int"),
                                (("--module-param", "options=1"), f"options: unknown parameter of {KERNEL / 'nicstar.c'}; expected one of mac"),
                                (("--card", "rtl8029", "--mbps", "100"), "--mbps: rtl8029 has one rate; expected --card 3c595"),
                                (("--card", "3c595", "--mbps", "50"), "--mbps 50: out of range; expected 10 or 100"),
                                (("--card", "am79c970a", "--kernel", folder), "expected a folder with pcnet32.c, mii.c and their headers"),
                                (("--card", "rtl8029", "--kernel", folder), "expected a folder with ne2k-pci.c, lib8390.c and their headers")):
        error = niclab("driver", *arguments, *([] if "--kernel" in arguments else ["--kernel", KERNEL]), cwd=folder, expect=2).stderr
        assert sentence in error, error
    assert not (folder / "results/driver").is_file()


def options_are_checked_before_the_compiler_runs(folder):
    """A source that does not compile is never reached."""
    (folder / "none.c").write_text("int x = ;\n")
    (folder / "file").write_text("")
    for arguments, sentence in ((("--step", "cels"), "--step cels: unknown step"),
                                (("--card", "3c905b", "--step", "frames"), "--step frames: unknown step"),
                                (("--load-only", "--step", "open"), "--step open: unknown step"),
                                (("--set", "nic.sar.sram_word=1"), "sram_words"),
                                (("--module-param", "options"), "--module-param options: not an assignment"),
                                (("--card", "3c509", "--module-param", "x=1"), "--module-param x: unknown parameter; expected none, none.c has no parameters"),
                                (("--seed", "-1"), "--seed"), (("--cpus", "3"), "--cpus"), (("--fail-nth", "0"), "--fail-nth"),
                                (("--out", folder / "file"), "file"),
                                (("--bisect", "none.c", "missing.c", "--step", "cels"), "--step cels: unknown step")):
        source = () if "--bisect" in arguments else ("none.c",)
        error = niclab("driver", *source, *arguments, "--kernel", KERNEL, cwd=folder, expect=2).stderr
        assert sentence in error and "none.c:1" not in error and "does not compile" not in error, error


def the_usual_number_of_frames(folder):
    for card, more, _, _, verdicts in ETHERNET:
        if LONG or (card == USUAL and bool(more) == EXTENDED):
            print(passes(folder, card, more, verdicts, 500))


# As a user's driver is compiled; those of the second row only once, the third ones without lines.
AS_A_USER = (the_usual_number_of_frames,) if LONG or EXTENDED else (unmodified, the_usual_number_of_frames)
WITH_LINES = () if LONG or EXTENDED else (two_cpus, a_deadlock_of_two_cpus_names_both_lines, crashes_name_their_memory, what_fails_and_what_is_left)
ONCE = () if LONG else (few_frames, levels_agree, one_board_in_two_modes, ethernet_mistakes_fail) if EXTENDED else (
    mistakes_fail, causes_are_told, few_frames, levels_agree, ethernet_mistakes_fail, module_parameters, only_some_steps, steps_not_reached,
    no_older_results, a_driver_that_keeps_its_buffers_ends, sources_that_are_none, options_are_checked_before_the_compiler_runs)
with tempfile.TemporaryDirectory() as temporary:
    with_lines = [compiled_once(check, optimized=True) for check in WITH_LINES]
    check_all((*AS_A_USER, *with_lines, *map(compiled_once, ONCE)), pathlib.Path(temporary))
