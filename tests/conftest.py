"""Settings and fixtures for all tests."""

import asyncio
import atexit
import inspect
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import count
from typing import Any, Final

import pytest
from hypothesis import settings

from companion.speech import catalogue
from companion.speech.catalogue import Found
from tests.budget import LONGER, wait_for_no_device

settings.register_profile("any-machine", parent=settings(), deadline=None, max_examples=30 * LONGER)
settings.load_profile("any-machine")
wait_for_no_device()
# No test reads or writes the user's own settings or journals, in this process or another.
_NOBODYS = tempfile.mkdtemp(prefix="companion-tests-")
atexit.register(shutil.rmtree, _NOBODYS, ignore_errors=True)
os.environ |= {"XDG_CONFIG_HOME": f"{_NOBODYS}/config", "XDG_DATA_HOME": f"{_NOBODYS}/data"}
# As `companion.hints` does, but a test may import numpy before it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
_NUMBERS: Final = count(1)
collect_ignore: list[str] = []
if find_spec("playwright") is None:  # .ci/club installs it, and is alone to run these
    collect_ignore = ["club/test_live.py", "club/test_telephones.py", "web/test_browser.py"]
# Compiled once, as on a user's machine, the program starts three times as fast.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# The background jobs of a shell ignore Ctrl-C, and so would the programs that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_runtest_setup() -> None:
    """Give each test its own folder of journals, so it resumes no match of another test."""
    os.environ["XDG_DATA_HOME"] = f"{_NOBODYS}/data{next(_NUMBERS)}"


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run an asynchronous test in its own event loop; an error in a callback fails the test."""
    test, errors = pyfuncitem.obj, list[dict[str, Any]]()
    if not inspect.iscoroutinefunction(test):
        return None

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, what: errors.append(what))
        await test(
            **{name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}
        )

    asyncio.run(run())
    assert not errors
    return True


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Run the tests of a file in one worker, so that shared data is made once."""
    from xdist.scheduler import LoadFileScheduling  # noqa: PLC0415 - a run without it needs none

    made: object = LoadFileScheduling(config, log)
    return made


@pytest.fixture(autouse=True, scope="session")
def zero_is_a_sentence_of_its_own() -> Iterator[None]:
    """Check that French has its own sentence for 0.

    French uses the singular for 0, so "un pion" would be said where there is none.
    """
    text = catalogue.text_of

    def checked(found: Found, count: int = 1) -> str:
        has_plural = found.table.ngettext(found.key, "", 0) != ""
        assert count or not has_plural, f"{found.key!r} is said of none at all"
        return text(found, count)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "text_of", checked)
        yield
