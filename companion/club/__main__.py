"""The process beside an evening; `companion.outlet` starts it and speaks with it in lines."""

from companion.club.beside import main

if __name__ == "__main__":
    raise SystemExit(main())
