"""Static shapes of the ops of Fourier transforms and audio.

Lengths are inputs of transforms and attributes of sounds.
"""
