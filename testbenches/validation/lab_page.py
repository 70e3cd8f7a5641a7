"""The bench in a real browser: two widths, light and dark, keyboard only, links, kinds of cards.

`--long`: every card, and nothing else.
"""
import contextlib
import http.server
import json
import pathlib
import re
import sys
import tempfile
import threading
import time

from common import check_all, listed, named, niclab
from lab_browser import READY, bench_in_browser, check_quiet
from lab_client import Elsewhere
from lab_scripts import CONTRASTS, HOSTILE, ROUND_TRIPS
from niclab.intervals import short
from niclab.pages import lab_link

# A card of each kind and of each bus, the SAR in host memory too.
DRAWN = ("idt77901", "pca200e_like", "pio_fifo", "hostmem_sar", "rtl8029", "ne2000", "3c597", "at1500")
LONG, LONG_KEYS = "borriss", {"run.duration": "10000 s"}  # a run for a test to cancel
SECONDS_FIRST_PAGE, SECONDS_A_KNOB = 1.0, 2.0


def check_gallery_opens_quickly(page):
    begin = time.monotonic()
    page.page.goto(page.lab.base + page.lab.ticket)
    page.until("document.querySelectorAll('.card').length > 5")
    took = time.monotonic() - begin
    print(f"first page after {took:.2f} s, {SECONDS_FIRST_PAGE} wanted")
    assert "secret" not in page.page.url and page.page.url == page.lab.base + "/", page.page.url
    first = page.text(".cards .card")
    assert first.startswith("echo") and "?" in first, first
    page.page.click(".card >> nth=0")
    page.until(READY)


def check_layout(page, state, width, dark):
    """Opened at each first width, then made wider or narrower and darker as a reader does it."""
    if page.shows != state:
        page.open(state, width, dark)
    page.window(width, dark)
    assert page.run("document.documentElement.scrollWidth") <= width, f"wider than {width}"
    outside = page.run(f"""[...document.querySelectorAll('h1,h2,p,button,select,input,section,svg,label')].filter((e) => e.getClientRects().length &&
        e.getBoundingClientRect().right > {width} + 0.5).map((e) => e.outerHTML.slice(0, 90))""")
    assert not outside, outside
    cut = page.run("""[...document.querySelectorAll('svg.machine text')].filter((t) => {
        const r = t.getBoundingClientRect(), s = t.ownerSVGElement.getBoundingClientRect();
        return r.left < s.left - 1 || r.right > s.right + 1 || r.top < s.top - 1 || r.bottom > s.bottom + 1; }).map((t) => t.textContent)""")
    assert not cut, f"cut off: {cut}"
    wide = page.run("""[...document.querySelectorAll('svg.machine .node')].filter((n) => {
        const b = n.querySelector('.box').getBoundingClientRect();
        return [...n.querySelectorAll('text')].some((t) => { const r = t.getBoundingClientRect(); return r.left < b.left - 1 || r.right > b.right + 1; });
        }).map((n) => n.textContent)""")
    assert not wide, f"wider than their boxes: {wide}"
    ground = page.run("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(255, 255, 255)") != dark, ground
    low = [pair for pair in page.run(CONTRASTS) if pair[2] < 4.5]
    assert not low, f"contrast below 4.5: {low}"


def check_the_sentence_says_what_the_results_say(page):
    """The numbers of the run's own finding, whichever packet is drawn."""
    for experiment in ("echo", "transmit"):
        page.open(f"#{experiment}")
        with tempfile.TemporaryDirectory() as folder:
            niclab("run", experiment, "--out", folder, "--quiet")
            results = json.loads((pathlib.Path(folder) / "results.json").read_text())
        finding, sentence = results["findings"][0], page.text("#headline")
        assert f"{short(finding['mean_us'])} µs from driver to driver" in sentence and f"{short(finding['largest_cause_us'])} µs" in sentence, (finding, sentence)
        rules = sum(check["checked"] for check in results["checks"].values())
        assert f"{rules:,}".replace(",", " ") + " rules checked, none broken" in page.text("#about"), page.text("#about")


