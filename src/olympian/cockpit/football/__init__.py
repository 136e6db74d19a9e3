"""What a footballer believes and what it sees, as pictures: the field from above, its camera."""

from olympian.cockpit.football.artist import FootballArtist, FootballView, Truth2d

__all__ = ["FootballArtist", "FootballView", "Truth2d"]
