"""Static shapes of the string ops.

Most work on each string by itself; the others cut strings into parts, whose number only a run can tell.
"""
