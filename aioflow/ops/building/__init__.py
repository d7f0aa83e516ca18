"""Adding one operation to a graph: arguments to tensors, attributes, names."""
