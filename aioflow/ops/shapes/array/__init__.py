"""Static shapes of the array ops. Many shapes here are held by inputs, and known as far as these are constants."""
