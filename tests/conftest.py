"""Settings every test shares: Hypothesis is derandomized, so that a run can be repeated."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "default",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("long", parent=settings.get_profile("default"), max_examples=2_000)
settings.load_profile(os.environ.get("PASJANS_HYPOTHESIS", "default"))
