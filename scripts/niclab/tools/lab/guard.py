"""Access rules and size limits of the bench's requests. A page of another origin, another program's
user and a rebound name are refused.

Host must be this address exactly. Origin and Sec-Fetch-Site, where a browser sends them, must be
this server's. The paths of /api take the token of the page in a header of its own, because cookies
are shared by all ports of a host. Every path except the door takes the cookie. There is no CORS.
"""
import hmac
import secrets
import time
from collections import deque
from http.cookies import CookieError, SimpleCookie

from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from niclab.tools.lab import uploads

TICKET_SECONDS = 60.0
LARGEST_BODY, LARGEST_UPLOAD = 64 * 1024, uploads.LARGEST
MOST_A_SECOND = 100  # calls of /api; a page that loads asks for 25 files besides
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; "
          "base-uri 'none'; form-action 'none'")
# A run's report has its scripts inside: it gets an origin of its own, so that they reach nothing of
# the bench.
REPORT_POLICY = ("sandbox allow-scripts allow-popups allow-modals; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
                 "img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
HEADERS = {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "cross-origin-resource-policy": "same-origin",
           "cross-origin-opener-policy": "same-origin", "cache-control": "no-store"}
METHODS = {"GET", "POST", "DELETE"}


class RateLimitExceeded(Exception):
    """More than a page asks for."""


class Guard:
    """ASGI middleware. `tickets` open the door once, within a minute."""

    def __init__(self, app: ASGIApp, port: int, shows: str = ""):
        """`shows`: the state that the door opens to, as a link has it."""
        self.app, self.port, self.shows = app, port, shows
        self.hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self.cookie, self.token = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        self.tickets: dict[str, float] = {}
        self.asked: deque[float] = deque()

    @property
    def cookie_name(self) -> str:
        return f"niclab_{self.port}"

    def ticket(self) -> str:
        """An address that opens the bench once."""
        name = secrets.token_urlsafe(24)
        self.tickets[name] = time.monotonic() + TICKET_SECONDS
        return f"http://127.0.0.1:{self.port}/open/{name}"

    def open_door(self, name: str) -> Response:
        until = self.tickets.pop(name, 0.0)
        if time.monotonic() > until:
            return Response("This address was used, or is older than a minute: start niclab lab again.", 403, media_type="text/plain")
        response = RedirectResponse(f"/{self.shows}", 303)
        response.set_cookie(self.cookie_name, self.cookie, httponly=True, samesite="strict", path="/")
        return response

    def refused(self, scope: Scope, headers: dict[str, str]) -> int:
        """The status of a refusal, or 0."""
        if headers.get("host") not in self.hosts:
            return 403
        if "origin" in headers and headers["origin"] not in {f"http://{host}" for host in self.hosts}:
            return 403
        opening = scope["path"].startswith("/open/")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and not opening:
            return 403
        if scope["method"] not in METHODS:
            return 405
        if opening:
            return 0
        if not self.known(headers):
            return 403
        if not scope["path"].startswith("/api/"):
            return 0
        if not same(headers.get("x-niclab-token", ""), self.token):
            return 403
        return 429 if self.too_often() else 0

    def known(self, headers: dict[str, str]) -> bool:
        try:
            jar = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            return False
        found = jar.get(self.cookie_name)
        return found is not None and same(found.value, self.cookie)

    def too_often(self) -> bool:
        now = time.monotonic()
        while self.asked and self.asked[0] < now - 1:
            self.asked.popleft()
        self.asked.append(now)
        return len(self.asked) > MOST_A_SECOND

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        twice = len([name for name, _ in scope["headers"] if name.lower() == b"host"]) != 1
        status = 403 if twice else self.refused(scope, headers)
        if status:
            await Response(status_code=status, headers=HEADERS)(scope, receive, send)
            return
        if scope["path"].startswith("/open/"):
            await self.open_door(scope["path"][6:])(scope, receive, protected(send))
            return
        most = LARGEST_UPLOAD if scope["path"].startswith("/api/uploads/") else LARGEST_BODY
        if not headers.get("content-length", "0").isdecimal() or int(headers.get("content-length", "0")) > most:
            await Response(status_code=413, headers=HEADERS)(scope, receive, send)
            return
        try:
            await self.app(scope, limited(receive, most), protected(send))
        except RateLimitExceeded:
            await Response(status_code=413, headers=HEADERS)(scope, receive, send)


def same(given: str, wanted: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), wanted.encode())


def limited(receive: Receive, most: int) -> Receive:
    """Ends a body that is longer than it said."""
    size = 0

    async def counted() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > most:
            raise RateLimitExceeded
        return message

    return counted


def protected(send: Send) -> Send:
    """Adds the headers that every answer has; an answer's own policy stays."""
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            have = {name.lower() for name, _ in message["headers"]}
            more = {**HEADERS, "content-security-policy": POLICY}
            message["headers"] = [*message["headers"], *((n.encode(), v.encode()) for n, v in more.items() if n.encode() not in have)]
        await send(message)

    return with_headers
