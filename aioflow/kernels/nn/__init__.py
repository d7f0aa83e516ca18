"""Neural networks: activations, convolutions, poolings, normalisations, recurrent cells and CTC."""
