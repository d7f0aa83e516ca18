"""Static shapes of the ops of summaries."""
