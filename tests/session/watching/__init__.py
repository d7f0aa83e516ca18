"""Watches on tensors: of debuggers, into files and over connections, and of programs."""
