"""Functions of the public API that add more than one generated builder would."""
