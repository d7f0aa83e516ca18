"""Static shapes of the ops of checkpoints. Files are read by runs only, so a shape is known where a slice is named."""
