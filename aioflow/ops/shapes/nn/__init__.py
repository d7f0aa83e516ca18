"""Static shapes of the ops of neural networks.

Images come in two layouts, channels first or last, and `windows` computes the sizes of both.
"""
