"""Regions of graphs by ONNX Runtime, on the CPU."""
