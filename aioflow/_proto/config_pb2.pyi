# Generated from protos/aioflow/config.proto by `python -m aioflow.tools.gen_protos`. Do not edit.
from aioflow._proto import cluster_pb2 as _cluster_pb2
from aioflow._proto import coordination_config_pb2 as _coordination_config_pb2
from aioflow._proto import cost_graph_pb2 as _cost_graph_pb2
from aioflow._proto import debug_pb2 as _debug_pb2
from aioflow._proto import gpu_options_pb2 as _gpu_options_pb2
from aioflow._proto import graph_pb2 as _graph_pb2
from aioflow._proto import rewriter_config_pb2 as _rewriter_config_pb2
from aioflow._proto import rpc_options_pb2 as _rpc_options_pb2
from aioflow._proto import step_stats_pb2 as _step_stats_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ThreadPoolOptionProto(_message.Message):
    """A pool of worker threads for the nodes of a run.

    Attributes:
        num_threads: 0: as ConfigProto.inter_op_parallelism_threads says.
        global_name: All sessions that give the same name share the pool; empty: the session's own.
    """
    __slots__ = ("num_threads", "global_name", "aioflow")
    NUM_THREADS_FIELD_NUMBER: _ClassVar[int]
    GLOBAL_NAME_FIELD_NUMBER: _ClassVar[int]
    AIOFLOW_FIELD_NUMBER: _ClassVar[int]
    num_threads: int
    global_name: str
    aioflow: AioflowPoolOptions
    def __init__(self, num_threads: _Optional[int] = ..., global_name: _Optional[str] = ..., aioflow: _Optional[_Union[AioflowPoolOptions, _Mapping]] = ...) -> None: ...

class AioflowPoolOptions(_message.Message):
    """What aioflow knows of a pool and TensorFlow does not. All but `priority` belong to the pool: sessions that
    share it and give this message must agree on them.

    Attributes:
        max_queue: How many runs may wait for a thread; one more fails at once with ResourceExhaustedError. Not
            set: any number.
        priority: This session's waiting runs go before those of sessions with lower numbers.
        nice: The threads' nice value: higher leaves more CPU time to others. Linux only.
        cpu_affinity: The CPUs, by number, on which the threads may run; none: all. Linux only.
    """
    __slots__ = ("max_queue", "priority", "nice", "cpu_affinity")
    MAX_QUEUE_FIELD_NUMBER: _ClassVar[int]
    PRIORITY_FIELD_NUMBER: _ClassVar[int]
    NICE_FIELD_NUMBER: _ClassVar[int]
    CPU_AFFINITY_FIELD_NUMBER: _ClassVar[int]
    max_queue: int
    priority: int
    nice: int
    cpu_affinity: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, max_queue: _Optional[int] = ..., priority: _Optional[int] = ..., nice: _Optional[int] = ..., cpu_affinity: _Optional[_Iterable[int]] = ...) -> None: ...

class AioflowSessionOptions(_message.Message):
    """What aioflow knows of a session and TensorFlow does not.

    Attributes:
        memory_limit: Device type -> bytes that the tensors which a session's nodes make on one such device may
            take at once, such as {"CPU": 1073741824}; one more fails with ResourceExhaustedError. Types not
            mentioned: no limit.
        never_inline: Whether all nodes run on threads of the run's pool, also those that cost less than handing
            them over. Nodes that wait do so on the event loop all the same, and so does a run for which
            RunOptions.inter_op_thread_pool is -1.
        region_engine: The engine that computes whole parts of a graph, by the name of its pack: "onnxruntime",
            or "none". Empty: the one that use_kernels() has brought, if any.
        strict_regions: Whether ops stay out of regions of which TensorFlow and the engine treat NaN
            differently: maxima, minima and searches for them.
        connect_timeout_in_ms: How long a session waits until the master at its target can be reached. 0: as
            long as its runs may take, and without a limit of those for ever, as TensorFlow's clients do.
    """
    __slots__ = ("memory_limit", "never_inline", "region_engine", "strict_regions", "connect_timeout_in_ms")
    class MemoryLimitEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    MEMORY_LIMIT_FIELD_NUMBER: _ClassVar[int]
    NEVER_INLINE_FIELD_NUMBER: _ClassVar[int]
    REGION_ENGINE_FIELD_NUMBER: _ClassVar[int]
    STRICT_REGIONS_FIELD_NUMBER: _ClassVar[int]
    CONNECT_TIMEOUT_IN_MS_FIELD_NUMBER: _ClassVar[int]
    memory_limit: _containers.ScalarMap[str, int]
    never_inline: bool
    region_engine: str
    strict_regions: bool
    connect_timeout_in_ms: int
    def __init__(self, memory_limit: _Optional[_Mapping[str, int]] = ..., never_inline: bool = ..., region_engine: _Optional[str] = ..., strict_regions: bool = ..., connect_timeout_in_ms: _Optional[int] = ...) -> None: ...