def check_a_knob_by_keyboard(page):
    page.open("#echo")
    page.page.focus("#knob-nic-sar-tx_fifo_cells")
    begin = time.monotonic()
    page.page.keyboard.press("Home")
    page.until("document.querySelector('#headline').textContent.includes('on average')")
    print(f"a knob's answer after {time.monotonic() - begin:.2f} s, {SECONDS_A_KNOB} wanted")
    assert "#echo&nic.sar.tx_fifo_cells=1" in page.page.url and "ghost=" in page.page.url, page.page.url
    assert "−23." in page.text("#headline") and "was 23.6" in page.run("document.querySelector('#drawing').textContent"), page.text("#headline")
    assert "nic.sar.tx_fifo_cells 9 → 1" in page.text("#now").replace("\n", " "), page.text("#now")
    before = page.text("#headline")
    page.open(page.page.url.removeprefix(page.lab.base + "/"))
    page.until("document.querySelector('#headline').textContent.includes('on average')")
    assert page.text("#headline") == before, "the link shows the same"
    page.page.go_back()


def check_a_slider_answers_while_it_moves(page):
    """Five runs of each setting that is met, while the button is down; all when it is let go, of
    the newest setting.
    """
    page.open("#echo")
    asked = []
    page.page.on("request", lambda r: asked.append(json.loads(r.post_data)) if r.url.endswith("/api/runs") and r.method == "POST" else None)
    box = page.page.locator("#knob-nic-sar-tx_fifo_cells").bounding_box()
    row = box["y"] + box["height"] / 2
    page.page.mouse.move(box["x"] + 0.15 * box["width"], row)
    page.page.mouse.down()
    for k in range(12):
        page.page.mouse.move(box["x"] + (0.15 + 0.05 * k) * box["width"], row)
        page.page.wait_for_timeout(15)
    page.until("document.querySelector('#about').textContent.includes('packet of 5,')")
    page.until("document.querySelector('#headline').textContent.includes('on average')")
    assert 1 <= len(asked) <= 12 and all(body["runs"] == 5 for body in asked), asked
    page.page.mouse.up()
    page.until("document.querySelector('#about').textContent.includes('packet of 15,')")
    assert "runs" not in asked[-1] and f"nic.sar.tx_fifo_cells={asked[-1]['set']['nic.sar.tx_fifo_cells']}" in page.page.url, (asked[-1], page.page.url)
    page.page.go_back()
    page.until("location.hash === '#echo'")


def check_keys(page):
    page.open("#echo")
    steps = page.run("document.querySelectorAll('#drawing .span').length")
    page.page.keyboard.press("End")
    assert f"{steps} of {steps}" in page.text("#say"), page.text("#say")
    page.page.keyboard.press("ArrowLeft")
    assert f"{steps - 1} of {steps}" in page.text("#say")
    page.page.keyboard.press("Escape")
    assert "Walk with the packet" in page.text("#say")
    page.page.keyboard.press("ArrowDown")
    page.page.keyboard.press("ArrowDown")
    page.page.keyboard.press("Enter")
    assert page.text("#why h2").startswith("driver"), page.text("#why h2")
    page.page.keyboard.press("Escape")
    page.page.keyboard.press("d")
    page.until("document.querySelector('#ways [aria-pressed=true]').textContent.startsWith('server')")
    page.page.keyboard.press("/")
    page.page.keyboard.type("transmit fifo")
    assert page.run("document.querySelectorAll('#found .knob').length") > 0, page.text("#found")
    page.page.keyboard.press("Escape")
    page.page.keyboard.press("?")
    assert page.run("document.querySelector('#help').open")
    page.page.keyboard.press("Escape")
    page.page.keyboard.press("g")
    page.until("location.hash.includes('ghost=')")


def check_tab_reaches_everything(page):
    page.open("#echo")
    controls = """[...document.querySelectorAll('a[href], button, select, input, summary, .node[tabindex="0"]')]
        .filter((e) => e.getClientRects().length && !e.disabled)"""
    for element in range(page.run(f"{controls}.length")):
        page.run(f"{controls}[{element}].dataset.tab = {element}")
    reached = set()
    page.run("document.activeElement.blur()")
    for _ in range(page.run(f"{controls}.length") + 12):
        page.page.keyboard.press("Tab")
        reached.add(page.run("document.activeElement?.dataset?.tab ?? ''"))
    missing = page.run(f"{controls}.filter((e) => !{json.dumps(sorted(reached))}.includes(e.dataset.tab)).map((e) => e.outerHTML.slice(0, 80))")
    assert not missing, missing


