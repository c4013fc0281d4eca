"""Makes text from untrusted sources safe to print on a terminal."""

import re
from typing import Final

_STEERING: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Control characters except tab, line and paragraph separators, and surrogates."""


def one_line(text: str) -> str:
    """Return the text with a space for each of these characters."""
    return _STEERING.sub(" ", text)
