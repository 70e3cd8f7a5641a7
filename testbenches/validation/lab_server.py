"""The bench's server: access rules, accepted requests, a run, its cancel and its files."""
import contextlib
import http.client
import json
import pathlib
import random
import re
import signal
import socket
import subprocess
import tempfile
import threading
import time

from common import ROOT, check_all, named, niclab, skip
from lab_client import Lab

try:
    import starlette  # noqa: F401
    import uvicorn  # noqa: F401
except ModuleNotFoundError:
    skip("starlette is not installed")

MANGLED = 10_000
LONG = {"experiment": "borriss", "set": {"run.duration": "10000 s"}, "runs": 10}  # minutes of processor time


def check_the_door_opens_once(lab):
    assert lab.raw("GET", "/")[0] == 403, "no page without the ticket's cookie"
    lab.open_door()
    assert lab.raw("GET", lab.ticket)[0] == 403, "a ticket is for one use"
    status, headers, page = lab.raw("GET", "/", {"Cookie": lab.cookie})
    assert status == 200 and b"Where does the time go" in page
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy, policy
    assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
    assert "access-control-allow-origin" not in headers


def check_strangers_are_refused(lab):
    """Another origin, a rebound name, another port's cookie without the token, methods that nobody needs."""
    body = {"experiment": "echo", "set": {}}
    for headers in ({"Origin": "http://127.0.0.1:1"}, {"Origin": "null"}, {"Origin": "https://example.org"}, {"Sec-Fetch-Site": "cross-site"},
                    {"Sec-Fetch-Site": "same-site"}):
        assert lab.raw("POST", "/api/runs", {**lab.mine(), **headers}, body)[::2] == (403, b""), headers
    for host in ("evil.example", f"evil.example:{lab.port}", "127.0.0.1", f"127.0.0.1:{lab.port}.evil.example", f"[::1]:{lab.port}", f"127.0.0.1:{lab.port + 1}"):
        assert lab.raw("GET", "/", lab.mine(), host=host)[0] == 403, host
    assert lab.raw("POST", "/api/runs", {"Cookie": lab.cookie}, body)[0] == 403, "the cookie alone is not enough"
    assert lab.raw("POST", "/api/runs", {"X-Niclab-Token": lab.token}, body)[0] == 403, "the token alone is not enough"
    assert lab.raw("POST", "/api/runs", {**lab.mine(), "X-Niclab-Token": lab.token[:-1] + "x"}, body)[0] == 403
    for method in ("OPTIONS", "PUT", "PATCH", "TRACE", "HEAD"):
        assert lab.raw(method, "/api/runs", lab.mine())[0] == 405, method
    assert lab.ask("POST", "/api/runs", body, Origin=lab.base)[0] == 202, "its own page may"


def check_no_request_holds_a_path(lab):
    for experiment in ("/etc/passwd", "../echo", "echo.toml", "echo/../echo", "", "x" * 65, 7, None, ["echo"]):
        assert lab.ask("POST", "/api/runs", {"experiment": experiment})[0] in (404, 422), experiment
    for key, value in (("workload.pcap", "/etc/passwd"), ("client.card", "../../x"), ("a b", "1"), ("--out", "x"), ("run.mode", "x\n--out=/tmp"),
                       ("workload.size_list", "\\\\host"), ("run.mode", "x" * 5000), ("run.mode", 3)):
        status, answer = lab.ask("POST", "/api/runs", {"experiment": "echo", "set": {key: value}})
        assert status == 422 and answer["error"], (key, value, status)
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/nothing.js", "/api/runs/../../etc", "/report/x", "/api/runs/x/files/results.json"):
        assert lab.raw("GET", path, lab.mine())[0] in (404, 405), path
    run, _ = lab.finished({"experiment": "echo", "runs": 1})
    assert lab.raw("GET", f"/api/runs/{run}/files/results.json", lab.mine())[0] == 200
    for name in ("point.json", "..%2fresults.json", "%2e%2e", "passwd"):
        assert lab.raw("GET", f"/api/runs/{run}/files/{name}", lab.mine())[0] == 404, name
    assert lab.raw("POST", "/api/runs", lab.mine(), {"experiment": "echo", "set": {"run.mode": "x" * 70_000}})[0] == 413


