"""Recordings of runs, pools and event loops."""
