"""Settings every test shares: Hypothesis is derandomized, so that a run can be repeated."""

import os
import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "default",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("long", parent=settings.get_profile("default"), max_examples=2_000)
settings.load_profile(os.environ.get("PASJANS_HYPOTHESIS", "default"))

# A shell starts what runs in its background deaf to Ctrl-C, and so would be all that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
