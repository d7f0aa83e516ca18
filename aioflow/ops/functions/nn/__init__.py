"""Functions of `tf.nn` that are no generated op: convolutions, poolings, activations, normalisations, losses."""
