"""Who may open a page: itself, programs of this machine, and whoever has the token."""

import socket
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from urllib.parse import parse_qs, urlsplit

import pytest
import websockets.asyncio.server
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from drills.browser import browser_page, free_port, needs_chromium
from olympian.cockpit.page.admission import open_server
from olympian.errors import OlympianError

WIDE = "0.0.0.0"


@pytest.fixture(scope="module")
def narrow() -> Iterator[int]:
    """Port of a page that only this machine can reach."""
    port = free_port()
    server, url = open_server("127.0.0.1", port)
    assert url == f"http://127.0.0.1:{port}"
    yield port
    server.stop()


@pytest.fixture(scope="module")
def wide() -> Iterator[tuple[int, str]]:
    """Port and token of a page that might be reached from elsewhere."""
    port = free_port()
    server, url = open_server(WIDE, port)
    (token,) = parse_qs(urlsplit(url).query)["token"]
    yield port, token
    server.stop()


def handshake(
    port: int, origin: str | None = None, path: str = "/", host: str = "", cookie: str = ""
) -> int:
    """What a WebSocket is answered: 101 if it is accepted."""
    headers = {"Cookie": cookie} if cookie else {}
    try:
        with connect(
            f"ws://{host or '127.0.0.1'}:{port}{path}",
            sock=socket.create_connection(("127.0.0.1", port)),
            origin=origin,  # pyright: ignore[reportArgumentType]
            additional_headers=headers,
            proxy=None,
        ) as client:
            return client.response.status_code if client.response else 0
    except InvalidStatus as refused:
        return refused.response.status_code


def get(port: int, path: str = "/", host: str = "127.0.0.1") -> tuple[int, dict[str, str]]:
    """Status and headers of a page."""
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers={"Host": f"{host}:{port}"})
    response = connection.getresponse()
    response.read()
    connection.close()
    return response.status, dict(response.getheaders())


def test_only_the_page_itself_may_talk_to_it(narrow: int) -> None:
    assert handshake(narrow, f"http://127.0.0.1:{narrow}") == 101
    assert handshake(narrow, f"http://localhost:{narrow}", host="localhost") == 101
    for origin in (
        "http://evil.example",
        f"http://evil.example:{narrow}",
        "http://127.0.0.1:1",
        f"http://127.0.0.1.evil.example:{narrow}",
        "null",
    ):
        assert handshake(narrow, origin) == 403, origin


def test_a_program_that_is_no_browser_may_talk_to_it(narrow: int) -> None:
    assert handshake(narrow) == 101


def test_a_name_that_was_made_to_lead_here_is_refused(narrow: int) -> None:
    assert handshake(narrow, f"http://evil.example:{narrow}", host="evil.example") == 403
    assert get(narrow, host="evil.example")[0] == 403
    assert get(narrow)[0] == 200


def test_no_other_site_may_frame_the_page(narrow: int) -> None:
    assert get(narrow)[1]["X-Frame-Options"] == "DENY"


def test_beyond_this_machine_page_and_websocket_need_the_token(wide: tuple[int, str]) -> None:
    port, token = wide
    own = f"http://127.0.0.1:{port}"
    for path in ("/", "/?token=", f"/?token={token[:-1]}", f"/?token={token}x"):
        assert get(port, path)[0] == 403, path
        assert handshake(port, own, path) == 403, path
        assert handshake(port, None, path) == 403, path
    assert handshake(port, own, f"/?token={token}") == 101
    assert handshake(port, "http://evil.example", f"/?token={token}") == 403
    assert get(port, f"/?token={token}", host="evil.example")[0] == 403


@pytest.mark.parametrize("path", ["/olympian/line", "/olympian/page.js"])
def test_the_pages_own_parts_need_the_token_too(wide: tuple[int, str], path: str) -> None:
    port, token = wide
    assert handshake(port, f"http://127.0.0.1:{port}", path) == 403
    assert handshake(port, "http://evil.example", f"{path}?token={token}") == 403
    assert get(port, path)[0] == 403


def test_scripts_are_served_and_nothing_beside_them(narrow: int) -> None:
    status, headers = get(narrow, "/olympian/page.js")
    assert (status, headers["Content-Type"]) == (200, "application/javascript")
    for path in ("/olympian/../serve.py", "/olympian/serve.py", "/olympian/", "/olympian/x.js"):
        assert get(narrow, path)[0] == 404, path


def test_the_page_with_the_token_lets_its_websocket_in(wide: tuple[int, str]) -> None:
    port, token = wide
    status, headers = get(port, f"/?token={token}")
    assert status == 200
    cookie, *rules = headers["Set-Cookie"].split("; ")
    assert {"HttpOnly", "SameSite=Strict"} <= set(rules)
    assert handshake(port, f"http://127.0.0.1:{port}", cookie=cookie) == 101
    assert handshake(port, f"http://127.0.0.1:{port}", cookie=cookie[:-1]) == 403


@needs_chromium
def test_a_browser_with_the_token_is_let_in() -> None:
    port = free_port()
    server, url = open_server(WIDE, port)
    server.gui.add_button("stand")
    with browser_page(f"http://127.0.0.1:{port}/?{urlsplit(url).query}") as (page, _):
        assert page.get_by_role("button", name="stand", exact=True).is_visible()
    server.stop()


def test_a_viser_that_cannot_be_guarded_is_not_served(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails closed: one that serves in another way than by the function we put in its place."""
    original = websockets.asyncio.server.serve
    monkeypatch.setattr("viser.infra._infra.websockets", _Other(original))
    with pytest.raises(OlympianError, match="viser"):
        open_server("127.0.0.1", free_port())


class _Other:
    """The package as a future viser might use it."""

    def __init__(self, serve: Callable[..., object]) -> None:
        self.asyncio = type("", (), {"server": type("", (), {"serve": staticmethod(serve)})})
        self.exceptions = websockets.exceptions
        self.datastructures = websockets.datastructures
