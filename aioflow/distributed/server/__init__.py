"""Servers: one task of a cluster, at one address."""
