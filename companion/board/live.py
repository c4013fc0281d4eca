"""What the zones and dice of a line show, without the places that are out of order."""

from companion.link.messages import BoardState


def live(state: BoardState, dead: tuple[str, ...]) -> dict[str, object]:
    """The line without its dead places: zones, `V-dice`, `N-dice`."""
    places: dict[str, object] = dict(state.zones)
    places |= {"V-dice": state.v, "N-dice": state.n}
    return {place: shown for place, shown in places.items() if place not in dead}
