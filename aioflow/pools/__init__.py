"""Thread pools: threads, queues, sizes, sharing between sessions, and the door back into the event loop."""
