"""What is asked of masters and workers, wherever they are."""
