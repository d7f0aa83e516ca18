"""Dataflow graphs inside asyncio programs."""
