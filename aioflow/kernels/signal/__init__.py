"""Signals: spectra and sound.

Samples of sound are numbers in [-1, 1], [frames, channels]; files hold them with 16 bits.
"""