def check_errors_stand_beside_their_key(page):
    page.address("#echo&nic.sar.tx_fifo_cells=100")
    page.until("!document.querySelector('#error').hidden")
    assert "expected an integer from 1 to 64" in page.text(".knob .wrong"), page.text("#knobs")
    page.page.click(".knob.changed .back")
    page.until(READY)
    page.address("#echo&nonsense=1")
    page.until("document.querySelector('#error').textContent.includes('nonsense: unknown word in the link')")
    page.address("#echo&nonsense=1")
    page.until("document.querySelector('#refused').textContent.includes('nonsense: unknown word in the link') && !document.querySelector('#gallery').hidden")


@contextlib.contextmanager
def others_running(page):
    """As many runs as the bench carries out at a time: the next one waits until they are cancelled."""
    of = json.dumps({"experiment": LONG, "set": LONG_KEYS, "runs": None})
    page.run(f"""import('/static/api.js').then((api) => {{ window.others = {{}};
        for (const seed of [1, 2]) api.run({{...{of}, seed}}, {{told: (s) => {{ others[s.id] = s.state; }}}}); }})""")
    page.until("Object.values(others).filter((state) => state === 'running').length === 2")
    try:
        yield
    finally:
        page.run("import('/static/api.js').then((api) => Promise.all(Object.keys(others).map(api.cancel)))")


def check_what_was_not_run_is_not_told_as_seen(page):
    """A refused value and a cancelled run leave the run before on the page, and say so."""
    page.open("#echo&nic.sar.tx_fifo_cells=2&ghost=")
    number, before = "#knob-nic-sar-tx_fifo_cells-number", page.text("#headline")
    page.page.fill(number, "100")
    page.page.keyboard.press("Enter")
    page.until("document.querySelector('#headline').textContent === 'Not run: nic.sar.tx_fifo_cells 2 → 100, refused.'")
    assert before in page.text("#about").replace("\n", " ") and "9 → 2" in page.text("#now"), (before, page.text("#about"))
    page.page.fill(number, "3")
    page.page.keyboard.press("Enter")
    page.until("document.querySelector('#now').textContent.includes('9 → 3')")
    assert page.run("document.activeElement.id") == number.removeprefix("#"), "the knob that was turned keeps the focus"
    assert page.run("document.querySelector('#error').hidden") and page.text("#headline").startswith("−"), page.text("#headline")
    page.open("#stream&nic.sar.tx_fifo_cells=2")
    with others_running(page):
        page.page.fill(number, "5")
        page.page.keyboard.press("Enter")
        page.until("document.querySelector('#progress span').textContent === 'waits for its turn'")
        page.page.keyboard.press("Escape")
        page.until("document.querySelector('#headline').textContent === 'Not run: nic.sar.tx_fifo_cells 2 → 5, cancelled.'")
    page.page.click("#run")
    page.until("document.querySelector('#headline').textContent.includes('Mb/s of payload')")
    assert re.search(r"The other way [\d.]+ Mb/s\.$", page.text("#headline")), page.text("#headline")


def check_a_mistyped_key_can_be_mended(page):
    page.address("#echo&nic.sar.tx_fifo_cell=1")
    page.until("document.querySelectorAll('#error button').length === 2")
    page.page.click("#error [data-do=use_key]")
    page.until(READY)
    assert page.page.url.endswith("#echo&nic.sar.tx_fifo_cells=1") and page.run("document.querySelector('#error').hidden"), page.page.url


def check_a_key_that_belongs_elsewhere_can_be_written_whole(page):
    """Of a host where it stands alone; of none where no host has it, then it can only go."""
    page.address("#borriss&tcp.nagle=false")
    page.until("document.querySelectorAll('#error button').length === 3")
    page.page.click("#error [data-other='host.receiver.tcp.nagle']")
    page.until("document.querySelector('#error').hidden && document.querySelector('#headline').textContent.includes('Mb/s')")
    assert page.page.url.endswith("#borriss&host.receiver.tcp.nagle=false"), page.page.url
    page.address("#echo&tcp.nagle=false")
    page.until("document.querySelectorAll('#error button').length === 1")
    page.page.click("#error [data-do=drop_key]")
    page.until(READY)
    assert page.page.url.endswith("#echo"), page.page.url


def check_places_of_another_card(page):
    """What only one of two cards has is told, and the rows of two cards add up to their difference."""
    page.open("#study_null_cells&client.card=pca200e_like&server.card=pca200e_like&ghost=")
    assert "less in the transmit FIFO" in page.text("#headline") and "more at the firmware" in page.text("#headline"), page.text("#headline")
    rows = page.run("[...document.querySelectorAll('#now tbody tr')].map((r) => [r.cells[0].textContent, r.cells[3].textContent])")
    names, values = [name for name, _ in rows], [float(text.split(" ")[0].replace("−", "-")) for _, text in rows]
    assert {"firmware, client", "firmware, server", "SAR engine, client"} <= set(names), names
    listed, whole = sum(values[:-2]), values[-2]
    assert abs(listed - whole) < 0.15 * abs(whole), (rows, "what is not listed is small")


