"""The disciplines: one file each."""
