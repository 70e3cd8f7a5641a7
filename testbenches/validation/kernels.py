"""Linux' drivers of several kernels: each passes its trial, or is not in that kernel, as the page
says. Names that only other drivers use, missing names, entry points of modules, own modules, and
the comparison of two versions.

    kernels.py PROGRAM           each driver of each kernel on one card, with few frames, and only
                                 the steps that move them
    kernels.py PROGRAM --long    every card, with 500 frames or 200 packets, all steps
"""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

import driver_kernels as kernels
from common import NICLAB, ROOT, check_all, named, niclab, skip
from driver_trials import sources_compiled_once, unfolded

PAGE = kernels.cells((ROOT / "docs/howto/drivers.md").read_text())
LONG = "--long" in sys.argv
# The first card of each driver; the others differ in their bus.
FIRST = {driver: card for card, driver in reversed(kernels.CARDS.items())}.values()


def matrix_of(kernel):
    """The trials of one kernel. How many frames: enough for a collision, which a trial requires."""
    def run(_folder):
        for card in kernels.CARDS if LONG else FIRST:
            options = [] if LONG else kernels.traffic_steps(card)
            result = kernels.trial(NICLAB, card, kernel, (200 if card == "idt77901" else 500) if LONG else 20, *options)
            print(f"{kernels.version(kernel)} {card}: {result}")
            assert result == PAGE[card, kernel], f"{card} with Linux {kernel}: {result}; the page has {PAGE[card, kernel]}"
    return named(f"drivers_of_{kernel}", run)


def load(folder, text, card="rtl8029", expect=0):
    """A module of this text, loaded and unloaded."""
    (folder / "module.c").write_text(text)
    return niclab("driver", "module.c", "--card", card, "--load-only", "--kernel", ROOT / kernels.KERNELS["6.1"], cwd=folder, expect=expect)


MODULE = "#include <linux/module.h>\n#include <linux/netdevice.h>\n#include <linux/etherdevice.h>\n"
STARTED = "static int start(void) {{ {} return 0; }}\nmodule_init(start);\n"


def missing_names_are_listed(folder):
    """Each once, with the place of the first use."""
    uses = 'int a = pci_find_capability(0, 1); a += dev_uc_add(0, 0); a += pci_find_capability(0, 2);'
    error = load(folder, MODULE + STARTED.format(uses), expect=2).stderr
    sentence = re.sub(r"\s+", " ", error)
    assert "module.c:4: the simulated kernel does not have pci_find_capability, nor dev_uc_add; expected names that its headers declare." in sentence, error
    assert "docs/howto/kernel_names.md" in sentence and (ROOT / "docs/howto/kernel_names.md").exists()
    for text, name in (("#include <linux/no_such.h>\n", "linux/no_such.h"), ("no_such_driver(x);\n", "no_such_driver"),
                       ("int f(struct net_device* d) { return d->no_such; }\n", "no_such of struct net_device"),
                       ("struct no_such_type;\nint f(struct no_such_type* t) { return t->x; }\n", "struct no_such_type"),
                       ("no_such_t f(void);\n", "no_such_t"), ("int f(void) { return NO_SUCH; }\n", "NO_SUCH")):
        error = load(folder, MODULE + text + STARTED.format(""), expect=2).stderr
        assert name in re.sub(r"\s+", " ", error).split("does not have ")[1].split(";")[0], error
    error = load(folder, MODULE + "int x = ;\n", expect=2).stderr
    assert "module.c: does not compile" in error and "does not have" not in error, error


def older_and_newer_names(folder):
    """Names that no driver of the cards uses: they compile and work."""
    text = MODULE + """#include <linux/pci.h>
#include <linux/slab.h>
struct pair { int a, b; };
static int start(void)
{
    struct pair *zero = kzalloc_obj(struct pair), *some = kmalloc_objs(*zero, 3, GFP_ATOMIC);
    char name[4];
    u8 address[6] = {1, 2, 3, 4, 5, 6};
    size_t length = strlcpy(name, "niclab", sizeof(name));

    eth_zero_addr(address);
    pr_info("sum %d, length %zu of '%s', address %pM, interrupt %d, device %p, version %d\\n", zero->a + zero->b, length, name, address,
            in_interrupt(), __dev_get_by_name(&init_net, "eth0"), LINUX_VERSION_CODE >= KERNEL_VERSION(6, 1, 0) && LINUX_VERSION_CODE < KERNEL_VERSION(6, 2, 0));
    pr_info("error %ld %d\\n", PTR_ERR(ERR_PTR(-ENOMEM)), IS_ERR(ERR_PTR(-ENOMEM)));
    kfree(zero);
    kfree(some);
    return 0;
}
module_init(start);
"""
    done = load(folder, text)
    assert "sum 0, length 6 of 'nic', address 00:00:00:00:00:00, interrupt 0, device 0000000000000000, version 1" in unfolded(done.stdout), done.stdout
    assert "error -12 1" in done.stdout, done.stdout


