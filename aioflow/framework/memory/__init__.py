"""Memory: allocators, what they count, and what is known of a host's memory."""