def check_a_run_is_the_command_lines(lab):
    asked = {"nic.sar.tx_fifo_cells": "1"}
    run, scene = lab.finished({"experiment": "echo", "set": asked, "seed": 7})
    served = json.loads(lab.raw("GET", f"/api/runs/{run}/files/results.json", lab.mine())[2])
    with tempfile.TemporaryDirectory() as folder:
        niclab("run", "echo", "--set", "nic.sar.tx_fifo_cells=1", "--seed", 7, "--out", folder, "--quiet")
        true = json.loads((pathlib.Path(folder) / "results.json").read_text())
    for results in (served, true):
        results.pop("provenance")
    assert served == true
    way = next(d for d in scene["directions"] if d["name"] == "client_to_server")
    assert abs(way["totals"]["driver"]["mean"] - true["driver_to_driver"]["client_to_server"]["avg"]) < 1e-5
    inside = [s for s in way["spans"] if s["inside"]]
    assert all(abs(a["end"] - b["begin"]) < 1e-9 for a, b in zip(inside, inside[1:])), "a packet's spans follow each other"
    again = lab.ask("POST", "/api/runs", {"experiment": "echo", "set": asked, "seed": 7})[1]
    assert again["id"] == run and again["state"] == "done", "the same setting answers from what is kept"


def check_errors_are_the_programs(lab):
    for asked, words in (({"nic.sar.tx_fifo_cels": "1"}, 'did you mean "tx_fifo_cells"?'), ({"nic.sar.tx_fifo_cells": "100"}, "expected an integer from 1 to 64")):
        status, answer = lab.ask("POST", "/api/explain", {"experiment": "echo", "set": asked})
        assert status == 200 and words in answer["error"], answer


def processes_of(run):
    """The process ids of a run of LONG."""
    return subprocess.run(["pgrep", "-f", f"run .*borriss.toml .*{run}"], capture_output=True, text=True).stdout.split()


def ended(run):
    """Waits for the end of its processes, shorter than the run would take."""
    until = time.monotonic() + 20
    while processes_of(run):
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


def check_a_run_tells_and_is_cancelled(lab):
    _, started = lab.ask("POST", "/api/runs", LONG)
    with socket.create_connection(("127.0.0.1", lab.port), timeout=300) as link:
        link.sendall((f"GET /api/runs/{started['id']}/events HTTP/1.1\r\nHost: 127.0.0.1:{lab.port}\r\nCookie: {lab.cookie}\r\n"
                      f"X-Niclab-Token: {lab.token}\r\n\r\n").encode())
        text = ""
        while not re.search(r'"percent": [1-9]', text):
            more = link.recv(4096).decode()
            assert more, f"the run has ended: {text}"
            text += more
        assert lab.ask("DELETE", f"/api/runs/{started['id']}")[1]["state"] == "cancelled"
        while '"cancelled"' not in text:
            more = link.recv(4096).decode()
            assert more, f"the end of the run is not reported: {text}"
            text += more
    assert ended(started["id"]), "a cancelled run goes on"


def check_a_file_of_the_state(lab):
    asked = {"nic.sar.tx_fifo_cells": "4", "client.card": "eni155p_like", "server.card": "eni155p_like", "line.length": "2 km"}
    asked.pop("nic.sar.tx_fifo_cells")
    text = lab.ask("POST", "/api/toml", {"experiment": "echo", "set": asked, "seed": 3, "link": "#echo&seed=3"})[1]["toml"]
    assert text.startswith("# Made by niclab lab, #echo&seed=3\n"), text[:80]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "mine.toml"
        path.write_text(text)
        mine = json.loads(niclab("explain", path).stdout)["config"]
        words = [word for key, value in asked.items() for word in ("--set", f"{key}={value}")]
        assert mine == json.loads(niclab("explain", "echo", *words, "--seed", 3).stdout)["config"]


