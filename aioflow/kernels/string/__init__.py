"""Strings: formats, splits, regular expressions and Unicode."""
