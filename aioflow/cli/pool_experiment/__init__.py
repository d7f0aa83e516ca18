"""`aioflow pools`: the same traffic on pools that are shared, separate or chosen, measured side by side."""
