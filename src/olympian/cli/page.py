"""Commands that show something on a page: where it listens, and until when."""

from typing import TYPE_CHECKING, Annotated

import typer

from olympian.cli.output import Output

if TYPE_CHECKING:
    from olympian.cockpit.shows.page import ShowPage

__all__ = ["Host", "Port", "serve"]

Host = Annotated[str, typer.Option("--host", help="Address the page listens on.")]
Port = Annotated[int, typer.Option("--port", min=1, max=65535, help="Port of the page.")]


def serve(output: Output, page: "ShowPage", what: str, seconds: float | None = None) -> None:
    """Show it until Ctrl-C, or for so long."""
    output.note(f"{what} on {page.url}; Ctrl-C ends it")
    try:
        page.run(seconds)
    except KeyboardInterrupt:
        output.note("stopped")
    finally:
        page.close()
