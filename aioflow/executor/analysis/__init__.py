"""What may run as one: the order of nodes, the shape of loops, liveness, and which nodes go into generated code."""
