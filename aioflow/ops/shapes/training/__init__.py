"""Static shapes of the ops of training. Updates return the variable, whose shape they keep."""
