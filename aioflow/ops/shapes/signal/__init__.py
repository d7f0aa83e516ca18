"""Static shapes of the ops of Fourier transforms and audio."""
