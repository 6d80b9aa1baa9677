from pasjans_services.limits import BucketsByAddress, TokenBucket


def test_a_burst_is_allowed_and_then_the_wait_is_told() -> None:
    bucket = TokenBucket(rate=10.0, burst=3, now=0.0)

    assert [bucket.take(0.0) for _ in range(4)] == [0, 0, 0, 100]
    assert bucket.take(0.05) == 50
    assert bucket.take(0.1) == 0


def test_who_waits_as_told_is_allowed() -> None:
    bucket, now = TokenBucket(rate=3.0, burst=1, now=0.0), 0.0
    for _ in range(50):
        now += bucket.take(now) / 1000
        assert bucket.take(now) <= 334


def test_a_pause_fills_no_more_than_the_burst() -> None:
    bucket = TokenBucket(rate=10.0, burst=2, now=0.0)

    assert [bucket.take(1_000.0) for _ in range(3)] == [0, 0, 100]


def test_what_was_done_already_is_paid_for_afterwards() -> None:
    bucket = TokenBucket(rate=10.0, burst=2, now=0.0)
    bucket.spend(0.0, 5)
    assert bucket.take(0.0) == 400
    assert bucket.take(0.4) == 0


def test_rate_zero_is_no_limit() -> None:
    bucket = TokenBucket(rate=0.0, burst=0, now=0.0)

    bucket.spend(0.0, 10)
    assert {bucket.take(0.0) for _ in range(1_000)} == {0}


def test_addresses_do_not_share_a_bucket_and_full_ones_are_forgotten() -> None:
    buckets = BucketsByAddress(rate=1.0, burst=1)

    assert buckets.take("a", 100.0) == 0
    assert buckets.take("a", 100.0) == 1_000
    assert buckets.take("b", 100.0) == 0
    assert buckets.take("b", 200.0) == 0
    assert len(buckets) == 1
