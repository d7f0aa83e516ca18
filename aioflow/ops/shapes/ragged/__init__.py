"""Static shapes of the ops of ragged tensors."""
