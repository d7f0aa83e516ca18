"""A SavedModel of TensorFlow 2."""
