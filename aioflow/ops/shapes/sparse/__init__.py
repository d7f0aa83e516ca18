"""Static shapes of the ops of sparse tensors."""
