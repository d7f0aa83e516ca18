"""Static shapes of the ops of summaries. What they make is a serialised message, a scalar."""
