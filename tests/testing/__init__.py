"""Tests of `aioflow.testing`."""
