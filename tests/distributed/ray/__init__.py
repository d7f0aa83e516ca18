"""Tests of clusters on Ray that need no Ray."""
