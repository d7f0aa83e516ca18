"""Static shapes of the ops of lookup tables. A handle tells nothing of keys and values, so little is known."""
