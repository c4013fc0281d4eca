"""What the zones and the dice of a line show, but for what is out of order."""

from companion.link.messages import BoardState


def live(state: BoardState, dead: tuple[str, ...]) -> dict[str, object]:
    """What shows where; dead -- places left out: zones, `V-dice`, `N-dice`."""
    places: dict[str, object] = dict(state.zones)
    places |= {"V-dice": state.v, "N-dice": state.n}
    return {place: shown for place, shown in places.items() if place not in dead}
