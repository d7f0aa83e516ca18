"""Clusters and copies of sessions whose tasks are actors of Ray."""
