"""What the bench can be asked to show, in a real browser: the paper's window, hosts apart, a
reader's files, long links, lessons, flows.
"""
import json
import pathlib
import shlex
import tempfile

from common import ROOT, check_all, named, niclab
from lab_browser import READY, bench_in_browser, check_quiet
from lab_client import Lab
from niclab.intervals import short
from niclab.pages import lab_link

CARDS_STAGES = ("pci_access_tx", "sar_segmentation", "phy_in_to_phy_out", "sar_reassembly", "pci_access_rx")


def check_from_bus_to_bus(page):
    """The paper's window: its mean is that of the five stages of the cards, and the packet's spans
    in it sum to its own.
    """
    page.open("#echo")
    page.page.keyboard.press("b")
    page.until("location.hash.includes('window=bus')")
    with tempfile.TemporaryDirectory() as folder:
        niclab("run", "echo", "--out", folder, "--quiet")
        results = json.loads((pathlib.Path(folder) / "results.json").read_text())
    stages = sum(s["avg"] for s in results["stages"] if s["direction"] == "client_to_server" and s["name"] in CARDS_STAGES)
    assert f"{short(stages)} µs from bus to bus" in page.text("#headline"), (stages, page.text("#headline"))
    page.page.keyboard.press("g")
    page.page.focus("#knob-nic-sar-tx_fifo_cells")
    page.page.keyboard.press("Home")
    page.until("document.querySelector('#headline').textContent.includes('µs from bus to bus')")
    assert "bus to bus" in page.text("#now"), page.text("#now")


def check_what_is_ahead_by_kind(page):
    """Behind null cells alone an idle card's packet waits; a stream's waits for cells of packets
    before it.
    """
    page.open("#echo&sel=a.transmit_fifo")
    assert "Ahead of it: 8 null cells." in page.text("#why"), page.text("#why")
    cells = page.run("[...document.querySelectorAll('#drawing [data-place=\"a.transmit_fifo\"] .cell')].map((c) => c.getAttribute('class')).join()")
    assert cells == ",".join(["cell packet", *["cell ahead filler"] * 8]), cells


def check_hosts_apart_and_together(page):
    page.open("#echo")
    page.page.click(".knob[data-keys='nic.sar.tx_fifo_cells'] .apart")
    page.page.focus("#knob-client-nic-sar-tx_fifo_cells")
    page.page.keyboard.press("Home")
    page.until("location.hash.startsWith('#echo&client.nic.sar.tx_fifo_cells=1')")
    page.until("document.querySelector('#headline').textContent.includes('on average')")
    assert page.run("document.querySelectorAll('.knob[data-keys=\"server.nic.sar.tx_fifo_cells\"]').length") == 1
    page.page.click(".knob[data-keys='client.nic.sar.tx_fifo_cells'] .both")
    page.until("location.hash.startsWith('#echo&nic.sar.tx_fifo_cells=1&')")
    page.until("document.querySelectorAll('.knob[data-keys=\"nic.sar.tx_fifo_cells\"]').length === 1")


def check_a_key_is_kept_at_hand(page):
    page.open("#echo")
    page.page.fill("#search", "rx_fifo_cells")
    page.page.click("#found .pin >> nth=0")
    page.page.fill("#search", "")
    assert "pin=nic.sar.rx_fifo_cells" in page.page.url and page.run("document.querySelector('#knob-nic-sar-rx_fifo_cells') !== null"), page.page.url


def check_a_file_of_the_readers(page):
    """An experiment from the gallery, and a list of sizes at its knob."""
    folder = pathlib.Path(page.lab.folder)
    (folder / "given").mkdir(exist_ok=True)
    (folder / "given/mine.toml").write_text((ROOT / "testbenches/experiments/transmit.toml").read_text())
    (folder / "given/sizes.txt").write_text("40\n")
    page.open("")
    with page.page.expect_file_chooser() as chooser:
        page.page.click("[data-do=add]")
    chooser.value.set_files(folder / "given/mine.toml")
    page.until("location.hash === '#mine'")
    page.until(READY)
    page.page.fill("#search", "size_list")
    with page.page.expect_file_chooser() as chooser:
        page.page.select_option("#found select", "upload:")
    chooser.value.set_files(folder / "given/sizes.txt")
    page.until("location.hash.includes('workload.size_list=upload:')")
    page.until("document.querySelector('#about').textContent.includes(' 40 octets')")
    assert page.text("#found .knob").count("sizes.txt") == 1, page.text("#found")


def check_a_long_link_is_a_digest(page):
    long = "#echo&" + "&".join(f"{host}.nic.name={'x' * 2200}" for host in ("client", "server"))
    page.address(f"{long}")
    page.until("location.hash.startsWith('#echo&kept=')")
    assert "too long for a link" in page.text("#long") and len(page.page.url) < 100
    address = page.page.url
    page.page.goto("about:blank")
    page.page.goto(address)
    page.until("document.querySelectorAll('.knob.changed').length > 0")
    assert page.page.url == address and page.run("!document.querySelector('#long').hidden")
    page.address("#echo&kept=0")
    page.until("document.querySelector('#error').textContent.includes('unknown digest in this link')")
    page.complaints[:] = [said for said in page.complaints if "404" not in said]  # the browser's own word for the answer


