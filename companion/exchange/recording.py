"""Records the bytes of a board in a file that `replay` plays."""

from collections.abc import Callable
from pathlib import Path

from companion.ending import Closing
from companion.speech.catalogue import ExplainedError, Sentence, filled


class RecordingError(ExplainedError, ValueError):
    """A recording that cannot be started. The message is one clear sentence."""


class Recording(Closing):
    """A new file, written without buffering, so that a power cut loses a line at most.

    complain -- called with one sentence if writing fails; the evening continues.
    Raises `RecordingError`.
    """

    def __init__(self, path: str, complain: Callable[[Sentence], None]) -> None:
        self._path = path
        self._complain = complain
        try:
            self._file = Path(path).open("xb", buffering=0)  # noqa: SIM115 - closed by close
        except FileExistsError:
            raise RecordingError("refusal.record-there", file=path) from None
        except OSError as error:
            raise RecordingError(
                "refusal.record-refused", file=path, reason=str(error.strerror)
            ) from None

    def write(self, data: bytes) -> None:
        """Write the data; do nothing after an error."""
        if self._file.closed:
            return
        try:
            self._file.write(data)
        except OSError as error:
            reason = str(error.strerror)
            self._complain(filled("command.record-lost", file=self._path, reason=reason))
            self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()
