"""Property tests without a clock: a busy machine is no failure."""

from hypothesis import settings

settings.register_profile("matchbook", deadline=None)
settings.load_profile("matchbook")
