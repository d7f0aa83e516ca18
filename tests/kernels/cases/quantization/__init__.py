"""Cases of the quantization family."""
