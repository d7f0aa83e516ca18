"""Variables, their scopes, initializers and partitions."""
