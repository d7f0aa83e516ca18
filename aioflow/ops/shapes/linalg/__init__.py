"""Static shapes of the ops of linear algebra."""
