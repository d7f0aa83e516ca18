"""Tests of collectives of several tasks."""
