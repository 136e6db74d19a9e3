"""Scripts and styles of the page, and how they get into the viewer's."""

import gzip
import re
from http import HTTPStatus
from pathlib import Path

from websockets.datastructures import Headers
from websockets.http11 import Response

__all__ = ["asset_response", "with_page"]

APP = Path(__file__).parent / "app"
PREFIX = "/olympian/"
KINDS = {".js": "application/javascript", ".css": "text/css; charset=utf-8"}
NAME = re.compile(r"[a-z_]+\.(js|css)")
COCKPIT = (
    '<link rel="stylesheet" href="/olympian/page.css">'
    '<script type="module" src="/olympian/page.js"></script>'
)


def asset_response(path: str) -> Response | None:
    """A file of the page; None for any other path."""
    name = path.partition("?")[0].removeprefix(PREFIX)
    file = APP / name
    if not path.startswith(PREFIX) or not NAME.fullmatch(name) or not file.is_file():
        return None
    body = file.read_bytes()
    headers = Headers(
        {
            "Content-Type": KINDS[file.suffix],
            "Content-Length": str(len(body)),
            "Cache-Control": "no-cache",
        }
    )
    return Response(HTTPStatus.OK, "OK", headers, body)


def with_page(response: Response, *, cockpit: bool) -> None:
    """Put what the page needs into the viewer's HTML, before anything of it runs.

    Args: cockpit: the parts around the scene too; else only what keeps a browser from drawing
        more often than anybody sees.
    """
    if not response.headers.get("Content-Type", "").startswith("text/html"):
        return
    zipped = response.headers.get("Content-Encoding") == "gzip"
    html = gzip.decompress(response.body) if zipped else response.body
    pace = f"<script>{(APP / 'pace.js').read_text()}</script>{COCKPIT if cockpit else ''}"
    html = html.replace(b"<head>", b"<head>" + pace.encode(), 1)
    html = html.replace(b"<title>Viser</title>", b"<title>Olympian</title>", 1)
    response.body = gzip.compress(html, 1) if zipped else html
    del response.headers["Content-Length"]
    response.headers["Content-Length"] = str(len(response.body))
