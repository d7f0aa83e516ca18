"""Training: updates of variables by optimizers, accumulators of gradients, clustering."""
