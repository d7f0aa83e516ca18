"""Neural networks: activations, convolutions, poolings, normalisations, recurrent cells and CTC.

Kernels of images compute with channels last and turn other layouts by views; 16-bit floats are summed in float32.
"""
