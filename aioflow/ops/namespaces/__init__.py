"""The modules that users see below the package: `tf.nn`, `tf.math`, `tf.linalg`, ...

They only gather names, which are those of TensorFlow, under whatever name the functions have inside.
"""
