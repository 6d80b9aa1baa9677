from pasjans_services.eventstore.names import is_name, new_name


def test_no_command_line_takes_a_new_name_for_an_option() -> None:
    """One game in 64 began with `-`, and `pasjans-admin exclude` said that the game was missing."""
    names = {new_name(9) for _ in range(2_000)}
    assert len(names) == 2_000
    assert all(map(is_name, names))
    assert {len(name) for name in names} == {12}
    assert not any(name.startswith("-") for name in names)
