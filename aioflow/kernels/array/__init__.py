"""Arrays: constants, shapes, casts, joining and cutting, gathering and scattering, ordering and searching.

Results share the memory of inputs wherever a view can say them, because no kernel writes into an array it was given.
"""
