"""Reports of a traced step: times, memory and costs of its nodes."""
