"""Static shapes of the ops on files and readers."""
