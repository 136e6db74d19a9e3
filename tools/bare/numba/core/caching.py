"""No kernels are kept."""


class IndexDataCacheFile:
    """Has an index that nobody reads."""

    _load_index = None