def check_a_lesson_hides_its_answers(page):
    page.open("")
    page.page.click("a.card[href='#study_null_cells&lesson=1']")
    page.until("document.querySelector('#about').textContent.includes('what you predict')")
    assert page.run("document.querySelector('#drawing').children.length") == 0, "nothing is shown before it was predicted"
    page.page.click("#run")
    page.until(READY)
    assert page.run("document.querySelectorAll('#drawing .arrow-text').length") == 0, "an arrow would answer"
    assert page.text("#headline") == "What does a null cell cost?" and "Predict" in page.text("#sheet"), page.text("#headline")
    assert "fills every unused cell slot" not in page.text("#why") and "niclab lesson check 1" in page.text("#sheet")
    page.page.goto(f"{page.lab.base}/#study_null_cells")
    page.until("document.querySelectorAll('#drawing .arrow-text').length > 0")
    page.until("document.querySelector('#sheet').textContent === ''")
    assert "null cells" in page.text("#headline") and "fills every unused cell slot" in page.text("#why")


def answer_of(page, name):
    return " ".join(json.loads((pathlib.Path(page.lab.folder) / name / "results.json").read_text())["answer"][:1])


def check_the_coarse_level(page):
    page.open("#pair")
    assert niclab("run", "pair", "--quiet", "--out", pathlib.Path(page.lab.folder) / "pair") and page.text("#headline") == answer_of(page, "pair")
    flow = json.loads((pathlib.Path(page.lab.folder) / "pair/results.json").read_text())["network"]["flows"][0]
    boxes = page.run("[...document.querySelectorAll('#drawing .uses li')].map((b) => [...b.querySelectorAll('b, .who, .much')].map((t) => t.textContent))")
    assert [title for title, _, _ in boxes] == ["CPU", "card", "line", "card", "CPU"] and [boxes[0][1], boxes[4][1]] == [flow["from"], flow["to"]], boxes
    line = max(use["share"] for use in flow["uses"] if use["of"] == "line")
    assert boxes[2][2] in (f"{100 * line:.0f} %", f"{100 * line:.1f} %"), (boxes, line)
    assert page.text("#drawing .uses .hot b").lower() == flow["limit"]["kind"], (page.text("#drawing .uses .hot"), flow["limit"])


def check_a_window_is_turned(page):
    """The first knobs of a transfer are its own; what was turned, and what it did, is said first."""
    page.open("#wan")
    before = page.run("document.querySelector('#drawing h3 b').textContent")
    page.page.fill("#knob-flow-flow0-socket_buffer-number", "32768")
    page.page.keyboard.press("Enter")
    page.until("document.querySelector('#headline').textContent.includes('→')")
    now = page.run("document.querySelector('#drawing h3 b').textContent")
    said = page.text("#headline")
    assert said.startswith(f"{before} → {now}") and "flow.flow0.socket_buffer = 32768" in said and "of 32768 octets " in said, said
    assert before in page.text("#now") and now in page.text("#now") and "65535 → 32768" in page.text("#now"), page.text("#now")
    page.page.fill("#knob-flow-flow0-socket_buffer-number", "0")
    page.page.keyboard.press("Enter")
    page.until("document.querySelector('#headline').textContent.startsWith('Not run')")
    assert ", refused." in page.text("#headline"), page.text("#headline")
    page.open("#borriss")
    page.page.select_option("#knob-host-sender-profile", "sparc5")
    page.until("document.querySelector('#headline').textContent.startsWith('Not run')")
    assert ", refused." in page.text("#headline") and "solaris25" in page.text("#error"), (page.text("#headline"), page.text("#error"))
    page.open("#wan&flow.flow0.socket_buffer=131072")
    assert "65535 octets (the maximum without tcp.window_scale)" in page.text("#headline"), page.text("#headline")


def check_a_command_opens_a_state(page):
    """As pages of compare and sweep say it; what is no link is refused."""
    settings = ["nic.sar.tx_fifo_cells=1", 'line.rate="622.08 Mb/s"', "workload.sizes=[1, 40]"]
    said = shlex.split(lab_link.command("busy_bus", settings, ["a.b=c&d"]))[-1]
    back = page.run(f"import('/static/link.js').then(({{state, link}}) => [state({json.dumps(said)}), link(state({json.dumps(said)}))])")
    assert back[0]["set"] == {"nic.sar.tx_fifo_cells": "1", "line.rate": "622.08 Mb/s", "workload.sizes": "[1, 40]"} and back[0]["ghost"] == {"a.b": "c&d"}, back
    assert back[1] == said, back
    with tempfile.TemporaryDirectory() as folder, Lab(folder, "#echo&step=2") as lab:
        assert lab.raw("GET", lab.ticket)[1]["location"] == "/#echo&step=2"
    refused = niclab("lab", "--no-browser", "https://elsewhere.example", expect=2)
    assert "a link such as '#echo" in refused.stderr, refused.stderr


def main():
    checks = (check_from_bus_to_bus, check_what_is_ahead_by_kind, check_hosts_apart_and_together, check_a_key_is_kept_at_hand,
              check_a_file_of_the_readers, check_a_long_link_is_a_digest, check_a_lesson_hides_its_answers, check_the_coarse_level, check_a_window_is_turned,
              check_a_command_opens_a_state)
    with bench_in_browser() as page:
        page.page.goto(page.lab.base + page.lab.ticket)
        check_all([*(named(check.__name__, check, page) for check in checks), named("no complaint, no foreign address", check_quiet, page)])


main()
