"""Parts of Numba that `olympian.compiled` names."""
