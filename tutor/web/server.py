"""The screens in a browser of this machine: textual-serve with a page of our own and no visitor from elsewhere.

Whoever reaches the page has the learner's data, so it listens on the loopback only, answers only to a loopback name (a
foreign name that resolves to this machine is refused), and opens its socket only to pages that it served itself.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import web
from textual_serve.server import Server

LOOPBACK = ("127.0.0.1", "localhost", "::1")
TEMPLATES = Path(__file__).parent / "templates"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class LocalServer(Server):
    """One learner, one machine."""

    def __init__(self, command: str, host: str, port: int) -> None:
        shown = f"[{host}]" if ":" in host else host
        super().__init__(
            command,
            host=host,
            port=port,
            title="Tutor",
            public_url=f"http://{shown}:{port}",
            templates_path=TEMPLATES,
        )

    def initialize_logging(self) -> None:
        """Only what goes wrong is worth a line."""
        logging.basicConfig(level=logging.WARNING, format="tutor: %(message)s")

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(only_local)
        return app

    async def on_startup(self, app: web.Application) -> None:
        print(f"Tutor is on {self.public_url} for a browser on this machine. ctrl+c ends it.", flush=True)


@web.middleware
async def only_local(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuses a request by another name than that of the loopback, and a socket for a page from elsewhere."""
    if _name(f"//{request.host}") not in LOOPBACK:
        raise web.HTTPForbidden(text="Tutor answers on this machine only.\n")
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        raise web.HTTPForbidden(text="Tutor answers to its own page only.\n")
    if origin is None and request.path == "/ws":
        raise web.HTTPForbidden(text="Tutor answers to its own page only.\n")
    return await handler(request)


def _name(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
