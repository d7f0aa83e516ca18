"""Static shapes of the ops of queues and barriers."""
