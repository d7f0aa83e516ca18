"""Static shapes of the ops of datasets."""
