"""For all tests: a busy machine is not a fault, so properties have no deadline."""

from hypothesis import settings

settings.register_profile("any-machine", parent=settings(), deadline=None)
settings.load_profile("any-machine")
