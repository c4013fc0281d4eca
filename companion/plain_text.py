"""Text that may be shown on a terminal, whatever file, name or network it comes from."""

import re
from typing import Final

_STEERING: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Signs that steer a terminal or end a line, and halves of signs. A tab stays."""


def one_line(text: str) -> str:
    """Return the text with a space for each sign that steers a terminal or ends a line."""
    return _STEERING.sub(" ", text)
