"""Tests of `tf.train`."""
