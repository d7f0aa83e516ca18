"""Variables, mutexes and handles."""
