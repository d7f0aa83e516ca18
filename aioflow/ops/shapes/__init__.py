"""Shape rules, one folder per family of ops; what lies flat here serves several families.

A rule may know less than a run will show, but never something else: callers build on what rules say. Unknown
sizes and ranks are always right. `ValueError` is for what TensorFlow's shape functions refuse: mostly what no run could
compute. `input_shapes.py` of a family has the ranks and equal sizes that its ops ask for; rules do the rest.

Importing a family's modules registers its rules; that is done when one of them is first looked for.
"""
