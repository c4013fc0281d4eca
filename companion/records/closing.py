"""What is closed when a `with` is left: one small base class for whatever has a `close`."""

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self


class Closing(ABC):
    """Something that is closed at the end of a `with`, whatever happened in it."""

    @abstractmethod
    def close(self) -> None:
        """Close it; a subclass says what that is."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
