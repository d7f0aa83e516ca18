"""Control flow: Switch, Merge and the loops' ops, functional control flow, transfers and Python functions."""
