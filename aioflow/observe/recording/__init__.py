"""Recordings: what runs, pools and event loops did, as raw records, and in the forms that viewers show."""
