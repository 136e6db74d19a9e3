"""A page on which a simulated robot is only looked at: another program drives it."""

import sys
from contextlib import redirect_stdout

from olympian.backend import Simulation
from olympian.cockpit.page.admission import open_server
from olympian.cockpit.page.scene import PageScene
from olympian.cockpit.page.serve import check_port

__all__ = ["Onlooking"]


class Onlooking:
    """The scene of a simulation, and nothing to press."""

    def __init__(self, simulation: Simulation, host: str, port: int) -> None:
        """A server that admits no strangers."""
        check_port(host, port)
        self._simulation = simulation
        self._server, self.url = open_server(host, port)
        follow = simulation.actors[0].root_body
        with redirect_stdout(sys.stderr):
            self._scene = PageScene(self._server, simulation.model, follow=follow)

    def show(self) -> None:
        """Draw the present state for who has the page open."""
        if self._server.get_clients():
            self._scene.show(self._simulation.data)

    def close(self) -> None:
        """Stop serving."""
        with redirect_stdout(sys.stderr):
            self._server.stop()

    def __enter__(self) -> "Onlooking":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
