"""Tests of loading SavedModels."""
