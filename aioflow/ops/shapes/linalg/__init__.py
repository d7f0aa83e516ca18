"""Static shapes of the ops of linear algebra. The last two dimensions are matrices, and all others a batch of them."""
