"""Graph -> Graph, once per signature of feeds and fetches. Each pass is a function without side effects."""
