"""Static shapes of the ops that parse strings. Features have declared shapes behind the dimensions of the batch."""
