"""Who may open a page: no other site in the same browser, and from elsewhere only with a token."""

import secrets
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from hmac import compare_digest
from http import HTTPStatus
from ipaddress import ip_address
from threading import Lock
from typing import Any
from urllib.parse import parse_qs, urlsplit

import viser
import websockets.asyncio.server
from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from olympian.cockpit.page.assets import asset_response, with_page
from olympian.cockpit.page.line import PageLine
from olympian.cockpit.page.viewer_guard import guarded
from olympian.errors import OlympianError

LINE = "/olympian/line"
"""Path of the page's own WebSocket, beside the viewer's."""
Handler = Callable[[ServerConnection], Awaitable[None]]
Process = Callable[[ServerConnection, Request], Response | None]
ANYWHERE = ("0.0.0.0", "::", "")
STAYS_HERE = {"X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer"}
"""A page in a frame of another site could be clicked unseen; the token is nobody else's to know."""


class Admission:
    """Looks at every request, for the page as for its WebSocket.

    `Host` must be a name of this machine, or another name could be made to lead here (DNS
    rebinding). `Origin`, which browsers send with every WebSocket, must be the page itself; only
    programs that are no browsers send none. Whoever can reach a page that is open beyond this
    machine needs its token, in the address or in the cookie that the address has set.
    """

    def __init__(self, host: str, port: int, line: PageLine | None = None) -> None:
        """Args: line: of a page with parts of its own beside the viewer's."""
        self._line = line
        self._host, self._port = host.lower().strip("[]"), port
        self.token = "" if _is_here(self._host) else secrets.token_urlsafe(16)
        """Empty where only this machine can reach the page."""

    @property
    def url(self) -> str:
        """What to open in a browser."""
        name = socket.gethostname() if self._host in ANYWHERE else self._host
        name = f"[{name}]" if ":" in name else name
        return f"http://{name}:{self._port}" + (f"/?token={self.token}" if self.token else "")

    def refusal(self, request: Request) -> str:
        """Why a request is refused; empty where it is not."""
        hosts = request.headers.get_all("Host")
        if len(hosts) != 1 or not self._is_name_of_ours(hosts[0]):
            return "this page has another name: open the address that the program printed"
        for origin in request.headers.get_all("Origin"):
            if urlsplit(origin).netloc.lower() != hosts[0].lower():
                return "this page belongs to itself: other sites may not talk to it"
        if self.token and not any(self._fits(token) for token in self._tokens(request)):
            return "this page needs the token in the address that the program printed"
        return ""

    def around(self, serve: Process) -> Process:
        """The same server, for those who are admitted."""

        def process(connection: ServerConnection, request: Request) -> Response | None:
            refusal = self.refusal(request)
            if refusal:
                return connection.respond(HTTPStatus.FORBIDDEN, refusal + "\n")
            response = asset_response(request.path) or serve(connection, request)
            if response is not None:
                with_page(response, cockpit=self._line is not None)
                response.headers.update(STAYS_HERE)
                if self.token:
                    cookie = f"{self._cookie}={self.token}; HttpOnly; SameSite=Strict; Path=/"
                    response.headers["Set-Cookie"] = cookie
            return response

        return process

    def beside(self, handle: Handler) -> Handler:
        """The same WebSockets, and the page's own."""

        async def answer(connection: ServerConnection) -> None:
            path = connection.request.path if connection.request else ""
            if self._line is not None and path.partition("?")[0] == LINE:
                await self._line.serve(connection)
            else:
                await handle(guarded(connection))

        return answer

    @property
    def _cookie(self) -> str:
        """Cookies are shared by all ports of a machine, so the name says which."""
        return f"olympian_{self._port}"

    def _is_name_of_ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        own = socket.gethostname().lower()
        if _is_here(name) or name == self._host:
            return True
        return bool(self.token) and (name in (own, f"{own}.local") or _is_address(name))

    def _tokens(self, request: Request) -> Iterator[str]:
        yield from parse_qs(urlsplit(request.path).query).get("token", ())
        for header in request.headers.get_all("Cookie"):
            for part in header.split(";"):
                name, _, value = part.strip().partition("=")
                if name == self._cookie:
                    yield value

    def _fits(self, token: str) -> bool:
        return compare_digest(token.encode(), self.token.encode())


def open_server(
    host: str, port: int, line: PageLine | None = None
) -> tuple[viser.ViserServer, str]:
    """A server of pages that admits no strangers, and the address to open.

    Args: line: hears what browsers say beside the viewer.
    """
    admission = Admission(host, port, line)
    with redirect_stdout(sys.stderr), _installed(admission) as gates:
        # viser greets on stdout, which belongs to results
        server = viser.ViserServer(host=host, port=port, label="Olympian", verbose=False)
    if not gates:
        server.stop()
        raise OlympianError("this version of viser cannot be kept from strangers: install 1.1")
    return server, admission.url


_starting = Lock()


@contextmanager
def _installed(admission: Admission) -> Iterator[list[Admission]]:
    """While viser starts, which offers no way to look at requests, it finds our way to serve.

    Yields: the admission, once it is in place.
    """
    module, gates = websockets.asyncio.server, list[Admission]()
    original = module.serve

    def serve(
        handle: Handler, *args: Any, process_request: Process, **options: Any
    ) -> websockets.asyncio.server.serve:
        gates.append(admission)
        process = admission.around(process_request)
        return original(admission.beside(handle), *args, process_request=process, **options)

    with _starting:
        module.serve = serve  # type: ignore[assignment,misc]
        try:
            yield gates
        finally:
            module.serve = original  # type: ignore[misc]


def _is_here(name: str) -> bool:
    return name == "localhost" or (_is_address(name) and ip_address(name).is_loopback)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
