"""A bench in a real browser, for tests."""
import contextlib
import shutil
import sys
import tempfile
import time

from common import SKIPPED, skip
from lab_client import Lab

try:
    from playwright.sync_api import Error, sync_playwright
except ModuleNotFoundError:
    skip("playwright is not installed")
CHROMIUM = shutil.which("chromium")
READY = "Boolean(document.querySelector('#drawing')?.children.length) && document.querySelector('#progress').hidden"


class Page:
    """The bench's page in a browser, and what it complained about."""

    def __init__(self, browser, lab):
        self.lab, self.complaints, self.shows = lab, [], None
        self.context = browser.new_context(viewport={"width": 1280, "height": 1000})
        self.page = self.context.new_page()
        self.page.set_default_timeout(300_000)  # a loaded machine is no defect of the page
        self.page.on("console", lambda m: self.complaints.append(m.text) if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda e: self.complaints.append(str(e)))
        self.foreign = []
        self.page.on("request", lambda r: None if r.url.startswith((lab.base, "blob:", "data:", "about:")) else self.foreign.append(r.url))

    def run(self, expression):
        return self.page.evaluate(expression)

    def until(self, expression, seconds=300):
        end = time.monotonic() + seconds
        while not self.holds(expression):
            assert time.monotonic() < end, f"{expression} did not come true; {self.run('document.body.innerText')[:600]}"
            self.page.wait_for_timeout(50)

    def holds(self, expression):
        """A page that is being left has no answer yet."""
        try:
            return self.run(expression)
        except Error as error:
            if "context was destroyed" not in error.message:
                raise
            return False

    def window(self, width, dark):
        self.page.set_viewport_size({"width": width, "height": 1000})
        self.page.emulate_media(color_scheme="dark" if dark else "light")
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def address(self, state):
        """Loads the bench's page anew at another state. In place where it is shown already: another
        process of the browser would take longer.
        """
        if self.page.url.startswith(f"{self.lab.base}/"):
            self.page.evaluate("(address) => history.replaceState(null, '', address)", f"/{state}")
            self.page.reload()
        else:
            self.page.goto(f"{self.lab.base}/{state}")

    def open(self, state, width=1280, dark=False):
        self.shows = state
        self.page.set_viewport_size({"width": width, "height": 1000})
        self.page.emulate_media(color_scheme="dark" if dark else "light")
        self.address(state)
        if "lesson=" in state:  # it asks for a prediction first
            self.until("document.querySelector('#about').textContent.includes('press Run')")
            self.page.click("#run" if width > 760 else "#run_too")
        self.until(READY if state else "document.querySelectorAll('.card').length > 5")

    def text(self, selector):
        return self.page.inner_text(selector)


def check_quiet(page):
    assert not page.complaints, page.complaints
    assert not page.foreign, page.foreign


@contextlib.contextmanager
def bench_in_browser():
    """The bench's page before it was opened."""
    if not CHROMIUM:
        print("skipped: chromium is not installed")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as temporary, Lab(temporary) as lab, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-software-rasterizer"])
        yield Page(browser, lab)
        browser.close()
