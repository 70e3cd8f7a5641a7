"""A bench for tests: started in a folder of its own, opened by its ticket, asked over HTTP."""
import http.client
import http.server
import json
import os
import pathlib
import re
import signal
import subprocess

from common import NICLAB, ROOT


class Elsewhere(http.server.BaseHTTPRequestHandler):
    """Another origin on this machine."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>elsewhere</title>")

    def log_message(self, *_):
        """Says nothing."""


class Lab:
    """A context manager. `port` and the token and cookie that its own page has."""

    def __init__(self, folder, *shows):
        self.folder, self.shows = folder, shows

    def __enter__(self):
        env = {**os.environ, "NICLAB_PYTHON": str(ROOT / "scripts"), "TMPDIR": str(self.folder)}
        self.log = open(pathlib.Path(self.folder) / "errors.log", "w+")  # an unread pipe would stop the server
        self.server = subprocess.Popen([NICLAB, "lab", "--no-browser", *self.shows], stdout=subprocess.PIPE, stderr=self.log, text=True, cwd=self.folder, env=env)
        line = self.server.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)(/open/\S+)", line)
        assert found, line + self.errors()
        self.port, self.ticket = int(found[1]), found[2]
        self.base = f"http://127.0.0.1:{self.port}"
        return self

    def __exit__(self, *_):
        if self.server.poll() is None:
            self.end(signal.SIGINT)
        self.log.close()

    def end(self, by):
        """Ends the server by a signal; returns its exit code."""
        self.server.send_signal(by)
        self.server.communicate(timeout=300)
        return self.server.returncode

    def sessions(self):
        """Its folders of temporary files."""
        return list(pathlib.Path(self.folder).glob("niclab_lab_*"))

    def errors(self):
        """What the server wrote to standard error so far."""
        self.log.flush()
        return (pathlib.Path(self.folder) / "errors.log").read_text()

    def open_door(self):
        """Uses the ticket; afterwards ask() is a page's."""
        status, headers, _ = self.raw("GET", self.ticket)
        assert status == 303, status
        self.cookie = headers["set-cookie"].partition(";")[0]
        page = self.raw("GET", "/", {"Cookie": self.cookie})
        self.token = re.search(r'niclab-token" content="([^"]+)"', page[2].decode())[1]

    def raw(self, method, path, headers=None, body=None, host=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        connection.putrequest(method, path, skip_host=True)
        for name, value in {"Host": host or f"127.0.0.1:{self.port}", **(headers or {})}.items():
            connection.putheader(name, value)
        data = json.dumps(body).encode() if body is not None else b""
        connection.putheader("Content-Length", str(len(data)))
        connection.endheaders(data)
        answer = connection.getresponse()
        found = answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        connection.close()
        return found

    def mine(self):
        return {"Cookie": self.cookie, "X-Niclab-Token": self.token}

    def ask(self, method, path, body=None, **headers):
        """As the page itself asks: (status, JSON)."""
        status, _, text = self.raw(method, path, {**self.mine(), **headers}, body)
        return status, json.loads(text) if text else None

    def finished(self, body):
        """A run to its end: its scene."""
        status, started = self.ask("POST", "/api/runs", body)
        assert status == 202, (status, started)
        self.raw("GET", f"/api/runs/{started['id']}/events", self.mine())
        status, scene = self.ask("GET", f"/api/runs/{started['id']}/scene")
        assert status == 200, scene
        return started["id"], scene
