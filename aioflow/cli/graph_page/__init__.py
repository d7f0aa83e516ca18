"""Pictures of graphs, as one page that needs nothing else."""
