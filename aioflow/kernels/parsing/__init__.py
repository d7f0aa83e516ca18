"""Parsing: CSV, raw bytes, JSON, examples and protocol messages."""
