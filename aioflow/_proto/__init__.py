"""Protobuf messages, generated from protos/ by aioflow.tools.gen_protos; import the modules one by one."""
