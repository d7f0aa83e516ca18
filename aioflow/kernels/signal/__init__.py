"""Signals: spectra and sound."""