def given(lab, kind, name, content):
    """A file that the page gives the bench: (status, JSON)."""
    connection = http.client.HTTPConnection("127.0.0.1", lab.port, timeout=300)
    connection.request("POST", f"/api/uploads/{kind}", content, {**lab.mine(), "X-Niclab-Name": name})
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    return answer.status, json.loads(text) if text else None


def check_a_file_of_the_readers(lab):
    """It is asked for by a digest; what it says may name no other file."""
    status, sizes = given(lab, "size_list", "sizes%20of%20mine.txt", b"1\n1500\n")
    assert status == 200 and sizes["name"] == "sizes_of_mine.txt" and re.fullmatch(r"upload:[0-9a-f]{16}", sizes["value"]), sizes
    asked = {"experiment": "transmit", "set": {"workload.size_list": sizes["value"]}, "runs": 1}
    run, _ = lab.finished(asked)
    rows = lab.raw("GET", f"/api/runs/{run}/files/pdus.csv", lab.mine())[2].decode().splitlines()
    place = rows[0].split(",").index("payload_octets")
    assert [row.split(",")[place] for row in rows[1:]] == ["1", "1500"], rows
    assert 'size_list = "sizes_of_mine.txt"' in lab.ask("POST", "/api/toml", asked)[1]["toml"]
    for key, value in (("workload.pcap", sizes["value"]), ("workload.size_list", "upload:0123456789abcdef")):
        status, answer = lab.ask("POST", "/api/runs", {"experiment": "transmit", "set": {key: value}})
        assert status == 404 and "expected another upload" in answer["error"], (key, status, answer)
    mine = (ROOT / "testbenches/experiments/echo.toml").read_bytes()
    status, told = given(lab, "experiment", "my-echo.toml", mine)
    assert status == 200 and told["value"] == "my_echo" and lab.finished({"experiment": "my_echo", "runs": 1})[1]["directions"], told
    assert given(lab, "experiment", "echo.toml", mine)[1]["value"].startswith("echo_"), "nobody takes the name of one that is there"
    for kind, name, content, words in (
            ("experiment", "x.toml", b'[workload]\npcap = "/etc/passwd"\n', "expected a name without slashes"), ("experiment", "x.toml", b"x = [", "not TOML"),
            ("experiment", "x.toml", b"[run]\nmodus = 1\n", "x.toml:2:1: run.modus"), ("pcap", "x.exe", b"MZ", ".pcap or .pcapng"),
            ("pcap", "x.pcap", b"", "x.pcap: empty"),
            ("passwd", "x.toml", b"a = 1", "unknown kind of file")):
        status, answer = given(lab, kind, name, content)
        assert status in (404, 422) and words in answer["error"] and str(lab.folder) not in answer["error"], (kind, name, answer)
    assert given(lab, "pcap", "large.pcap", b"x" * ((16 << 20) + 1))[0] == 413
    assert given(lab, "pcap", "..%2F..%2Fescaped.pcap", b"no capture")[1]["name"] == "escaped.pcap"
    for n in range(20):
        status, answer = given(lab, "size_list", "n.txt", f"{n + 1}\n".encode())
    assert status == 429 and "too many files" in answer["error"], answer


def check_a_state_too_long_for_a_link(lab):
    state = "#echo&" + "&".join(f"pci.traffic.m{i}.preset=disk" for i in range(199))
    digest = lab.ask("POST", "/api/states", {"link": state})[1]["digest"]
    assert len(state) > 4096 and len(digest) < 40 and lab.ask("GET", f"/api/states/{digest}")[1]["link"] == state
    assert lab.ask("GET", "/api/states/0")[0] == 404
    for link, status in (("#" + "x" * 60_001, 413), ("echo", 422), ("#<script>", 422), (7, 422)):
        assert lab.ask("POST", "/api/states", {"link": link})[0] == status, link


def check_the_coarse_level(lab):
    """No packet's way, but what its flows carry, as results.json has it."""
    run, scene = lab.finished({"experiment": "pair"})
    flow = json.loads(lab.raw("GET", f"/api/runs/{run}/files/results.json", lab.mine())[2])["network"]["flows"][0]
    assert scene["flows"][0]["mbit_s"] == flow["mbit_s"] > 0 and scene["answer"], scene


