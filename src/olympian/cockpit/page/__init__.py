"""The page to drive a robot: scene, pad, panels, and who may open it."""

from olympian.cockpit.page.open_page import has_screen, serve_page, show_robot

__all__ = ["has_screen", "serve_page", "show_robot"]
