"""Telling the program that preferences were changed."""

from textual.message import Message


class Kept(Message):
    """There is something to save: the program does it in a worker."""
