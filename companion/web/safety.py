"""Puts safe headers on every answer, and refuses requests that are not safe."""

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
"""With every answer: nothing from elsewhere, in no frame, kept nowhere."""


class Headers:
    """Puts the safe headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the app answer; add to what it says."""

        async def say(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        refused = _refusal(scope)
        if refused is not None:
            await refused(scope, receive, say)
            return
        await self._app(scope, receive, say)


def _refusal(scope: Scope) -> Response | None:
    """The answer to a request that is refused; None for one that is not."""
    if scope["type"] != "http":
        return None
    if _is_ambiguous(scope):
        return PlainTextResponse("Two lengths.", 400, headers={"connection": "close"})
    if scope["method"] == "POST" and _is_from_elsewhere(Request(scope)):
        return PlainTextResponse("From another page.", 403)
    return None


def _is_from_elsewhere(request: Request) -> bool:
    """Whether a browser sends this from a page of another server, or of another port here.

    A program that is no browser says nothing of where it comes from.
    """
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = request.headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != request.headers.get("host")


def _is_ambiguous(scope: Scope) -> bool:
    """Whether a request tells its length in two ways, so that its end is not sure."""
    names = {name for name, _ in scope.get("headers", ())}
    return {b"content-length", b"transfer-encoding"} <= names
