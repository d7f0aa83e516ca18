"""Tests of collective ops."""
