"""Adding one operation to a graph: arguments become tensors, attributes get their kinds, nodes get names.

Nothing here knows a single op; everything follows from the op's definition.
"""
