"""Commands around recordings and bridges."""
