"""Images: files, colours, crops, geometry and resizing.

Images are [height, width, channels], or batches of such; where samples lie is computed in float32, as TensorFlow does.
"""
