"""Static shapes of the ops of random numbers. The wanted shape is an input in almost all of them."""
