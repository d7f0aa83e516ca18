"""Collective ops: several devices reduce, gather, broadcast or exchange their values together.

A device joins a group and, in it, a collective (`resolver`). The members on one task put their values down where the
last one combines them (`meetings`); members on several tasks pass parts around (`exchange`). Either way every element
of a sum is added up in the order of TensorFlow's ring (`ring`).
"""