def entry_points(folder):
    """Each source has its own: the library's come first and last. Old ones have fixed names."""
    old = MODULE + """int init_module(void) { pr_info("old begins\\n"); return 0; }
void cleanup_module(void) { pr_info("old ends\\n"); }
"""
    for card in ("rtl8029", "82540em"):  # The driver of the second has a folder.
        done = load(folder, old, card)
        assert re.search(r"old begins\n.*old ends\n", done.stdout), done.stdout
    done = load(folder, MODULE + STARTED.format("return -19;"), expect=1)
    assert "module_init() returned -19" in unfolded(done.stdout), done.stdout
    both = MODULE + STARTED.format('pr_info("driver begins\\n");') + 'static void end(void) { pr_info("driver ends\\n"); }\nmodule_exit(end);\n'
    library = MODULE + 'int init_module(void) { pr_info("library begins\\n"); return 0; }\nvoid cleanup_module(void) { pr_info("library ends\\n"); }\n'
    kernel = folder / "kernel"
    kernel.mkdir()
    for name, text in (("ne2k-pci.c", both), ("8390.c", library), ("lib8390.c", "")):
        (kernel / name).write_text(text)
    done = niclab("driver", "--card", "rtl8029", "--load-only", "--kernel", kernel, cwd=folder)
    order = re.findall(r"(library|driver) (begins|ends)", done.stdout)
    assert order == [("library", "begins"), ("driver", "begins"), ("driver", "ends"), ("library", "ends")], done.stdout
    (kernel / "ne2k-pci.c").write_text(MODULE)
    (kernel / "8390.c").write_text(MODULE)
    done = niclab("driver", "--card", "rtl8029", "--load-only", "--kernel", kernel, cwd=folder, expect=1)
    assert "the driver has no module_init(); expected module_init(), module_pci_driver() or init_module()" in unfolded(done.stdout), done.stdout


def tables_of_other_cards(folder):
    """A module for another card fails with both cards in one sentence, and so does a driver. The
    entries on the page are those of the cards.
    """
    table = "static const struct pci_device_id cards[] = {{{{PCI_DEVICE({}, {})}}, {{0}}}};\n"
    module = MODULE + "#include <linux/pci.h>\n" + table + """static int probe(struct pci_dev *card, const struct pci_device_id *id) {{ return 0; }}
static void end(struct pci_dev *card) {{ }}
static struct pci_driver driver = {{ .name = "driver", .id_table = cards, .probe = probe, .remove = end }};
module_pci_driver(driver);
"""
    listed = re.findall(r"^\| `(\w+)` \| `PCI_DEVICE\((\w+), (\w+)\)` \|", (ROOT / "docs/howto/register_modules.md").read_text(), re.M)
    assert len(listed) == 9, listed
    for card, *numbers in listed:
        load(folder, module.format(*numbers), card)
    load(folder, module.format("0x10EC", "PCI_ANY_ID"))
    other = "the module matches no card: its PCI table has 10ed:8029; expected "
    for card, expected in (("rtl8029", "an entry for the card of this machine, 10ec:8029,"), ("ne2000", "a driver of the card of this machine, which is on ISA"),
                           ("3c597", "a driver of the card of this machine, which is on EISA")):
        done = load(folder, module.format("0x10ED", "0x8029"), card, expect=1)
        assert other + expected in unfolded(done.stdout), done.stdout
    kernel = ROOT / kernels.KERNELS["6.1"]
    done = niclab("driver", kernel / "3c59x.c", "--card", "am79c970a", "--kernel", kernel, cwd=folder, expect=1)
    assert re.search(r"^FAILED  probe: .*the module matches no card: its PCI table has 10b7:5900, .* and \d+ more; "
                     r"expected an entry for the card of this machine, 1022:2000,", unfolded(done.stdout), re.M), done.stdout
    eisa = changed(folder, "3c59x.c", '{ "TCM5970",', '{ "TCM5971",', "3c59x.c")
    done = niclab("driver", eisa, "--card", "3c597", "--kernel", kernel, cwd=folder, expect=1)
    assert re.search(r"its PCI table has .* and \d+ more; its EISA table has TCM5920, TCM5971; "
                     r"expected an entry for the card of this machine, TCM5970", unfolded(done.stdout)), done.stdout


