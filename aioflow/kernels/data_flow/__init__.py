"""Kernels of data on its way between steps: queues, barriers, staging areas and batching.

What may have to wait is a coroutine in a `WaitingRoom`, so a full queue holds up its step but no thread.
"""
