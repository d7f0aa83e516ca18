"""Data flow between steps: queues, barriers, staging areas and batching."""
