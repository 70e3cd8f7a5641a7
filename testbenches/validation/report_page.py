"""The report in a headless browser: no complaint, no request, no overflow at 1280 and 400 pixels in
light and dark. Keys, mouse and buttons pan and zoom its waveform.
"""
import pathlib
import sys
import tempfile

from browser import PROGRAM, Browser
from common import ROOT, check_all, named, niclab, skip
from page_checks import check_layout

if PROGRAM is None:
    skip("chromium is not installed (Debian's package chromium)")

WAVES = "document.getElementById('waves')"
CANVAS = "document.querySelector('#waves canvas')"
SCROLLING = "[...document.querySelectorAll('.scroll')].filter(table => table.scrollWidth > table.clientWidth).map(table => table.ariaLabel)"


def view(browser):
    return [browser.run(f"Number({WAVES}.dataset.{end})") for end in ("from", "to")]


def painted(browser):
    """How many colours the waveform has, and a sum over its pixels."""
    return browser.run(f"""(() => {{
        const c = {CANVAS}, copy = new OffscreenCanvas(c.width, c.height).getContext('2d', {{willReadFrequently: true}}), colours = new Set();
        copy.drawImage(c, 0, 0);
        const d = copy.getImageData(0, 0, c.width, c.height).data;
        let sum = 0;
        for (let i = 0; i < d.length; i += 4) {{
            colours.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]);
            sum = (sum * 31 + d[i] + 3 * d[i + 1] + 7 * d[i + 2]) % 4294967291;
        }}
        return [colours.size, sum];
    }})()""")


def opened(browser, page):
    browser.window(1280, 900)
    browser.open(page)


def nothing_is_complained_of(browser, _):
    """Nor asked for from elsewhere, by all that was done before."""
    assert not browser.complaints() and not browser.requests(), (browser.complaints(), browser.requests())


def check_screen(width, dark, browser, page):
    browser.window(width, 900, dark)
    browser.open(page)
    check_layout(browser, width, dark)
    assert painted(browser)[0] > 4, "the waveform is empty"
    if len(sys.argv) > 2:
        browser.screenshot(pathlib.Path(sys.argv[2]) / f"report_{width}_{'dark' if dark else 'light'}.png", full=True)


def check_keys(browser, page):
    opened(browser, page)
    browser.run(f"{CANVAS}.focus()")
    whole = view(browser)
    for _ in range(3):
        browser.key("+", "+")
    near = view(browser)
    assert abs((near[1] - near[0]) * 8 - (whole[1] - whole[0])) < 20, "three times + is a factor of eight"
    before = painted(browser)
    browser.key("ArrowRight")
    right = view(browser)
    assert abs(right[0] - near[0] - 0.1 * (near[1] - near[0])) < 5 and painted(browser)[1] != before[1], "the arrow pans, and the picture follows"
    browser.key("ArrowLeft", shift=True)
    assert view(browser)[0] < near[0] and abs(view(browser)[1] - view(browser)[0] - right[1] + right[0]) < 3
    browser.key("n", "n")
    cursor = browser.run(f"Number({WAVES}.dataset.cursor)")
    assert abs(sum(view(browser)) / 2 - cursor) < 5 or view(browser)[0] == 0
    browser.key("n", "n")
    assert browser.run(f"Number({WAVES}.dataset.cursor)") > cursor
    browser.key("Home")
    assert view(browser) == whole
    browser.key("Escape")
    assert browser.run(f"{WAVES}.dataset.cursor") == ""
    for _ in range(18):
        browser.key("+", "+")
    assert view(browser)[1] - view(browser)[0] >= 1999, "it zooms no further than there is something to see"
    browser.key("Home")