def check_cancel(page):
    page.open("#echo")
    page.page.goto(f"{page.lab.base}/#{LONG}&{lab_link.keys([f'{key}={value}' for key, value in LONG_KEYS.items()])}")
    page.until("!document.querySelector('#progress').hidden && document.querySelector('progress').value > 0")
    page.page.keyboard.press("Escape")
    page.until("document.querySelector('#progress').hidden")
    assert "Run" in page.text("#run")


def check_wires(page):
    page.open("#echo")
    page.page.keyboard.press("w")
    page.until("document.querySelector('#drawing').textContent.includes('TxUTOPIA of the client: cells')")
    assert "Drawn: the first packet" in page.text("#about")
    nulls = page.run("[...document.querySelectorAll('#drawing rect.filler')].length")
    assert nulls > 8, nulls
    page.until("!document.querySelector('#pins').hidden && document.querySelector('#pins canvas').height > 200")
    assert page.run("document.querySelectorAll('#pins [data-mark]').length") >= 6 and page.text("#lacks") == "", page.text("#lacks")
    page.page.keyboard.press("d")
    page.until("document.querySelector('#lacks').textContent.includes('the other way')")
    page.page.keyboard.press("d")
    whole = page.run("document.querySelector('#waves').dataset.to - document.querySelector('#waves').dataset.from")
    page.page.keyboard.press("Home")
    page.until(f"document.querySelector('#waves').dataset.to - document.querySelector('#waves').dataset.from < {whole} / 4")
    page.page.keyboard.press("w")
    page.until("document.querySelector('#pins').hidden")


def check_cards_draw(page, cards):
    for card in cards:
        page.open(f"#echo&client.card={card}&server.card={card}")
        assert card in page.run("document.querySelector('#drawing').textContent"), card
        assert page.run("document.querySelectorAll('#drawing .node').length") >= 12, card


def check_a_hostile_page(page):
    """Another origin in the same browser, with the bench's cookie in its jar: it starts nothing,
    reads nothing, cancels nothing.
    """
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    other, asked = page.context.new_page(), []
    page.page.on("request", lambda r: asked.append(r.url))
    try:
        other.goto(f"http://127.0.0.1:{server.server_port}/")
        got = other.evaluate(HOSTILE, page.lab.base)
        assert set(got["found"]) <= {"refused", "opaque"}, got
        assert "niclab" not in got["inside"], got
    finally:
        other.close()
        server.shutdown()


def layouts(page):
    for state in ("", "#echo", "#echo&nic.sar.tx_fifo_cells=1&ghost=", "#echo&wires", "#busy_bus", "#pair", "#study_null_cells&lesson=1", "#two_flows&window=bus"):
        for width in (1280, 400):
            for dark in (False, True):
                yield named(f"layout {state or 'gallery'} {width} {'dark' if dark else 'light'}", check_layout, page, state, width, dark)


def main():
    with bench_in_browser() as page:
        if "--long" in sys.argv:
            page.page.goto(page.lab.base + page.lab.ticket)
            check_all([named("every card", check_cards_draw, page, listed("cards")), named("no complaint", check_quiet, page)])
            return
        alone = (check_the_sentence_says_what_the_results_say, check_a_knob_by_keyboard, check_a_slider_answers_while_it_moves, check_keys,
                 check_tab_reaches_everything, check_errors_stand_beside_their_key, check_what_was_not_run_is_not_told_as_seen,
                 check_a_mistyped_key_can_be_mended, check_a_key_that_belongs_elsewhere_can_be_written_whole, check_places_of_another_card,
                 check_cancel, check_wires)
        links = named("links lead back", lambda: page.run(ROUND_TRIPS) == [] or (_ for _ in ()).throw(AssertionError(page.run(ROUND_TRIPS)[:3])))
        check_all([named("check_gallery_opens_quickly", check_gallery_opens_quickly, page), *layouts(page), links,
                   *(named(check.__name__, check, page) for check in alone), named("cards draw", check_cards_draw, page, DRAWN),
                   named("no complaint, no foreign address", check_quiet, page),
                   named("check_a_hostile_page", check_a_hostile_page, page)])


main()