def children(process):
    try:
        return [child for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir() for child in (task / "children").read_text().split()]
    except OSError:
        return []


def compiled_to(process):
    """The module that a trial compiles; waits for its compiler."""
    while process.poll() is None:
        for child in children(process):
            try:
                words = pathlib.Path(f"/proc/{child}/cmdline").read_bytes().decode().split("\0")
            except OSError:  # It has ended.
                continue
            modules = [word for word in words if word.endswith(".so")]
            if modules and "build_driver.sh" in " ".join(words):
                return pathlib.Path(modules[0])
    raise AssertionError(f"no compiler was started; exit code {process.returncode}")


def an_interrupted_trial_leaves_nothing(folder):
    """Neither while it compiles nor while it runs: no process, no temporary folder, no results. One
    sentence says so.
    """
    kernel = ROOT / kernels.KERNELS["6.1"]
    for number, in_trial in ((signal.SIGINT, False), (signal.SIGINT, True), (signal.SIGTERM, True)):
        words = [NICLAB, "driver", "--card", "at1500", "--frames", "100000", "--kernel", kernel]
        process = subprocess.Popen(words, cwd=folder, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        module = compiled_to(process)
        while in_trial and children(process):
            time.sleep(0.05)
        os.killpg(process.pid, number)
        output = process.communicate(timeout=60)[0]
        assert process.returncode == 130, f"{number} {in_trial}: exit code {process.returncode}; expected 130\n{output}"
        assert not module.parent.exists(), f"{module.parent} is left"
        early = r"The trial ended early, after \d steps?\. \d+ steps were not reached: "
        assert re.search(early if in_trial else "niclab driver: interrupted while the driver was compiled; there was no trial", output), output
    versions = [NICLAB, "driver", "--card", "at1500", "--frames", "100000", "--kernel", kernel, "--bisect", kernel / "lance.c", kernel / "lance.c"]
    process = subprocess.Popen(versions, cwd=folder, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    while len(trials := children(process)) < 2:
        assert process.poll() is None, process.communicate()[0]
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    output = process.communicate(timeout=60)[0]
    assert process.returncode == 130 and "niclab driver: interrupted; the versions are not compared" in output, output
    assert not any(pathlib.Path(f"/proc/{trial}").exists() for trial in trials), f"one of the processes {trials} is left"


def changed(folder, name, right, wrong, source="lance.c"):
    text = (ROOT / kernels.KERNELS["6.1"] / source).read_text()
    assert right in text, f"{source} has changed: {right}"
    (folder / name).write_text(text.replace(right, wrong))
    return name


def two_versions(folder):
    """Equal ones, one that differs in a register, one in a time, and one that loses frames."""
    good = changed(folder, "good.c", "", "")
    bisect = ("driver", "--card", "at1500", "--frames", 20, "--kernel", ROOT / kernels.KERNELS["6.1"], "--bisect", good)
    done = niclab(*bisect, good, cwd=folder)
    assert done.stdout.startswith("Both versions do the same at the same times."), done.stdout
    done = niclab(*bisect, changed(folder, "bad.c", "outw(0x7940, dev->base_addr + LANCE_DATA);", "outw(0x7948, dev->base_addr + LANCE_DATA);"),
                  cwd=folder, expect=1)
    text = re.sub(r"\s+", " ", done.stdout)
    assert re.search(r"(^|passes\. )The first difference is number \d+ of the transactions of the (client|server)'s CPU: "
                    r"good write, address 310, octets 2, value 7940 at [\d.]+ us, in step open, by \S+ "
                    r"bad write, address 310, octets 2, value 7948 at [\d.]+ us, in step open, by \S+ ", text), text
    done = niclab(*bisect, changed(folder, "late.c", "outw(0x0048, ioaddr+LANCE_DATA);", "udelay(3); outw(0x0048, ioaddr+LANCE_DATA);"), cwd=folder, expect=1)
    assert "at other times" in done.stdout or "first difference" in done.stdout, done.stdout
    done = niclab(*bisect, changed(folder, "lost.c", "dev->stats.rx_packets++;", ""), cwd=folder, expect=1)
    assert re.search(r"server rx_packets\n +good +[1-9]\d*\n +bad +0\n", done.stdout), done.stdout
    assert (folder / "results/driver/bisect/good/client_cpu.csv").read_text().startswith("step,time_us,operation,address,octets,value,line\nprobe,")
    begin = "static void __exit lance_cleanup_module(void)\n{\n"
    done = niclab(*bisect, changed(folder, "crash.c", begin, begin + "\t*(volatile int *)8 = 0;\n"), cwd=folder, expect=1)
    first, second, *_ = (" ".join(part.split()) for part in done.stdout.split("\n\n"))
    line = (folder / "crash.c").read_text().split(begin)[0].count("\n") + 3
    assert re.match(rf"The bad version, crash\.c, fails in unload: \S+: the driver has crashed at crash\.c:[{line}?]+: it used a null pointer\. "
                    r"The good version, good\.c, passes\.$", first), done.stdout
    assert second.startswith("The first difference is number "), done.stdout
    assert "\n  unload: it passes in the good version, and fails in the bad one.\n    good  0 packet buffers" in done.stdout, done.stdout
    assert 'yes,"' not in done.stdout and "Statistics that differ" not in done.stdout, done.stdout
    done = niclab(*bisect, changed(folder, "left.c", "free_irq(dev->irq, dev);", ""), cwd=folder, expect=1)
    assert re.match(r"The bad version, left\.c, fails in [^.]*rules of the kernel: client: left\.c:[\d?]+: ", " ".join(done.stdout.split())), done.stdout
    error = niclab(*bisect, "none.c", cwd=folder, expect=2).stderr
    assert "none.c: cannot open it" in error, error


def signed_ring_indices(folder):
    """The case study: 256 frames before their overflow, the indices of lance.c stop its queue until
    the watchdog expires. Compared by their difference, they do not.
    """
    begin = "lp->cur_rx = lp->cur_tx = 0;\n\tlp->dirty_rx = lp->dirty_tx = 0;"
    late = "lp->cur_rx = lp->cur_tx = 0x7fffff00;\n\tlp->dirty_rx = lp->dirty_tx = 0x7fffff00;"
    trial = ("driver", "--card", "at1500", "--frames", 300, "--kernel", ROOT / kernels.KERNELS["6.1"])
    done = niclab(*trial, changed(folder, "overflow.c", begin, late), cwd=folder, expect=1)
    stopped = r"^FAILED  rules of the kernel: .* stays stopped while the card is idle: the transmit watchdog expires"
    assert re.search(stopped, unfolded(done.stdout), re.M), unfolded(done.stdout)
    text = (folder / "overflow.c").read_text()
    for signed, right in (("while (dirty_tx < lp->cur_tx)", "while (dirty_tx != lp->cur_tx)"),
                          ("dirty_tx > lp->cur_tx - TX_RING_SIZE + 2)", "(int)((unsigned)lp->cur_tx - dirty_tx) < TX_RING_SIZE - 2)")):
        assert signed in text, f"lance.c has changed: {signed}"
        text = text.replace(signed, right)
    (folder / "mended.c").write_text(text)
    print(unfolded(niclab(*trial, "mended.c", cwd=folder).stdout))


there = [kernel for kernel in kernels.KERNELS if kernels.fetched(kernel)]
if "6.1" not in there:
    skip("scripts/fetch_kernel_driver.sh could not get the kernel's drivers")
print(f"kernels: {', '.join(map(kernels.version, there))}; not fetched: {', '.join(set(kernels.KERNELS) - set(there)) or 'none'}")
OTHERS = () if LONG else (missing_names_are_listed, older_and_newer_names, entry_points, tables_of_other_cards,
                           an_interrupted_trial_leaves_nothing, two_versions, signed_ring_indices)
with tempfile.TemporaryDirectory() as temporary:
    folder = pathlib.Path(temporary)
    with sources_compiled_once():
        check_all((*map(matrix_of, there), *OTHERS), folder)
