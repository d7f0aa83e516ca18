"""Static shapes of the ops of lists and arrays of tensors."""
