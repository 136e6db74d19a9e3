"""The command line: thin, quick to start, one line per error."""
