"""The publishing process. `publishing.outlet` starts it and exchanges lines of text with it."""

import json
import sys

from companion.optional import LibraryError, load


def main() -> int:
    """Run the process. If a library is missing, write a `refused` message and return 2."""
    try:
        return int(load("companion.publishing.page_process", "web").main())
    except LibraryError as error:
        sys.stdout.write(json.dumps({"refused": str(error)}) + "\n")
        return 2


if __name__ == "__main__":
    raise SystemExit(main())
