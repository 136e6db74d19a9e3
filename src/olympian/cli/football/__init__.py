"""Commands around football: matches, and the referee's packets."""
