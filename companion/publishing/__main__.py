"""The process beside an evening; `publishing.outlet` starts it and speaks with it in lines."""

import json
import sys

from companion.optional import LibraryError, load


def main() -> int:
    """Run it; where its libraries do not load, the evening is told."""
    try:
        return int(load("companion.publishing.page_process", "web").main())
    except LibraryError as error:
        sys.stdout.write(json.dumps({"refused": str(error)}) + "\n")
        return 2


if __name__ == "__main__":
    raise SystemExit(main())
