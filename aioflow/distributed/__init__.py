"""Sessions beyond one process: TensorFlow's master and worker protocol, spoken both ways.

A master keeps sessions, places their graphs over the tasks of a cluster, and has each task's worker run its part. A
client asks a master. Masters and workers know each other by two interfaces, behind which a peer is an object of this
process, a gRPC connection, or whatever else carries calls; what carries them, and the clock of the event loop, can be
simulated.

| room | what | stands on |
| --- | --- | --- |
| `transport` | calls between addresses: gRPC, links between tasks of aioflow, Ray's actors, and simulated; errors | |
| `interfaces` | `MasterInterface`, `WorkerInterface`: what is asked of each, in plain data and messages | |
| `wire` | messages as bytes: methods by path, tensors and steps framed by hand | both |
| `collective` | groups of devices of several tasks, numbers of their steps, parts of values | wire |
| `client` | the session factories for `grpc://host:port` and `ray:NAME`; masters over a transport | all above |
| `worker` | parts of graphs and their steps on a task; the rendezvous between them; services | collective |
| `master` | sessions of clients; placement over tasks, cuts, steps of several workers, their errors | worker |
| `server` | `Server` (`tf.train.Server`): one task with its master at one address; who may call it | all above |
| `ray` | `RayCluster`: servers in actors of Ray, and where they are placed | all above |

`RemoteWorker` is the `WorkerInterface` of every worker of another process, over gRPC as in an actor of Ray: nothing but
the transport differs.

Rooms import those above them in the table alone. Nothing here reads a clock but that of the event loop
(`loop.time()`), nor draws numbers but from what its maker was given, so that a whole cluster also runs on virtual time.
"""