def mangled(rng, lab):
    """A request as no browser sends it."""
    line = rng.choice(["GET / HTTP/1.1", "POST /api/runs HTTP/1.1", "GET /%00 HTTP/9.9", "\x00\x01\x02", "GET " + "a" * rng.randrange(9000) + " HTTP/1.1",
                       "DELETE /api/runs/" + "%" * rng.randrange(40) + " HTTP/1.1", "POST /api/uploads/" + rng.choice(["pcap", "experiment", "%2e%2e"]) + " HTTP/1.1",
                       "POST /api/states HTTP/1.1", "POST /api/explain HTTP/1.1"])
    headers = rng.sample([f"Host: 127.0.0.1:{lab.port}", "Host:", f"Cookie: {lab.cookie}", f"X-Niclab-Token: {lab.token}", "Content-Length: -1",
                          f"Content-Length: {rng.randrange(100)}", "Transfer-Encoding: chunked", "Cookie: \xff=\xfe; ;;=", "Expect: 100-continue", "Range: bytes=0-"],
                         rng.randrange(8))
    body = bytes(rng.randrange(256) for _ in range(rng.randrange(60))) if rng.random() < 0.5 else b'{"experiment": "echo", "set": ' + b"[" * rng.randrange(60)
    return ("\r\n".join([line, *headers]) + "\r\n\r\n").encode("latin-1") + body


def check_mangled_requests_leave_it_up(lab):
    rng = random.Random(1)
    for _ in range(MANGLED):
        with socket.create_connection(("127.0.0.1", lab.port), timeout=300) as link, contextlib.suppress(ConnectionError):
            link.sendall(mangled(rng, lab))
            link.shutdown(socket.SHUT_WR)
            while link.recv(65536):  # answered or closed, but never left waiting
                continue
    time.sleep(1.1)  # the limit of requests a second is over
    assert lab.finished({"experiment": "echo", "runs": 1, "seed": 99})[1]["directions"]
    raised = {line for line in lab.errors().splitlines() if re.match(r"[\w.]+(Error|Exception|Disconnect)\b", line)}
    assert all(line.startswith("h11.") for line in raised), raised  # the HTTP library's own word to a peer that broke off


def check_it_listens_here_only(lab):
    table = pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]
    listens = [row.split()[1] for row in table if row.split()[3] == "0A" and row.split()[1].endswith(f":{lab.port:04X}")]
    assert listens == [f"0100007F:{lab.port:04X}"], listens


def check_a_signal_ends_it(_):
    """During a run and a request: the exit code is 0, and neither the run nor a temporary folder is
    left.
    """
    def ask_on():
        with contextlib.suppress(OSError, ValueError, http.client.HTTPException):  # the server has ended
            while True:
                lab.ask("GET", f"/api/runs/{started}")

    for by in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        with tempfile.TemporaryDirectory() as folder, Lab(folder) as lab:
            lab.open_door()
            started = lab.ask("POST", "/api/runs", LONG)[1]["id"]
            while lab.ask("GET", f"/api/runs/{started}")[1]["state"] == "waiting":
                time.sleep(0.1)
            assert len(lab.sessions()) == 1
            asking = threading.Thread(target=ask_on)
            asking.start()
            time.sleep(0.2)
            assert lab.end(by) == 0, (by, lab.errors())
            asking.join()
            assert not lab.sessions() and ended(started), by


with tempfile.TemporaryDirectory() as temporary, Lab(temporary) as bench:
    checks = (check_the_door_opens_once, check_strangers_are_refused, check_no_request_holds_a_path, check_a_run_is_the_command_lines,
              check_errors_are_the_programs, check_a_run_tells_and_is_cancelled, check_a_file_of_the_state, check_it_listens_here_only,
              check_a_file_of_the_readers, check_a_state_too_long_for_a_link, check_the_coarse_level,
              check_mangled_requests_leave_it_up, check_a_signal_ends_it)
    check_all([named(check.__name__, check, bench) for check in checks])
