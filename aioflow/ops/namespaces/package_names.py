"""Names of the package itself that are loaded when a program first asks for one; modules are below `aioflow`."""
from __future__ import annotations

#: Module -> names of it that are names of the package.
NAMES = {
    "_proto.attr_value_pb2": "AttrValue NameAttrList",
    "_proto.cluster_pb2": "ClusterDef JobDef",
    "_proto.config_pb2": (
        "AioflowPoolOptions CallableOptions ConfigProto GraphOptions OptimizerOptions RunMetadata RunOptions "
        "SessionMetadata ThreadPoolOptionProto"
    ),
    "_proto.device_attributes_pb2": "DeviceAttributes",
    "_proto.event_pb2": "Event LogMessage SessionLog",
    "_proto.function_pb2": "FunctionDef FunctionDefLibrary",
    "_proto.gpu_options_pb2": "GPUOptions",
    "_proto.graph_pb2": "GraphDef",
    "_proto.meta_graph_pb2": "CollectionDef MetaGraphDef SignatureDef TensorInfo",
    "_proto.node_def_pb2": "NodeDef",
    "_proto.op_def_pb2": "OpDef OpList",
    "_proto.resource_handle_pb2": "ResourceHandleProto",
    "_proto.rewriter_config_pb2": "RewriterConfig",
    "_proto.saved_model_pb2": "SavedModel",
    "_proto.saver_pb2": "SaverDef",
    "_proto.server_pb2": "ServerDef",
    "_proto.step_stats_pb2": "StepStats",
    "_proto.summary_pb2": "HistogramProto Summary SummaryMetadata",
    "_proto.tensor_pb2": "TensorProto",
    "_proto.tensor_shape_pb2": "TensorShapeProto",
    "_proto.variable_pb2": "VariableDef",
    "_proto.versions_pb2": "VersionDef",
    "distributed.ray.ray_cluster": "RayCluster",
    "distributed.ray.ray_session_pool": "RaySessionPool",
    "ops.backprop.aggregation": "AggregationMethod",
    "ops.backprop.custom_gradient": "custom_gradient grad_pass_through recompute_grad",
    "ops.backprop.hessians": "hessians",
    "ops.backprop.gradients": "UnconnectedGradients gradients",
    "ops.backprop.rules": "NoGradient NotDifferentiable RegisterGradient no_gradient",
    "ops.resources.accumulators": "ConditionalAccumulator ConditionalAccumulatorBase SparseConditionalAccumulator",
    "ops.control_flow.functional_loops": "foldl foldr map_fn scan",
    "ops.generated.io": "matching_files read_file write_file",
    "ops.functions.parsing_features": "FixedLenFeature FixedLenSequenceFeature SparseFeature VarLenFeature",
    "ops.functions.parsing_ops": (
        "decode_compressed decode_csv decode_json_example decode_raw parse_example parse_single_example "
        "parse_single_sequence_example parse_tensor serialize_tensor"
    ),
    "ops.functions.plain_ops": (
        "approx_top_k fingerprint ragged_fill_empty_rows ragged_fill_empty_rows_grad random_index_shuffle timestamp"
    ),
    "ops.functions.quantization_ops": (
        "dequantize fake_quant_with_min_max_args fake_quant_with_min_max_args_gradient "
        "fake_quant_with_min_max_vars fake_quant_with_min_max_vars_gradient "
        "fake_quant_with_min_max_vars_per_channel fake_quant_with_min_max_vars_per_channel_gradient quantize "
        "quantize_v2 quantized_concat"
    ),
    "ops.functions.sparse_math_ops": (
        "sparse_add sparse_matmul sparse_maximum sparse_minimum sparse_reduce_max sparse_reduce_max_sparse "
        "sparse_reduce_sum sparse_reduce_sum_sparse sparse_segment_mean sparse_segment_sqrt_n sparse_segment_sum "
        "sparse_softmax sparse_tensor_dense_matmul"
    ),
    "ops.functions.sparse_ops": (
        "convert_to_tensor_or_indexed_slices convert_to_tensor_or_sparse_tensor deserialize_many_sparse "
        "serialize_many_sparse serialize_sparse sparse_fill_empty_rows sparse_mask sparse_merge sparse_placeholder "
        "sparse_tensor_to_dense sparse_to_dense sparse_to_indicator"
    ),
    "ops.functions.sparse_shape_ops": (
        "sparse_concat sparse_reorder sparse_reset_shape sparse_reshape sparse_retain sparse_slice sparse_split "
        "sparse_transpose"
    ),
    "ops.functions.string_ops": (
        "as_string decode_base64 edit_distance encode_base64 reduce_join regex_replace string_join string_split "
        "string_strip string_to_hash_bucket string_to_hash_bucket_fast string_to_hash_bucket_strong "
        "string_to_number substr"
    ),
    "ops.functions.matrix_ops": (
        "adjoint cholesky_solve eigh eigvalsh einsum logdet lu matrix_determinant matrix_inverse matrix_solve "
        "matrix_solve_ls matrix_square_root matrix_triangular_solve matvec qr self_adjoint_eig "
        "self_adjoint_eigvals slogdet svd"
    ),
    "ops.functions.clip_ops": "clip_by_average_norm clip_by_global_norm clip_by_norm clip_by_value global_norm",
    "ops.functions.patch_ops": (
        "batch_to_space batch_to_space_nd depth_to_space extract_image_patches extract_volume_patches "
        "required_space_to_batch_paddings space_to_batch space_to_batch_nd space_to_depth"
    ),
    "ops.functions.sorting_ops": (
        "argsort bincount confusion_matrix histogram_fixed_width histogram_fixed_width_bins searchsorted sort"
    ),
    "ops.functions.elementwise_ops": (
        "acos acosh arg_max arg_min asin asinh atan atan2 atanh betainc ceil cos cosh cross digamma equal erf "
        "erfc exp expm1 floor floor_div floormod greater greater_equal igamma igammac is_finite is_inf is_nan "
        "less less_equal lgamma log log1p logical_and logical_not logical_or maximum minimum mod multiply "
        "negative not_equal polygamma pow realdiv reciprocal rint rsqrt segment_max segment_mean segment_min "
        "segment_prod segment_sum sigmoid sign sin sinh sqrt square squared_difference subtract tan tanh "
        "truncatediv truncatemod unsorted_segment_max unsorted_segment_min unsorted_segment_prod "
        "unsorted_segment_sum zeta"
    ),
    "ops.functions.nn.nn_ops": "log_sigmoid verify_tensor_all_finite",
    "ops.generated.linalg": "cholesky",
    "ops.generated.signal": "fft fft2d fft3d ifft ifft2d ifft3d",
    "ops.graphs.load_graph": "load_graph",
    "ops.resources.queues": "FIFOQueue PaddingFIFOQueue PriorityQueue QueueBase RandomShuffleQueue",
    "ops.functions.printing": "print",
    "ops.resources.readers": (
        "FixedLengthRecordReader IdentityReader ReaderBase TFRecordReader TextLineReader WholeFileReader"
    ),
    "ops.resources.session_handles": "delete_session_tensor get_session_handle get_session_tensor",
    "ops.control_flow.tensor_array": "TensorArray",
    "ops.variables.templates": "make_template",
    "ops.functions.value_checks": (
        "assert_proper_iterable assert_same_float_dtype is_non_decreasing is_numeric_tensor is_strictly_increasing"
    ),
    "ops.control_flow.conditionals": "case cond switch_case",
    "ops.control_flow.script_ops": "async_py_func numpy_function py_func py_function",
    "ops.control_flow.while_loops": "while_loop",
    "ops.functions.array_creation": "eye meshgrid one_hot ones ones_like sequence_mask zeros zeros_like",
    "ops.functions.array_ops": (
        "bitcast broadcast_dynamic_shape broadcast_static_shape broadcast_to check_numerics diag diag_part "
        "ensure_shape expand_dims fill guarantee_const identity identity_n invert_permutation matrix_band_part "
        "matrix_diag matrix_diag_part matrix_set_diag matrix_transpose pad placeholder placeholder_with_default "
        "rank reshape reverse reverse_sequence reverse_v2 roll setdiff1d shape shape_n size squeeze "
        "stop_gradient tile transpose unique unique_with_counts unravel_index"
    ),
    "ops.functions.assertion_ops": (
        "Assert assert_equal assert_greater assert_greater_equal assert_integer assert_less assert_less_equal "
        "assert_near assert_negative assert_non_negative assert_non_positive assert_none_equal assert_positive "
        "assert_rank assert_rank_at_least assert_rank_in assert_scalar assert_type Print"
    ),
    "ops.functions.control_flow_ops": "group no_op",
    "ops.functions.indexing_ops": (
        "batch_gather boolean_mask gather gather_nd scatter_nd strided_slice tensor_scatter_add "
        "tensor_scatter_nd_add tensor_scatter_nd_max tensor_scatter_nd_min tensor_scatter_nd_sub "
        "tensor_scatter_nd_update tensor_scatter_sub tensor_scatter_update where where_v2"
    ),
    "ops.functions.joining_ops": (
        "concat dynamic_partition dynamic_stitch parallel_stack repeat split stack unstack"
    ),
    "ops.functions.linalg_ops": "matmul norm tensordot trace",
    "ops.functions.math_ops": (
        "abs accumulate_n add add_n angle cast complex conj cumprod cumsum div div_no_nan divide floordiv imag "
        "lbeta lin_space linspace logical_xor range real round saturate_cast scalar_mul to_bfloat16 "
        "to_complex128 to_complex64 to_double to_float to_int32 to_int64 truediv"
    ),
    "ops.functions.random_ops": (
        "multinomial random_crop random_gamma random_normal random_poisson random_shuffle random_uniform "
        "truncated_normal"
    ),
    "ops.functions.reduction_ops": (
        "argmax argmin count_nonzero reduce_all reduce_any reduce_euclidean_norm reduce_logsumexp reduce_max "
        "reduce_mean reduce_min reduce_prod reduce_std reduce_sum reduce_variance unsorted_segment_mean "
        "unsorted_segment_sqrt_n"
    ),
    "ops.namespaces.behavior": (
        "control_flow_v2_enabled dimension_at_index dimension_value disable_control_flow_v2 disable_eager_execution "
        "disable_tensor_equality disable_v2_behavior disable_v2_tensorshape enable_control_flow_v2 "
        "enable_eager_execution enable_tensor_equality enable_v2_behavior enable_v2_tensorshape executing_eagerly "
        "executing_eagerly_outside_functions is_symbolic_tensor is_tensor"
    ),
    "ops.namespaces.renamed": (
        "GRAPH_DEF_VERSION_MIN_CONSUMER GRAPH_DEF_VERSION_MIN_PRODUCER mul neg pack sub unpack "
        "constant_initializer get_static_value glorot_normal_initializer glorot_uniform_initializer "
        "GRAPH_DEF_VERSION make_ndarray make_tensor_proto newaxis ones_initializer orthogonal_initializer "
        "random_normal_initializer random_uniform_initializer slice truncated_normal_initializer tuple "
        "uniform_unit_scaling_initializer variance_scaling_initializer zeros_initializer"
    ),
    "ops.variables.partitioned_variables": (
        "fixed_size_partitioner min_max_variable_partitioner variable_axis_size_partitioner"
    ),
    "ops.variables.variable_collections": (
        "all_variables global_variables global_variables_initializer initialize_all_tables "
        "initialize_all_variables initialize_local_variables initialize_variables local_variables "
        "local_variables_initializer model_variables moving_average_variables report_uninitialized_variables "
        "tables_initializer trainable_variables variables_initializer"
    ),
    "ops.variables.variable_scope": (
        "create_partitioned_variables get_local_variable get_variable no_regularizer variable_op_scope "
        "variable_scope"
    ),
    "ops.variables.variable_settings": (
        "AUTO_REUSE disable_resource_variables enable_resource_variables get_variable_scope "
        "resource_variables_enabled VariableAggregation VariableScope VariableSynchronization"
    ),
    "ops.variables.variables": (
        "assert_variables_initialized assign assign_add assign_sub batch_scatter_update count_up_to "
        "is_variable_initialized RefVariable ResourceVariable scatter_add scatter_div scatter_max scatter_min "
        "scatter_mul scatter_nd_add scatter_nd_sub scatter_nd_update scatter_sub scatter_update Variable"
    ),
    "ops.namespaces.dtypes": (
        "as_dtype bfloat16 bool cast complex complex128 complex64 double DType float16 float32 float64 "
        "float8_e4m3fn float8_e5m2 half int16 int32 int4 int64 int8 qint16 qint32 qint8 QUANTIZED_DTYPES "
        "quint16 quint8 resource saturate_cast string uint16 uint32 uint4 uint64 uint8 variant"
    ),
    "platform.tf_logging": "get_logger",
    "platform.tensorflow_alias": "import_as_tensorflow",
    "pools.session_pools": "pools",
    "observe.live.status_socket": "serve_status",
    "observe.recording.recording": "record",
    "session.calls.sync_runner": "run_sync",
    "session.preload": "preload",
    "session.session": "InteractiveSession Session",
    "session.session_factory": "SessionFactory",
    "summary.old_names": (
        "audio_summary histogram_summary image_summary merge_all_summaries merge_summary scalar_summary"
    ),
    "ops.calls.polymorphic_functions": "function",
    "framework.type_specs": "IndexedSlicesSpec SparseTensorSpec TensorSpec type_spec_from_value TypeSpec",
    "ops.calls.defun": "Defun",
    "ops.functions.numeric_checks": "add_check_numerics_ops",
    "ops.resources.critical_sections": "CriticalSection",
    "ops.variables.variable_creators": "variable_creator_scope",
}
#: Name of the package -> the module that it stands for.
MODULES = {
    "app": "platform.app",
    "audio": "ops.namespaces.audio",
    "bitwise": "ops.namespaces.bitwise",
    "contrib": "contrib",
    "compat": "ops.namespaces.compat",
    "data": "data",
    "debugging": "ops.namespaces.debugging",
    "dtypes": "ops.namespaces.dtypes",
    "estimator": "estimator",
    "feature_column": "feature_column",
    "flags": "platform.flags",
    "gfile": "platform.gfile",
    "graph_util": "namespaces.graph_util",
    "image": "ops.namespaces.image",
    "initializers": "ops.namespaces.initializers",
    "io": "namespaces.io",
    "layers": "layers",
    "linalg": "ops.namespaces.linalg",
    "logging": "platform.tf_logging",
    "lookup": "ops.namespaces.lookup",
    "losses": "losses",
    "manip": "ops.namespaces.manip",
    "math": "ops.namespaces.math",
    "metrics": "metrics",
    "mixed_precision": "train.mixed_precision",
    "nest": "platform.nest",
    "nn": "namespaces.nn",
    "python_io": "platform.python_io",
    "quantization": "ops.namespaces.quantization",
    "queue": "ops.namespaces.queue",
    "random": "ops.namespaces.random",
    "raw_ops": "ops.namespaces.raw_ops",
    "resource_loader": "platform.resource_loader",
    "saved_model": "saved_model",
    "sets": "ops.namespaces.sets",
    "signal": "ops.namespaces.signal",
    "sparse": "ops.namespaces.sparse",
    "spectral": "ops.namespaces.spectral",
    "strings": "ops.namespaces.strings",
    "summary": "summary",
    "test": "platform.unit_tests",
    "timeline": "observe.timeline",
    "train": "train",
}
