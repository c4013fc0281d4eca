"""The bytes of a board as they come, kept in a file that `replay` plays again."""

from collections.abc import Callable
from pathlib import Path

from companion.records.closing import Closing
from companion.speech.catalogue import ExplainedError, filled


class RecordingError(ExplainedError, ValueError):
    """A recording that cannot be begun; one clear sentence."""


class Recording(Closing):
    """A new file that everything is written to at once, so that a power cut costs a line at most.

    complain -- gets one sentence when the file takes no more; the evening goes on.
    Raises `RecordingError`.
    """

    def __init__(self, path: str, complain: Callable[[str], None]) -> None:
        self._path = path
        self._complain = complain
        try:
            self._file = Path(path).open("xb", buffering=0)  # noqa: SIM115 - closed by close
        except FileExistsError:
            raise RecordingError(filled("refusal.record-there", file=path)) from None
        except OSError as error:
            raise RecordingError(
                filled("refusal.record-refused", file=path, reason=str(error.strerror))
            ) from None

    def keep(self, data: bytes) -> None:
        """Keep what came."""
        if self._file.closed:
            return
        try:
            self._file.write(data)
        except OSError as error:
            self._complain(f"{self._path} takes no more ({error.strerror}); the evening goes on.")
            self.close()

    def close(self) -> None:
        """End the file."""
        self._file.close()
