"""Programs that attack the package from outside, each a file that anybody can run by itself.

Such a program uses what users use, prints a line for each thing that held, and ends with an AssertionError where one
did not. A number that it bounds counts something (items, turns of the event loop, bytes); none is a time.
"""
