"""Static shapes of the math ops. Shapes broadcast, lose axes, or follow from numbers of segments."""
