"""The modules that users see below the package: `tf.nn`, `tf.math`, `tf.linalg`, ... They only gather names."""
