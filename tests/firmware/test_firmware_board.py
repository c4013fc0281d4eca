"""The board as the companion meets it: lines, commands, keys, USB, power."""

from typing import Any

import pytest

from companion.link.codec import encode
from companion.link.messages import BoardAnswer, BoardState, Hello, Key, LogLine, Message
from tests.firmware.boards import RIG, START, WORLD, Board, firmware, gaps
from tests.tables import table

SECOND = 1000


def one(said: list[Message], kind: type) -> Any:
    found = [message for message in said if isinstance(message, kind)]
    assert len(found) == 1, said
    return found[0]


def test_at_power_on_the_board_sends_a_hello_and_its_state() -> None:
    board = Board(seed=1)
    board.put_all(START["backgammon"])
    hello, *rest = board.run(4000)
    assert hello == Hello(1, "1.0.0", "e6605838832a4c21", "00000001", 28)
    states = [state for state in rest if isinstance(state, BoardState)]
    assert states == rest
    assert all(state.zones == board.zones for state in states)
    assert [state.seq for state in states] == list(range(len(states)))


def test_every_boot_has_another_nonce() -> None:
    board = Board(seed=1)
    board.run(100)
    board.rig.boot()
    assert one(board.run(100), Hello).nonce == "00000002"


def test_a_state_comes_at_least_once_a_second() -> None:
    board = Board(seed=2)
    board.put_all(START["jacquet"])
    board.run(3000)
    assert max(gaps(board.states(60 * SECOND))) <= SECOND


def test_after_the_last_change_the_state_is_sent_again() -> None:
    board = Board(seed=3)
    board.run(3000)
    for wait in (20, 90, 150, 400):
        board.world.put("V5", "v")
        states = board.states(2000 + wait)
        first = next(state for state in states if state.zones == board.zones)
        same = [state.ms - first.ms for state in states if state.zones == board.zones]
        assert 250 <= next(ms for ms in same if ms > 0) <= 300


def test_changes_come_at_most_ten_times_a_second() -> None:
    board = Board(seed=4)
    board.put_all("V1=3v")
    board.run(3000)
    states = []
    for number in range(40):
        board.world.press(number % 14, 40)
        states += board.states(50)
    assert min(gaps(states)) >= 95
    board.ask("RATE", "2")
    states = []
    for number in range(40):
        board.world.press(number % 14, 40)
        states += board.states(50)
    assert min(gaps(states)) >= 240, "but for the line after the last change"


def test_the_clock_may_wrap() -> None:
    board = Board(seed=5, start_ms=(1 << 30) - 9000)
    board.put_all(START["backgammon"])
    board.run(3000)
    states = board.states(8000)
    assert {state.ms >> 29 for state in states} == {0, 1}
    assert max(gaps(states)) <= SECOND
    board.world.lift("V8", "v")
    assert board.last().zones == board.zones


def test_a_bouncing_key_is_counted_once() -> None:
    board = Board(seed=6)
    board.put_all(START["backgammon"])
    board.run(3000)
    for presses in range(1, 6):
        for key in range(14):
            board.world.press(key, 60 + 10 * presses)
            board.run(60 + 10 * presses + 90)
        assert board.last().keys == ((presses,) * 7, (presses,) * 7)


def test_key_counters_wrap() -> None:
    board = Board(seed=7)
    board.rig.board.keys.presses.counts[4] = 255
    board.run(1500)
    board.world.press(4)
    assert board.last().keys[0][list(Key).index(Key.CUBE)] == 0


def test_a_key_held_down_is_named_and_one_held_at_power_on_is_no_press() -> None:
    board = Board(seed=8)
    board.world.key_times[6] = (0, 60_000_000)
    board.rig.boot()
    assert board.last(3000).keys[0] == (0,) * 7
    assert ("V.no", "stuck") in board.last(21_000).faults


@pytest.mark.parametrize(("command", "answer"), table("firmware/refused-commands"))
def test_an_impossible_command_is_refused_with_a_reason(
    command: tuple[str, ...], answer: str
) -> None:
    board = Board(seed=9)
    board.run(2000)
    assert one(board.ask(*command), BoardAnswer) == BoardAnswer(1, ok=False, detail=answer)


def test_hello_and_snap_are_answered_at_once() -> None:
    board = Board(seed=10)
    board.run(2500)
    said = board.ask("HELLO", ms=100)
    assert one(said, Hello).zones == 28
    assert one(said, BoardAnswer).ok
    said = board.ask("SNAP", ms=100)
    assert one(said, BoardAnswer).ok
    assert any(isinstance(message, BoardState) for message in said)


def test_the_self_test_has_counts_or_faults() -> None:
    board = Board(seed=11)
    board.put_all(START["jacquet"])
    board.run(300)
    answer = one(board.ask("TEST", "all"), BoardAnswer)
    assert answer.ok
    assert answer.detail.endswith(" pieces of 32 enrolled; 24 faces enrolled; still looking")
    board.run(5000)
    answer = one(board.ask("TEST", "all"), BoardAnswer)
    assert answer.ok
    assert answer.detail == "28 zones 30 pieces of 32 enrolled; 24 faces enrolled"
    board.world.shorts.add("N4")
    board.world.sensors[2].dead = True
    board.run(3000)
    answer = one(board.ask("TEST", "all"), BoardAnswer)
    assert (answer.ok, answer.detail) == (False, "N4:short;die3:silent")


