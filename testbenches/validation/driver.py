"""`niclab driver`: Linux's nicstar.c through the trial, a patched one that is wrong, and sources that are none."""
import pathlib
import re
import tempfile

from common import ROOT, check_all, niclab, skip

KERNEL = ROOT / "build/kernel"
if not (KERNEL / "nicstar.c").exists():
    skip("scripts/fetch_kernel_driver.sh could not get the kernel's driver")
SOURCE = (KERNEL / "nicstar.c").read_text()

# A maintainer's mistakes: the wrong word of a descriptor, a status bit never cleared, a driver that stops at probe.
MISTAKES = {
    "the length of a packet": ("scqe.word_3 = cpu_to_le32(skb->len);", "scqe.word_3 = cpu_to_le32(skb->len + 1);"),
    "the head of the RSQ": ("writel(PTR_DIFF(previous, card->rsq.base), card->membase + RSQH);", ""),
    "the probe": ("writel(NS_CFG_SWRST, card->membase + CFG);", "return 5;"),
}
# Mistakes after which a card sends nothing, nothing can be loaded or the driver crashes: the trial says which. With nothing sent,
# Linux' own driver crashes as it is unloaded; what was found before that is told all the same.
SILENT = {
    "TXEN of CFG was never set": ("NS_CFG_RSQAFIE | NS_CFG_TXEN |", "NS_CFG_RSQAFIE |"),
    "the transmit schedule has null entries only": ("\tdata = NS_TST_OPCODE_VARIABLE;", "\tdata = NS_TST_OPCODE_NULL;"),
    "AAL5 packets both ways: linux_client: the driver has crashed": (
        "\treturn _ns_send(vcc, skb, true);", "\t*(volatile int *)8 = 0;\n\treturn _ns_send(vcc, skb, true);"),
    "neither it nor the kernel defines ns_no_such": (
        '#include "nicstar.h"', '#include "nicstar.h"\nextern int ns_no_such(void);\nint (*ns_kept)(void) = ns_no_such;'),
}


def trial_of(folder, right, wrong, packets):
    """The trial of a driver in which one text is another; it has to fail."""
    assert right in SOURCE, f"nicstar.c has changed: {right}"
    (folder / "patched.c").write_text(SOURCE.replace(right, wrong))
    return niclab("driver", "patched.c", "--packets", packets, "--kernel", KERNEL, cwd=folder, expect=1)


def unmodified(folder):
    done = niclab("driver", "--packets", 50, "--kernel", KERNEL, cwd=folder)
    lines = re.findall(r"^(ok|FAILED)  +([^:]+): (.*)$", done.stdout, re.M)
    assert [verdict for verdict, _, _ in lines] == ["ok"] * 7, done.stdout
    assert "30359 writes: 8783 SRAM writes" in done.stdout and "50 + 50 received, 0 wrong" in done.stdout
    summary = (folder / "results/driver/summary.txt").read_text()
    assert done.stdout.startswith(summary) and "MAC address 00:20:48:00:00:01" in (folder / "results/driver/client.log").read_text()
    assert niclab("driver", "--packets", 50, "--kernel", KERNEL, cwd=folder).stdout == done.stdout, "two runs differ"
    print(done.stdout)


def mistakes_fail(folder):
    for name, (right, wrong) in MISTAKES.items():
        failed = re.findall(r"^FAILED  +([^:]+)", trial_of(folder, right, wrong, packets=700).stdout, re.M)
        print(f"a mistake in {name} fails: {', '.join(failed)}")
        assert failed, name


def causes_are_told(folder):
    for cause, (right, wrong) in SILENT.items():
        done = trial_of(folder, right, wrong, packets=20)
        print(f"{cause}: {done.stdout}{done.stderr}")
        assert cause in done.stdout and "does not have" not in done.stderr, cause


def sources_that_are_none(folder):
    (folder / "none.c").write_text("int x = ;\n")
    for arguments, sentence in (((folder / "none.c",), "the compiler does not take it"),
                                (("missing.c",), "'missing.c' found, the path of a nicstar.c wanted"),
                                (("--kernel", folder), "a folder with suni.c and nicstar.h wanted"),
                                (("--set", "nic.sar.sram_word=1"), "sram_words")):
        error = niclab("driver", *arguments, *([] if "--kernel" in arguments else ["--kernel", KERNEL]), cwd=folder, expect=2).stderr
        assert sentence in error, error
    assert not (folder / "results/driver").is_file()


with tempfile.TemporaryDirectory() as temporary:
    check_all((unmodified, mistakes_fail, causes_are_told, sources_that_are_none), pathlib.Path(temporary))