def check_mouse(browser, page):
    opened(browser, page)
    browser.run(f"{CANVAS}.scrollIntoView()")
    box = browser.run(f"(() => {{ const r = {CANVAS}.getBoundingClientRect(); return [r.left, r.top, r.width]; }})()")
    x, y = box[0] + 0.6 * box[2], box[1] + 80
    whole = view(browser)
    browser.mouse("mousePressed", x, y, button="left", clickCount=1)
    browser.mouse("mouseReleased", x, y, button="left", clickCount=1)
    cursor = browser.run(f"Number({WAVES}.dataset.cursor)")
    assert whole[0] < cursor < whole[1] and "cursor" in browser.run(f"{WAVES}.querySelector('[data-says]').textContent")
    browser.mouse("mouseWheel", x, y, deltaX=0, deltaY=-600)
    near = view(browser)
    assert near[1] - near[0] < 0.5 * (whole[1] - whole[0]) and near[0] < cursor < near[1], "the wheel zooms about the mouse"
    browser.mouse("mousePressed", x, y, button="left", clickCount=1)
    browser.mouse("mouseMoved", x - 100, y, button="left", buttons=1)
    browser.mouse("mouseReleased", x - 100, y, button="left", clickCount=1)
    assert view(browser)[0] > near[0], "dragging pans"
    browser.run("document.querySelector('[data-mark=tx_soc]').click()")
    browser.settle()
    assert "VCI" in browser.run(f"{WAVES}.querySelector('[data-says]').textContent"), "the cell under the cursor is told"
    browser.run("document.querySelector('[data-key=Home]').click()")
    browser.settle()
    assert view(browser) == whole


def check_tabs(browser, page):
    """Everything that can be used is reached by the tabulator."""
    opened(browser, page)
    browser.run("document.activeElement.blur()")
    reached = set()
    for _ in range(60):
        browser.key("Tab")
        reached.add(browser.run("document.activeElement.tagName"))
    assert {"A", "BUTTON", "CANVAS", "DIV", "SUMMARY"} <= reached, reached


def check_print(browser, page):
    """Light and unfolded on paper, whatever the screen is."""
    browser.open(page)
    ink = "getComputedStyle(document.getElementById('waves')).getPropertyValue('--ink')"
    folded = "document.querySelectorAll('details:not([open])').length"
    browser.window(1280, 900, dark=True)
    before, bright = browser.run(folded), browser.run(ink)
    browser.run("dispatchEvent(new Event('beforeprint'))")
    assert browser.run(ink) == "#000" != bright and browser.run(folded) == 0 < before
    browser.run("dispatchEvent(new Event('afterprint'))")
    assert browser.run(ink) == bright and browser.run(folded) == before
    assert len(browser.call("Page.printToPDF")["data"]) > 50_000


def check_other_levels(name, boxes, browser, page):
    """Flows are drawn as on the bench."""
    niclab("run", name, "--quiet", "--out", page.parent / name, "--report", page.parent / f"{name}.html")
    for width in (1280, 400):
        browser.window(width, 900)
        browser.open(page.parent / f"{name}.html")
        check_layout(browser, width, False)
        assert browser.run("document.querySelectorAll('.flow-ways .uses li').length") == boxes, name
        assert browser.run("document.querySelectorAll('.flow-ways .waits tr').length") > 1, name
        assert width < 1280 or not browser.run(SCROLLING), browser.run(SCROLLING)
        nothing_is_complained_of(browser, page)


def what_is_looked_for_is_seen(browser, page):
    """When it is there."""
    page.write_text(page.read_text().replace("</main>", "<img src='http://127.0.0.1:9/x.png'><p style='width:2000px'>x</p></main>"))
    opened(browser, page)
    assert browser.complaints() and browser.run("document.documentElement.scrollWidth") > 1280


SCREENS = [named(f"check_screen {width} {'dark' if dark else 'light'}", check_screen, width, dark) for width in (1280, 400) for dark in (False, True)]
with tempfile.TemporaryDirectory() as temporary:
    folder = pathlib.Path(temporary)
    niclab("run", ROOT / "testbenches/experiments/echo.toml", "--out", folder / "out", "--report", folder / "page.html")
    print("the report is looked at in", PROGRAM)
    with Browser() as shown:
        check_all((*SCREENS, check_keys, check_mouse, check_tabs, nothing_is_complained_of, check_print,
                   named("check_coarse_page", check_other_levels, "pair", 5), named("check_segment_page", check_other_levels, "capture_effect", 0),
                   what_is_looked_for_is_seen),
                  shown, folder / "page.html")