def test_faults_that_do_not_fit_in_an_answer_are_left_out_whole() -> None:
    board = Board(seed=11)
    board.run(2000)
    board.world.shorts.update(f"{side}{number}" for side in "VN" for number in range(1, 13))
    for sensor in board.world.sensors:
        sensor.dead = True
    for key in range(14):
        board.world.key_times[key] = (board.world.clock.us, board.world.clock.us + 60_000_000)
    board.run(25_000)
    answer = one(board.ask("TEST", "all"), BoardAnswer)
    *named, last = answer.detail.split(";")
    assert last == "more"
    assert {entry.partition(":")[2] for entry in named} == {"short", "silent", "stuck"}
    assert len(answer.detail) <= 405


def test_the_lamp_follows_a_pattern() -> None:
    board = Board(seed=12)
    board.run(2000)
    board.ask("SIGNAL", ".-", ms=0)
    seen = []
    for _ in range(120):
        board.run(10)
        seen.append(board.world.lamp)
    lit = "".join(map(str, seen)).strip("0").split("0")
    runs = [len(run) for run in lit if run]
    assert len(runs) == 2
    assert 12 <= runs[0] <= 18
    assert 42 <= runs[1] <= 50
    assert board.world.lamp == 0


def test_reboot_is_answered_before_the_restart() -> None:
    board = Board(seed=13)
    board.run(2000)
    said = board.ask("REBOOT", ms=3000)
    assert [type(message) for message in said[:1]] == [BoardAnswer] or isinstance(
        said[0], BoardState
    )
    assert one(said, Hello).nonce == "00000002"


# USB and the controller.


def test_a_host_that_does_not_read_does_not_stop_the_board() -> None:
    board = Board(seed=14)
    board.put_all(START["backgammon"])
    board.run(3000)
    board.world.host_reads = False
    slowest = 0
    for _ in range(400):
        before = board.world.clock.us
        board.rig.board.step()
        slowest = max(slowest, board.world.clock.us - before)
    assert slowest < 60_000
    board.world.press(3)
    board.rig.advance(10_000)
    board.world.host_reads = True
    states = board.states(2000)
    assert states[-1].keys[0][3] == 1
    assert gaps(states)[0] <= SECOND, "nothing old is told"


def test_no_step_takes_long_enough_to_miss_a_key() -> None:
    board = Board(seed=15, slot_errors=1e-4)
    board.put_all("V12=15v N12=15n")
    board.rig.bind()
    slowest = 0
    for _ in range(2000):
        before = board.world.clock.us
        board.rig.board.step()
        slowest = max(slowest, board.world.clock.us - before)
    assert slowest < 45_000


def test_a_stray_control_c_is_an_ordinary_byte() -> None:
    board = Board(seed=16)
    assert not board.world.ctrl_c_stops
    board.rig.receive(b"\x03\x04\x01\x02" + encode("Q,9,HELLO"))
    board.run(2000)
    assert board.ask("HELLO")


def test_a_hang_is_ended_by_the_watchdog() -> None:
    board = Board(seed=17)
    board.run(1000)
    board.world.clock.us += 9_000_000
    board.rig.advance(10_000)
    assert one(board.said(), Hello).nonce == "00000002"


def run_steps(board: Board, count: int) -> None:
    for _ in range(count):
        board.rig.board.step()


class Halted(BaseException):
    """Ends a program that would run for ever."""


def run_main(board: Board, steps: int = 200) -> None:
    """Run the program of power on for so many steps."""
    main = firmware("main")
    board.rig.bind()
    board.world.room = 256
    lamp = {"steps": 0}
    alive = RIG.HAL.Hal.alive

    def counted(hal: Any) -> None:
        lamp["steps"] += 1
        if lamp["steps"] > steps:
            raise Halted
        alive(hal)

    RIG.HAL.Hal.alive = counted
    try:
        main.main()
    finally:
        RIG.HAL.Hal.alive = alive


def test_the_program_at_power_on_is_a_board() -> None:
    board = Board(seed=18)
    board.said()
    with pytest.raises(Halted):
        run_main(board)
    assert one(board.said(), Hello)
    assert board.world.watchdog


def test_an_internal_error_is_logged_and_the_board_restarts() -> None:
    board = Board(seed=19)
    board.said()
    scanner = firmware("pieces").Scanner
    step = scanner.step

    def fail(_scanner: Any) -> None:
        raise MemoryError("no, $ and * here")

    scanner.step = fail
    try:
        with pytest.raises(WORLD.Restart):
            run_main(board)
    finally:
        scanner.step = step
    assert one(board.said(), LogLine) == LogLine("error", "MemoryError no    and   here")


def test_both_repeat_keys_at_power_on_leave_the_board_to_a_programmer() -> None:
    board = Board(seed=20)
    board.world.watchdog = False
    for key in (0, 7):
        board.world.key_times[key] = (board.world.clock.us - 50_000, board.world.clock.us + 10**7)
    run_main(board)
    assert not board.world.watchdog


def test_reboot_to_the_prompt_works_once() -> None:
    board = Board(seed=21)
    board.run(2000)
    board.rig.receive(encode("Q,1,REBOOT,repl"))
    with pytest.raises(WORLD.Restart):
        run_steps(board, 200)
    run_main(board)
    with pytest.raises(Halted):
        run_main(board)
