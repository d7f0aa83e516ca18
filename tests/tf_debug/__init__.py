"""TensorFlow's debugger: watches of graphs, sessions that dump their runs, readers of dumps."""
