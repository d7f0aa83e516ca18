"""Thread pools: threads, queues, sizes, sharing between sessions, and the door back into the event loop.

From top to bottom: `session_pools` (those of one session), `shared_pools` (those that outlive it) and `intra_op` (the
one for the insides of kernels) have `open_pools` make each `thread_pool`. A pool is a `task_queue`, in which
`task_order` or `handler_order` decides what is next, and a `crew` of `worker`s. Runs come in by `pool_run`; what
threads have to tell an event loop leaves by `completion_queue`.
"""
