"""The command line: `aioflow` and `python -m aioflow`."""
