"""Executes the commands that enrol the pieces and dice of a sensing board."""

from commands import Commands, number


class Enrolment(Commands):
    """The commands of the host on a sensing board, with those that enrol pieces and dice."""

    def __init__(self, board) -> None:
        super().__init__(board)
        self.verbs["ENROL"] = self._enrol
        self.verbs["FACE"] = self._face

    def _enrol(self, given: list[str]) -> tuple[bool, str]:
        if len(given) < 2:
            return False, "arguments"
        board = self._board
        refusal, rom = board.scanner.enrol(given[0], given[1])
        if rom is None:
            return False, refusal
        pieces = board.store.pieces
        before = pieces.get(rom)
        if before != given[1]:
            pieces[rom] = given[1]
            if not board.store.save():
                if before is None:
                    del pieces[rom]
                else:
                    pieces[rom] = before
                return False, "flash does not take it"
            board.scanner.learned()
        return True, ""

    def _face(self, given: list[str]) -> tuple[bool, str]:
        seat = number(given[0], 1, 4) if len(given) > 1 else None
        face = number(given[1], 1, 6) if seat else None
        if seat is None or face is None:
            return False, "no such seat or face"
        board = self._board
        refusal, vector = board.dice.learn(seat, face)
        if vector is None:
            return False, refusal
        table = board.store.faces.setdefault(seat, {})
        before = table.get(face)
        table[face] = vector
        if not board.store.save():
            if before is None:
                del table[face]
            else:
                table[face] = before
            return False, "flash does not take it"
        board.dice.faces.learned()
        for one in board.dice.seats:
            one.learned()
        return True, ""
