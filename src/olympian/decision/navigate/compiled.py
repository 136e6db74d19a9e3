"""How kernels of this room are compiled: exact, and kept between runs."""

from numba import njit

__all__ = ["compiled"]

compiled = njit(cache=True, fastmath=False, nogil=True, error_model="numpy")
