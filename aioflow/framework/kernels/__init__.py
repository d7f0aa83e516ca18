"""The seam between kernels and the runtime: registration, binding, and what an invocation may touch."""
