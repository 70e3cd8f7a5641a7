"""A headless Chromium over its debugging pipe: opens a page, records its complaints and requests,
sends input.
"""
import base64
import json
import os
import re
import select
import shutil
import subprocess
import tempfile
import time

PROGRAM = shutil.which("chromium")
LEAVING = re.compile("navigated or closed|Cannot find .*context|context was destroyed")


class Left(AssertionError):
    """A page that is being left has no answer."""


class Browser:
    """One page in one browser; a context manager."""

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_child, self.out = os.pipe()
        self.inp, from_child = os.pipe()

        def pipes():
            """The browser reads from descriptor 3 and writes to 4."""
            kept = os.dup(to_child), os.dup(from_child)
            os.dup2(kept[0], 3)
            os.dup2(kept[1], 4)

        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe", "--no-first-run", "--disable-extensions",
                 "--disable-background-networking", "--disable-component-update", "--hide-scrollbars", f"--user-data-dir={self.profile.name}"]
        self.child = subprocess.Popen([PROGRAM, *flags, "about:blank"], preexec_fn=pipes, close_fds=False, stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL)
        os.close(to_child)
        os.close(from_child)
        self.number, self.rest, self.session, self.events = 0, b"", None, []
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        return self

    def __exit__(self, *_):
        os.close(self.out)
        self.child.kill()
        self.child.wait()
        os.close(self.inp)
        self.profile.cleanup()

    def receive(self):
        while b"\0" not in self.rest:
            assert select.select([self.inp], [], [], 60)[0], "the browser says nothing"
            more = os.read(self.inp, 1 << 16)
            assert more, "the browser went away"
            self.rest += more
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        """One command, and its result; events that come meanwhile are kept."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while (got := self.receive()).get("id") != self.number:
            self.events.append(got)
        if "error" in got:
            raise (Left if LEAVING.search(got["error"]["message"]) else AssertionError)(f"{method}: {got['error']}")
        return got["result"]

    def window(self, width, height, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def open(self, path):
        """Loads a file; what happened before is forgotten."""
        self.events = []
        self.call("Page.navigate", url=path.resolve().as_uri())
        while not any(e.get("method") == "Page.loadEventFired" for e in self.events):
            self.events.append(self.receive())
        self.settle()

    def settle(self):
        """Until what was asked for has been drawn."""
        self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def run(self, expression):
        """The value of a JavaScript expression, a promise's when it is kept."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def until(self, expression, seconds=300):
        """Until an expression holds, whichever page is there by then."""
        end = time.monotonic() + seconds
        while not self.holds(expression):
            assert time.monotonic() < end, expression
            time.sleep(0.1)

    def holds(self, expression):
        try:
            return self.run(expression)
        except Left:
            return False

    def complaints(self):
        """Errors and warnings of the console, exceptions."""
        kinds = {"Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled"}
        return [e["params"] for e in self.events if e.get("method") in kinds]

    def requests(self):
        """Addresses asked for, but for the page itself and what lies inside it."""
        urls = [e["params"]["request"]["url"] for e in self.events if e.get("method") == "Network.requestWillBeSent"]
        return [url for url in urls[1:] if not url.startswith("data:")]

    def key(self, name, text="", shift=False):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, text=text if kind == "keyDown" else "", modifiers=8 if shift else 0)
        self.settle()

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)
        self.settle()

    def screenshot(self, path, full=False):
        """A picture of the window, or of the whole page."""
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=full)
        path.write_bytes(base64.b64decode(shot["data"]))
