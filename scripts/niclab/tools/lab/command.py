"""niclab lab: starts the bench on 127.0.0.1 and opens it in the browser."""
import argparse
import contextlib
import os
import pathlib
import socket
import sys
import tempfile
import webbrowser

from niclab.errors import WrongInput, need
from niclab.tool import at_hang_up


def listening(port: int) -> socket.socket:
    """On this machine only; there is no option for more."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind(("127.0.0.1", port))
    except OSError as error:
        raise WrongInput(f"--port {port}: used by another program; expected a free port") from error
    found.listen(64)  # a request before the server starts waits for it
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="niclab lab")
    parser.add_argument("--niclab", required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument("--shows", default="")
    a = parser.parse_args()
    need("jinja2", "starlette", "uvicorn", "tomlkit", option="--with-lab")
    import uvicorn

    os.environ["NICLAB_PROGRAM"] = a.niclab
    from niclab.tools.lab import states
    from niclab.tools.lab.app import Bench
    if a.shows and not states.is_link(a.shows):
        raise WrongInput(f"'{a.shows[:80]}' is not a link; expected a link such as '#echo&nic.sar.tx_fifo_cells=1'")
    with listening(a.port) as door, tempfile.TemporaryDirectory(prefix="niclab_lab_") as session:
        bench = Bench(pathlib.Path(session), pathlib.Path.cwd(), door.getsockname()[1], a.shows)
        address = bench.guard.ticket()
        print(f"niclab lab: {address}\nthe address opens once, within a minute; Ctrl-C ends the bench", flush=True)
        if not a.no_browser:
            webbrowser.open(address)
        server = uvicorn.Server(uvicorn.Config(bench.guard, log_level="error", access_log=False, server_header=False, timeout_keep_alive=5,
                                      timeout_graceful_shutdown=2, limit_concurrency=64))
        at_hang_up(lambda *_: setattr(server, "should_exit", True))  # an exception within a request would end that request only
        with contextlib.suppress(KeyboardInterrupt):  # the usual end
            server.run(sockets=[door])
    print("niclab lab: ended", file=sys.stderr)
