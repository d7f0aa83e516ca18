"""Static shapes of the ops on files and readers. Contents are strings, and their number is known to a run alone."""
