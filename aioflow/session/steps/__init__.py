"""Steps of a session: starting, counting and ending them."""
