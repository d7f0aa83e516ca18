"""What a traced step reports: times, memory and costs of its nodes."""
