"""Adds security headers to every response, and refuses unsafe requests."""

import re
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
        " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Headers of every response: no content from other origins, no framing, no caching."""


LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
"""Host names of the local machine, which are always accepted, also at the end of a tunnel."""

_HOST: Final = re.compile(r"(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::[0-9]*)?", re.ASCII)


class Safety:
    """Adds security headers to every response and refuses unsafe requests.

    names -- the host names that requests may use, in lower case, in addition to the loopback
    names and the address on which the request arrived
    unknown -- returns the error text for any other Host header

    The check prevents DNS rebinding: a foreign page whose host name resolves to this server could
    otherwise read it as same-origin.
    """

    def __init__(self, app: ASGIApp, names: frozenset[str], unknown: Callable[[str], str]) -> None:
        self._app = app
        self._names = names | {*LOOPBACK}
        self._unknown = unknown

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the app, or refuse the request, and add the headers to the response."""

        async def say(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        refused = self._refusal(scope)
        if refused is not None:
            await refused(scope, receive, say)
            return
        await self._app(scope, receive, say)

    def _refusal(self, scope: Scope) -> Response | None:
        """Return the error response for an unsafe request, or None if it is allowed."""
        if scope["type"] != "http":
            return None
        if _is_ambiguous(scope):
            return PlainTextResponse("Two lengths.", 400, headers={"connection": "close"})
        request = Request(scope)
        host = request.headers.get("host", "")
        name = host_name(host)
        if name not in self._names and name != _address(scope):
            return PlainTextResponse(self._unknown(host), 400)
        if scope["method"] == "POST" and _is_from_elsewhere(request):
            return PlainTextResponse("From another page.", 403)
        return None


def host_name(host: str) -> str:
    """Return the name or address in a Host header, without the port; "" if it is invalid."""
    found = _HOST.fullmatch(host.strip().lower())
    return "" if found is None else (found[1] or found[2]).rstrip(".")


def _address(scope: Scope) -> str | None:
    """Return the local address on which the request arrived, without an IPv6 zone."""
    server = scope.get("server")
    return server and server[0].partition("%")[0]


def _is_from_elsewhere(request: Request) -> bool:
    """Return whether a browser sends this from a page of another server or port.

    Clients other than browsers send neither `Sec-Fetch-Site` nor `Origin`, and are allowed.
    """
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = request.headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != request.headers.get("host")


def _is_ambiguous(scope: Scope) -> bool:
    """Return whether a request has both Content-Length and Transfer-Encoding (smuggling)."""
    names = {name for name, _ in scope.get("headers", ())}
    return {b"content-length", b"transfer-encoding"} <= names