class SessionMetadata(_message.Message):
    """A name for the model that a session serves, unique among the open sessions of a process.

    Attributes:
        name: Of the model.
        version: Not negative.
    """
    __slots__ = ("name", "version")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    name: str
    version: int
    def __init__(self, name: _Optional[str] = ..., version: _Optional[int] = ...) -> None: ...

class ConfigProto(_message.Message):
    """The configuration of a session.

    Attributes:
        device_count: How many devices of a type there are: {"CPU": 2}. Types not mentioned: as many as the
            machine has.
        intra_op_parallelism_threads: Inside of one kernel; 0: TF_NUM_INTRAOP_THREADS, or the usable CPUs.
        device_filters: Only devices that match one of these are used.
        inter_op_parallelism_threads: For running nodes side by side; 0: TF_NUM_INTEROP_THREADS, or the usable
            CPUs; negative: run in the caller. Ignored if session_inter_op_thread_pool is given.
        allow_soft_placement: A device that cannot run a node may be replaced.
        log_device_placement: Tells devices, and the device of each node, to stderr and the log.
        use_per_session_threads: A pool for this session alone.
        operation_timeout_in_ms: For runs that give no timeout; 0 or less: none.
        session_inter_op_thread_pool: RunOptions.inter_op_thread_pool chooses.
        cluster_def: The servers that shall take part, sent to them by the master.
        isolate_session_state: Variables on a server are not shared with other sessions.
    """
    __slots__ = ("device_count", "intra_op_parallelism_threads", "placement_period", "device_filters", "inter_op_parallelism_threads", "gpu_options", "allow_soft_placement", "log_device_placement", "use_per_session_threads", "graph_options", "operation_timeout_in_ms", "session_inter_op_thread_pool", "rpc_options", "cluster_def", "isolate_session_state", "experimental", "share_cluster_devices_in_session", "pluggable_device_options", "aioflow")
    class Experimental(_message.Message):
        """Attributes:
            executor_type: "" or "DEFAULT"; "SINGLE_THREADED_EXECUTOR".
            session_metadata: What the session serves; RunMetadata tells it.
            disable_thread_spinning: Idle threads sleep at once.
            optimize_for_static_graph: The graph will not be extended after the first run.
            disable_output_partition_graphs: RunMetadata.partition_graphs will not be asked for.
            disable_functional_ops_lowering: Run If and While as function calls.
            collective_group_leader: The task that brings the members of collective ops together.
            recv_buf_max_chunk: Bytes per message; 0 for the default, negative for no limit.
            collective_deterministic_sequential_execution: Reductions of a device that nothing else orders run one
                after the other, the largest instance key first.
            collective_nccl: The same order, told in `wait_for`: other runtimes look at it.
            share_cluster_devices_in_session: Has moved to ConfigProto.
            use_tfrt: No session has it: the constructor raises NotFoundError.
        """
        __slots__ = ("executor_type", "session_metadata", "use_numa_affinity", "disable_thread_spinning", "optimize_for_static_graph", "disable_optimize_for_static_graph", "disable_output_partition_graphs", "disable_functional_ops_lowering", "finalize_function_library_runtime", "finalize_resource_manager", "online_cost_analysis", "collective_group_leader", "recv_buf_max_chunk", "collective_deterministic_sequential_execution", "collective_nccl", "share_session_state_in_clusterspec_propagation", "share_cluster_devices_in_session", "coordination_config", "disable_eager_executor_streaming_enqueue", "enable_multi_host", "backend_server_port", "enable_mlir_bridge", "mlir_bridge_rollout", "enable_mlir_graph_optimization", "xla_fusion_autotuner_thresh", "xla_prefer_single_graph_cluster", "tf2xla_dump_dir", "use_tfrt", "tfrt_use_ifrt", "target_tpu", "target_gpu", "stream_merge_threshold")
        class MlirBridgeRollout(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
            __slots__ = ()
            MLIR_BRIDGE_ROLLOUT_UNSPECIFIED: _ClassVar[ConfigProto.Experimental.MlirBridgeRollout]
            MLIR_BRIDGE_ROLLOUT_ENABLED: _ClassVar[ConfigProto.Experimental.MlirBridgeRollout]
            MLIR_BRIDGE_ROLLOUT_DISABLED: _ClassVar[ConfigProto.Experimental.MlirBridgeRollout]
        MLIR_BRIDGE_ROLLOUT_UNSPECIFIED: ConfigProto.Experimental.MlirBridgeRollout
        MLIR_BRIDGE_ROLLOUT_ENABLED: ConfigProto.Experimental.MlirBridgeRollout
        MLIR_BRIDGE_ROLLOUT_DISABLED: ConfigProto.Experimental.MlirBridgeRollout
        EXECUTOR_TYPE_FIELD_NUMBER: _ClassVar[int]
        SESSION_METADATA_FIELD_NUMBER: _ClassVar[int]
        USE_NUMA_AFFINITY_FIELD_NUMBER: _ClassVar[int]
        DISABLE_THREAD_SPINNING_FIELD_NUMBER: _ClassVar[int]
        OPTIMIZE_FOR_STATIC_GRAPH_FIELD_NUMBER: _ClassVar[int]
        DISABLE_OPTIMIZE_FOR_STATIC_GRAPH_FIELD_NUMBER: _ClassVar[int]
        DISABLE_OUTPUT_PARTITION_GRAPHS_FIELD_NUMBER: _ClassVar[int]
        DISABLE_FUNCTIONAL_OPS_LOWERING_FIELD_NUMBER: _ClassVar[int]
        FINALIZE_FUNCTION_LIBRARY_RUNTIME_FIELD_NUMBER: _ClassVar[int]
        FINALIZE_RESOURCE_MANAGER_FIELD_NUMBER: _ClassVar[int]
        ONLINE_COST_ANALYSIS_FIELD_NUMBER: _ClassVar[int]
        COLLECTIVE_GROUP_LEADER_FIELD_NUMBER: _ClassVar[int]
        RECV_BUF_MAX_CHUNK_FIELD_NUMBER: _ClassVar[int]
        COLLECTIVE_DETERMINISTIC_SEQUENTIAL_EXECUTION_FIELD_NUMBER: _ClassVar[int]
        COLLECTIVE_NCCL_FIELD_NUMBER: _ClassVar[int]
        SHARE_SESSION_STATE_IN_CLUSTERSPEC_PROPAGATION_FIELD_NUMBER: _ClassVar[int]
        SHARE_CLUSTER_DEVICES_IN_SESSION_FIELD_NUMBER: _ClassVar[int]
        COORDINATION_CONFIG_FIELD_NUMBER: _ClassVar[int]
        DISABLE_EAGER_EXECUTOR_STREAMING_ENQUEUE_FIELD_NUMBER: _ClassVar[int]
        ENABLE_MULTI_HOST_FIELD_NUMBER: _ClassVar[int]
        BACKEND_SERVER_PORT_FIELD_NUMBER: _ClassVar[int]
        ENABLE_MLIR_BRIDGE_FIELD_NUMBER: _ClassVar[int]
        MLIR_BRIDGE_ROLLOUT_FIELD_NUMBER: _ClassVar[int]
        ENABLE_MLIR_GRAPH_OPTIMIZATION_FIELD_NUMBER: _ClassVar[int]
        XLA_FUSION_AUTOTUNER_THRESH_FIELD_NUMBER: _ClassVar[int]
        XLA_PREFER_SINGLE_GRAPH_CLUSTER_FIELD_NUMBER: _ClassVar[int]
        TF2XLA_DUMP_DIR_FIELD_NUMBER: _ClassVar[int]
        USE_TFRT_FIELD_NUMBER: _ClassVar[int]
        TFRT_USE_IFRT_FIELD_NUMBER: _ClassVar[int]
        TARGET_TPU_FIELD_NUMBER: _ClassVar[int]
        TARGET_GPU_FIELD_NUMBER: _ClassVar[int]
        STREAM_MERGE_THRESHOLD_FIELD_NUMBER: _ClassVar[int]
        executor_type: str
        session_metadata: SessionMetadata
        use_numa_affinity: bool
        disable_thread_spinning: bool
        optimize_for_static_graph: bool
        disable_optimize_for_static_graph: bool
        disable_output_partition_graphs: bool
        disable_functional_ops_lowering: bool
        finalize_function_library_runtime: bool
        finalize_resource_manager: bool
        online_cost_analysis: bool
        collective_group_leader: str
        recv_buf_max_chunk: int
        collective_deterministic_sequential_execution: bool
        collective_nccl: bool
        share_session_state_in_clusterspec_propagation: bool
        share_cluster_devices_in_session: bool
        coordination_config: _coordination_config_pb2.CoordinationServiceConfig
        disable_eager_executor_streaming_enqueue: bool
        enable_multi_host: bool
        backend_server_port: int
        enable_mlir_bridge: bool
        mlir_bridge_rollout: ConfigProto.Experimental.MlirBridgeRollout
        enable_mlir_graph_optimization: bool
        xla_fusion_autotuner_thresh: int
        xla_prefer_single_graph_cluster: bool
        tf2xla_dump_dir: str
        use_tfrt: bool
        tfrt_use_ifrt: bool
        target_tpu: bool
        target_gpu: bool
        stream_merge_threshold: int
        def __init__(self, executor_type: _Optional[str] = ..., session_metadata: _Optional[_Union[SessionMetadata, _Mapping]] = ..., use_numa_affinity: bool = ..., disable_thread_spinning: bool = ..., optimize_for_static_graph: bool = ..., disable_optimize_for_static_graph: bool = ..., disable_output_partition_graphs: bool = ..., disable_functional_ops_lowering: bool = ..., finalize_function_library_runtime: bool = ..., finalize_resource_manager: bool = ..., online_cost_analysis: bool = ..., collective_group_leader: _Optional[str] = ..., recv_buf_max_chunk: _Optional[int] = ..., collective_deterministic_sequential_execution: bool = ..., collective_nccl: bool = ..., share_session_state_in_clusterspec_propagation: bool = ..., share_cluster_devices_in_session: bool = ..., coordination_config: _Optional[_Union[_coordination_config_pb2.CoordinationServiceConfig, _Mapping]] = ..., disable_eager_executor_streaming_enqueue: bool = ..., enable_multi_host: bool = ..., backend_server_port: _Optional[int] = ..., enable_mlir_bridge: bool = ..., mlir_bridge_rollout: _Optional[_Union[ConfigProto.Experimental.MlirBridgeRollout, str]] = ..., enable_mlir_graph_optimization: bool = ..., xla_fusion_autotuner_thresh: _Optional[int] = ..., xla_prefer_single_graph_cluster: bool = ..., tf2xla_dump_dir: _Optional[str] = ..., use_tfrt: bool = ..., tfrt_use_ifrt: bool = ..., target_tpu: bool = ..., target_gpu: bool = ..., stream_merge_threshold: _Optional[int] = ...) -> None: ...
    class DeviceCountEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    DEVICE_COUNT_FIELD_NUMBER: _ClassVar[int]
    INTRA_OP_PARALLELISM_THREADS_FIELD_NUMBER: _ClassVar[int]
    PLACEMENT_PERIOD_FIELD_NUMBER: _ClassVar[int]
    DEVICE_FILTERS_FIELD_NUMBER: _ClassVar[int]
    INTER_OP_PARALLELISM_THREADS_FIELD_NUMBER: _ClassVar[int]
    GPU_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    ALLOW_SOFT_PLACEMENT_FIELD_NUMBER: _ClassVar[int]
    LOG_DEVICE_PLACEMENT_FIELD_NUMBER: _ClassVar[int]
    USE_PER_SESSION_THREADS_FIELD_NUMBER: _ClassVar[int]
    GRAPH_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    OPERATION_TIMEOUT_IN_MS_FIELD_NUMBER: _ClassVar[int]
    SESSION_INTER_OP_THREAD_POOL_FIELD_NUMBER: _ClassVar[int]
    RPC_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    CLUSTER_DEF_FIELD_NUMBER: _ClassVar[int]
    ISOLATE_SESSION_STATE_FIELD_NUMBER: _ClassVar[int]
    EXPERIMENTAL_FIELD_NUMBER: _ClassVar[int]
    SHARE_CLUSTER_DEVICES_IN_SESSION_FIELD_NUMBER: _ClassVar[int]
    PLUGGABLE_DEVICE_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    AIOFLOW_FIELD_NUMBER: _ClassVar[int]
    device_count: _containers.ScalarMap[str, int]
    intra_op_parallelism_threads: int
    placement_period: int
    device_filters: _containers.RepeatedScalarFieldContainer[str]
    inter_op_parallelism_threads: int
    gpu_options: _gpu_options_pb2.GPUOptions
    allow_soft_placement: bool
    log_device_placement: bool
    use_per_session_threads: bool
    graph_options: GraphOptions
    operation_timeout_in_ms: int
    session_inter_op_thread_pool: _containers.RepeatedCompositeFieldContainer[ThreadPoolOptionProto]
    rpc_options: _rpc_options_pb2.RPCOptions
    cluster_def: _cluster_pb2.ClusterDef
    isolate_session_state: bool
    experimental: ConfigProto.Experimental
    share_cluster_devices_in_session: bool
    pluggable_device_options: _gpu_options_pb2.GPUOptions
    aioflow: AioflowSessionOptions
    def __init__(self, device_count: _Optional[_Mapping[str, int]] = ..., intra_op_parallelism_threads: _Optional[int] = ..., placement_period: _Optional[int] = ..., device_filters: _Optional[_Iterable[str]] = ..., inter_op_parallelism_threads: _Optional[int] = ..., gpu_options: _Optional[_Union[_gpu_options_pb2.GPUOptions, _Mapping]] = ..., allow_soft_placement: bool = ..., log_device_placement: bool = ..., use_per_session_threads: bool = ..., graph_options: _Optional[_Union[GraphOptions, _Mapping]] = ..., operation_timeout_in_ms: _Optional[int] = ..., session_inter_op_thread_pool: _Optional[_Iterable[_Union[ThreadPoolOptionProto, _Mapping]]] = ..., rpc_options: _Optional[_Union[_rpc_options_pb2.RPCOptions, _Mapping]] = ..., cluster_def: _Optional[_Union[_cluster_pb2.ClusterDef, _Mapping]] = ..., isolate_session_state: bool = ..., experimental: _Optional[_Union[ConfigProto.Experimental, _Mapping]] = ..., share_cluster_devices_in_session: bool = ..., pluggable_device_options: _Optional[_Union[_gpu_options_pb2.GPUOptions, _Mapping]] = ..., aioflow: _Optional[_Union[AioflowSessionOptions, _Mapping]] = ...) -> None: ...

class GraphOptions(_message.Message):
    """How graphs are prepared before they run.

    Attributes:
        optimizer_options: Which simple optimisations are made.
        build_cost_model: Measure every so many steps; 0: never.
        infer_shapes: Write inferred shapes into the nodes.
        place_pruned_graph: Choose devices only for the nodes that a run needs.
        enable_bfloat16_sendrecv: Floats travel between processes with half their bits.
        build_cost_model_after: Skip so many steps first.
        rewrite_options: Which rewriters run; OFF turns one off.
    """
    __slots__ = ("enable_recv_scheduling", "optimizer_options", "build_cost_model", "infer_shapes", "place_pruned_graph", "enable_bfloat16_sendrecv", "timeline_step", "build_cost_model_after", "rewrite_options")
    ENABLE_RECV_SCHEDULING_FIELD_NUMBER: _ClassVar[int]
    OPTIMIZER_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    BUILD_COST_MODEL_FIELD_NUMBER: _ClassVar[int]
    INFER_SHAPES_FIELD_NUMBER: _ClassVar[int]
    PLACE_PRUNED_GRAPH_FIELD_NUMBER: _ClassVar[int]
    ENABLE_BFLOAT16_SENDRECV_FIELD_NUMBER: _ClassVar[int]
    TIMELINE_STEP_FIELD_NUMBER: _ClassVar[int]
    BUILD_COST_MODEL_AFTER_FIELD_NUMBER: _ClassVar[int]
    REWRITE_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    enable_recv_scheduling: bool
    optimizer_options: OptimizerOptions
    build_cost_model: int
    infer_shapes: bool
    place_pruned_graph: bool
    enable_bfloat16_sendrecv: bool
    timeline_step: int
    build_cost_model_after: int
    rewrite_options: _rewriter_config_pb2.RewriterConfig
    def __init__(self, enable_recv_scheduling: bool = ..., optimizer_options: _Optional[_Union[OptimizerOptions, _Mapping]] = ..., build_cost_model: _Optional[int] = ..., infer_shapes: bool = ..., place_pruned_graph: bool = ..., enable_bfloat16_sendrecv: bool = ..., timeline_step: _Optional[int] = ..., build_cost_model_after: _Optional[int] = ..., rewrite_options: _Optional[_Union[_rewriter_config_pb2.RewriterConfig, _Mapping]] = ...) -> None: ...

class OptimizerOptions(_message.Message):
    """Simple optimisations, besides those of RewriterConfig.

    Attributes:
        do_common_subexpression_elimination: Equal nodes become one, at L0 too.
        do_constant_folding: What depends on constants alone is computed before the run, at L0 too.
        opt_level: What is made that no field asks for.
        do_function_inlining: Calls are replaced by the bodies of functions, at L0 too.
        max_folded_constant_in_bytes: Larger results are not computed before the run; 0: 10 MiB.
    """
    __slots__ = ("do_common_subexpression_elimination", "do_constant_folding", "opt_level", "do_function_inlining", "global_jit_level", "max_folded_constant_in_bytes", "cpu_global_jit")
    class Level(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        L1: _ClassVar[OptimizerOptions.Level]
        L0: _ClassVar[OptimizerOptions.Level]
    L1: OptimizerOptions.Level
    L0: OptimizerOptions.Level
    class GlobalJitLevel(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        DEFAULT: _ClassVar[OptimizerOptions.GlobalJitLevel]
        OFF: _ClassVar[OptimizerOptions.GlobalJitLevel]
        ON_1: _ClassVar[OptimizerOptions.GlobalJitLevel]
        ON_2: _ClassVar[OptimizerOptions.GlobalJitLevel]
    DEFAULT: OptimizerOptions.GlobalJitLevel
    OFF: OptimizerOptions.GlobalJitLevel
    ON_1: OptimizerOptions.GlobalJitLevel
    ON_2: OptimizerOptions.GlobalJitLevel
    DO_COMMON_SUBEXPRESSION_ELIMINATION_FIELD_NUMBER: _ClassVar[int]
    DO_CONSTANT_FOLDING_FIELD_NUMBER: _ClassVar[int]
    OPT_LEVEL_FIELD_NUMBER: _ClassVar[int]
    DO_FUNCTION_INLINING_FIELD_NUMBER: _ClassVar[int]
    GLOBAL_JIT_LEVEL_FIELD_NUMBER: _ClassVar[int]
    MAX_FOLDED_CONSTANT_IN_BYTES_FIELD_NUMBER: _ClassVar[int]
    CPU_GLOBAL_JIT_FIELD_NUMBER: _ClassVar[int]
    do_common_subexpression_elimination: bool
    do_constant_folding: bool
    opt_level: OptimizerOptions.Level
    do_function_inlining: bool
    global_jit_level: OptimizerOptions.GlobalJitLevel
    max_folded_constant_in_bytes: int
    cpu_global_jit: bool
    def __init__(self, do_common_subexpression_elimination: bool = ..., do_constant_folding: bool = ..., opt_level: _Optional[_Union[OptimizerOptions.Level, str]] = ..., do_function_inlining: bool = ..., global_jit_level: _Optional[_Union[OptimizerOptions.GlobalJitLevel, str]] = ..., max_folded_constant_in_bytes: _Optional[int] = ..., cpu_global_jit: bool = ...) -> None: ...

class RunOptions(_message.Message):
    """The options of one run.

    Attributes:
        trace_level: Anything but NO_TRACE fills RunMetadata.step_stats.
        timeout_in_ms: 0 or less: ConfigProto.operation_timeout_in_ms.
        inter_op_thread_pool: Index into ConfigProto.session_inter_op_thread_pool; -1: run in the caller.
        output_partition_graphs: Fills RunMetadata.partition_graphs.
        report_tensor_allocations_upon_oom: A ResourceExhaustedError lists what was allocated.
    """
    __slots__ = ("trace_level", "timeout_in_ms", "inter_op_thread_pool", "output_partition_graphs", "debug_options", "report_tensor_allocations_upon_oom", "experimental")
    class TraceLevel(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        NO_TRACE: _ClassVar[RunOptions.TraceLevel]
        SOFTWARE_TRACE: _ClassVar[RunOptions.TraceLevel]
        HARDWARE_TRACE: _ClassVar[RunOptions.TraceLevel]
        FULL_TRACE: _ClassVar[RunOptions.TraceLevel]
    NO_TRACE: RunOptions.TraceLevel
    SOFTWARE_TRACE: RunOptions.TraceLevel
    HARDWARE_TRACE: RunOptions.TraceLevel
    FULL_TRACE: RunOptions.TraceLevel
    class Experimental(_message.Message):
        """Attributes:
            collective_graph_key: Runs of the same number take part in each other's collective ops.
            use_run_handler_pool: The run goes to one process-wide pool that knows priorities.
        """
        __slots__ = ("collective_graph_key", "use_run_handler_pool", "run_handler_pool_options")
        class RunHandlerPoolOptions(_message.Message):
            """Attributes:
                priority: Higher runs first.
            """
            __slots__ = ("priority",)
            PRIORITY_FIELD_NUMBER: _ClassVar[int]
            priority: int
            def __init__(self, priority: _Optional[int] = ...) -> None: ...
        COLLECTIVE_GRAPH_KEY_FIELD_NUMBER: _ClassVar[int]
        USE_RUN_HANDLER_POOL_FIELD_NUMBER: _ClassVar[int]
        RUN_HANDLER_POOL_OPTIONS_FIELD_NUMBER: _ClassVar[int]
        collective_graph_key: int
        use_run_handler_pool: bool
        run_handler_pool_options: RunOptions.Experimental.RunHandlerPoolOptions
        def __init__(self, collective_graph_key: _Optional[int] = ..., use_run_handler_pool: bool = ..., run_handler_pool_options: _Optional[_Union[RunOptions.Experimental.RunHandlerPoolOptions, _Mapping]] = ...) -> None: ...
    TRACE_LEVEL_FIELD_NUMBER: _ClassVar[int]
    TIMEOUT_IN_MS_FIELD_NUMBER: _ClassVar[int]
    INTER_OP_THREAD_POOL_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_PARTITION_GRAPHS_FIELD_NUMBER: _ClassVar[int]
    DEBUG_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    REPORT_TENSOR_ALLOCATIONS_UPON_OOM_FIELD_NUMBER: _ClassVar[int]
    EXPERIMENTAL_FIELD_NUMBER: _ClassVar[int]
    trace_level: RunOptions.TraceLevel
    timeout_in_ms: int
    inter_op_thread_pool: int
    output_partition_graphs: bool
    debug_options: _debug_pb2.DebugOptions
    report_tensor_allocations_upon_oom: bool
    experimental: RunOptions.Experimental
    def __init__(self, trace_level: _Optional[_Union[RunOptions.TraceLevel, str]] = ..., timeout_in_ms: _Optional[int] = ..., inter_op_thread_pool: _Optional[int] = ..., output_partition_graphs: bool = ..., debug_options: _Optional[_Union[_debug_pb2.DebugOptions, _Mapping]] = ..., report_tensor_allocations_upon_oom: bool = ..., experimental: _Optional[_Union[RunOptions.Experimental, _Mapping]] = ...) -> None: ...

class RunMetadata(_message.Message):
    """What a run reports, as far as RunOptions asked for it.

    Attributes:
        partition_graphs: The graphs that really ran, one per device.
    """
    __slots__ = ("step_stats", "cost_graph", "partition_graphs", "function_graphs", "session_metadata")
    class FunctionGraphs(_message.Message):
        """The forms that one function went through."""
        __slots__ = ("partition_graphs", "pre_optimization_graph", "post_optimization_graph")
        PARTITION_GRAPHS_FIELD_NUMBER: _ClassVar[int]
        PRE_OPTIMIZATION_GRAPH_FIELD_NUMBER: _ClassVar[int]
        POST_OPTIMIZATION_GRAPH_FIELD_NUMBER: _ClassVar[int]
        partition_graphs: _containers.RepeatedCompositeFieldContainer[_graph_pb2.GraphDef]
        pre_optimization_graph: _graph_pb2.GraphDef
        post_optimization_graph: _graph_pb2.GraphDef
        def __init__(self, partition_graphs: _Optional[_Iterable[_Union[_graph_pb2.GraphDef, _Mapping]]] = ..., pre_optimization_graph: _Optional[_Union[_graph_pb2.GraphDef, _Mapping]] = ..., post_optimization_graph: _Optional[_Union[_graph_pb2.GraphDef, _Mapping]] = ...) -> None: ...
    STEP_STATS_FIELD_NUMBER: _ClassVar[int]
    COST_GRAPH_FIELD_NUMBER: _ClassVar[int]
    PARTITION_GRAPHS_FIELD_NUMBER: _ClassVar[int]
    FUNCTION_GRAPHS_FIELD_NUMBER: _ClassVar[int]
    SESSION_METADATA_FIELD_NUMBER: _ClassVar[int]
    step_stats: _step_stats_pb2.StepStats
    cost_graph: _cost_graph_pb2.CostGraphDef
    partition_graphs: _containers.RepeatedCompositeFieldContainer[_graph_pb2.GraphDef]
    function_graphs: _containers.RepeatedCompositeFieldContainer[RunMetadata.FunctionGraphs]
    session_metadata: SessionMetadata
    def __init__(self, step_stats: _Optional[_Union[_step_stats_pb2.StepStats, _Mapping]] = ..., cost_graph: _Optional[_Union[_cost_graph_pb2.CostGraphDef, _Mapping]] = ..., partition_graphs: _Optional[_Iterable[_Union[_graph_pb2.GraphDef, _Mapping]]] = ..., function_graphs: _Optional[_Iterable[_Union[RunMetadata.FunctionGraphs, _Mapping]]] = ..., session_metadata: _Optional[_Union[SessionMetadata, _Mapping]] = ...) -> None: ...

class TensorConnection(_message.Message):
    """Feeds the tensor from_tensor, as it was computed, to the consumers of to_tensor."""
    __slots__ = ("from_tensor", "to_tensor")
    FROM_TENSOR_FIELD_NUMBER: _ClassVar[int]
    TO_TENSOR_FIELD_NUMBER: _ClassVar[int]
    from_tensor: str
    to_tensor: str
    def __init__(self, from_tensor: _Optional[str] = ..., to_tensor: _Optional[str] = ...) -> None: ...

class CallableOptions(_message.Message):
    """A run that will be repeated: its signature and options.

    Attributes:
        feed: Tensors, in the order of the arguments.
        fetch: Tensors, in the order of the results.
        target: Nodes to run without result.
        feed_devices: Tensor -> the device where the caller leaves it; else host memory.
        fetch_devices: Tensor -> the device where the caller wants it; else host memory.
        fetch_skip_sync: Do not wait for the device before returning; no effect.
    """
    __slots__ = ("feed", "fetch", "target", "run_options", "tensor_connection", "feed_devices", "fetch_devices", "fetch_skip_sync")
    class FeedDevicesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    class FetchDevicesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    FEED_FIELD_NUMBER: _ClassVar[int]
    FETCH_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    RUN_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    TENSOR_CONNECTION_FIELD_NUMBER: _ClassVar[int]
    FEED_DEVICES_FIELD_NUMBER: _ClassVar[int]
    FETCH_DEVICES_FIELD_NUMBER: _ClassVar[int]
    FETCH_SKIP_SYNC_FIELD_NUMBER: _ClassVar[int]
    feed: _containers.RepeatedScalarFieldContainer[str]
    fetch: _containers.RepeatedScalarFieldContainer[str]
    target: _containers.RepeatedScalarFieldContainer[str]
    run_options: RunOptions
    tensor_connection: _containers.RepeatedCompositeFieldContainer[TensorConnection]
    feed_devices: _containers.ScalarMap[str, str]
    fetch_devices: _containers.ScalarMap[str, str]
    fetch_skip_sync: bool
    def __init__(self, feed: _Optional[_Iterable[str]] = ..., fetch: _Optional[_Iterable[str]] = ..., target: _Optional[_Iterable[str]] = ..., run_options: _Optional[_Union[RunOptions, _Mapping]] = ..., tensor_connection: _Optional[_Iterable[_Union[TensorConnection, _Mapping]]] = ..., feed_devices: _Optional[_Mapping[str, str]] = ..., fetch_devices: _Optional[_Mapping[str, str]] = ..., fetch_skip_sync: bool = ...) -> None: ...

class BatchingOptions(_message.Message):
    """Joining the requests of several callers into one run.

    Attributes:
        batch_timeout_micros: Longest wait for more requests.
        allowed_batch_sizes: Ascending; batches are padded to one of these.
    """
    __slots__ = ("num_batch_threads", "max_batch_size", "batch_timeout_micros", "allowed_batch_sizes", "max_enqueued_batches")
    NUM_BATCH_THREADS_FIELD_NUMBER: _ClassVar[int]
    MAX_BATCH_SIZE_FIELD_NUMBER: _ClassVar[int]
    BATCH_TIMEOUT_MICROS_FIELD_NUMBER: _ClassVar[int]
    ALLOWED_BATCH_SIZES_FIELD_NUMBER: _ClassVar[int]
    MAX_ENQUEUED_BATCHES_FIELD_NUMBER: _ClassVar[int]
    num_batch_threads: int
    max_batch_size: int
    batch_timeout_micros: int
    allowed_batch_sizes: _containers.RepeatedScalarFieldContainer[int]
    max_enqueued_batches: int
    def __init__(self, num_batch_threads: _Optional[int] = ..., max_batch_size: _Optional[int] = ..., batch_timeout_micros: _Optional[int] = ..., allowed_batch_sizes: _Optional[_Iterable[int]] = ..., max_enqueued_batches: _Optional[int] = ...) -> None: ...
