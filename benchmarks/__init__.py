"""Every speed target as a ratio, measured in one interleaved run: `python -m benchmarks`."""
