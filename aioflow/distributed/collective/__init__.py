"""Collectives of several tasks: who takes part, which step it is, and parts of values on their way."""
