"""Compares ways to sense the pieces: `python -m hardware.contacts` writes `contacts.md`."""

import re
import textwrap
from pathlib import Path

from hardware import parameters as p
from hardware import sensing_ways as s
from hardware.parts_line import pieces
from hardware.physics import hall, tags

PAGE = Path(__file__).with_name("contacts.md")
WIDTH = 100


def page() -> str:
    """Return the comparison, to be read aloud."""
    ways = s.ways()
    said = [_introduction(ways)]
    for way, notes in zip(ways, (_bronze(), _pins(), _hall(), _tags()), strict=True):
        said += [f"## {way.name}", f"{_figures(way)}\n{notes}\n- Limits: {_verdict(way)}"]
    said += [_left_out(), _next_step()]
    return "\n\n".join(_filled(part) for text in said for part in text.split("\n\n")) + "\n"


def _filled(paragraph: str) -> str:
    """Return a paragraph, or each item of a list, filled to the width of a page."""
    items = [" ".join(item.split()) for item in re.split(r"\n(?=- )", paragraph)]
    return "\n".join(
        textwrap.fill(
            item,
            WIDTH,
            subsequent_indent="  " if item.startswith("- ") else "",
            break_on_hyphens=False,
        )
        for item in items
    )


def _introduction(ways: list[s.Way]) -> str:
    kept = " and ".join(way.name.lower() for way in ways if not way.missed())
    result = f"All limits are kept by {kept}" if kept else "No way keeps all limits"
    return f"""# How the board senses its pieces

Made by `python -m hardware.contacts`: do not change it by hand. Four ways are compared by the same
lines. The limits: at least {s.LEAST_GRAMS:.0f} grams of force on each contact, or no contacts;
fewer than {s.MOST_ERRORS:.4f} of readings wrong at the end of the board's life; at most
{s.MOST_JOINTS} joints soldered by hand; at most {s.MOST_HOURS:.0f} hours of work.

**Everything here is computed. Nobody has built or measured any of it.** The models are in
`physics/magnets.py`, `physics/tags.py` and `physics/hall.py`; the source of each number stands
beside it there and in `sensing_ways.py`. Prices are without shipping; those of ready circuit
boards are from memory.

**Result.** {result}, by calculation. The board of today still has bronze fingers, as in
`building.md`. No circuit board for tags has been designed, and the firmware cannot read tags."""


def _figures(way: s.Way) -> str:
    force = "no contacts" if way.grams is None else f"{way.grams:.1f} grams on the weakest contact"
    errors = (
        "unknown: no source was found with a rate for contacts that hands touch"
        if way.errors is None
        else f"at most {way.errors:.5f} of readings"
    )
    return f"""- Force: {force}.
- Errors: {errors}.
- Work: {way.joints} joints by hand, {way.hours:.1f} hours.
- Price: {way.euros:.0f} euros for the whole board.
- Reading time: {way.board_seconds:.2f} seconds for the whole board.
- Feel: {way.joint.lift():.2f} N lift the top piece of a pile of five; in {100 * way.along:.1f} % of
  lifts another piece comes along. {way.joint.push():.2f} N sideways at its top tip the pile."""


def _verdict(way: s.Way) -> str:
    missed = way.missed()
    return "all kept." if not missed else f"missed or not shown: {', '.join(missed)}."


def _wear(stands: int) -> str:
    return (
        f"each piece is put down {s.placements():,.0f} times in {s.EVENINGS:,} evenings; the finish"
        f" stands about {stands:,}"
    )


def _bronze() -> str:
    grams = s.bronze().grams or 0.0
    return f"""- Wear: {_wear(s.ENIG_CYCLES)}, which is what a maker states for thin gold (ENIG).
- Dirt: a clean contact has {1000 * s.clean_ohms(grams):.0f} milliohms, and each of the
  {2 * p.STACK} contacts in a row below a pile may have {s.spare_ohms():.0f} ohms more. So only
  grease and fibres can stop a reading, and so light a spring does not push through them."""


def _pins() -> str:
    diameter, thickness = s.PIN_MAGNET
    joint = s.pins().joint
    return f"""- Magnets: {diameter:g} x {thickness:g} mm hold with {joint.hold():.2f} N; the
  {s.PINS} pins push with {joint.springs:.2f} N, up to a fifth more.
- Wear: {_wear(s.HARD_GOLD_CYCLES)} if it is thick hard gold; pins stand {s.PIN_CYCLES:,}.
- Dirt: pins push through more of it, but seats and pieces must still be cleaned."""


def _hall() -> str:
    fields = hall.fields(s.THIN)
    today = hall.wrong_counts(p.STACK_PITCH, p.STACK, s.PILES, s.SEED)
    three = s.below(round(s.PILES * hall.wrong_counts(s.THIN, 3, s.PILES, s.SEED)), s.PILES)
    return f"""- Signal: the lowest magnet of a pile gives {fields[0]:.2f} millitesla, the fifth
  {fields[-1]:.2f}; magnets differ by {100 * hall.STRENGTH:.0f} %. The errors above are those of
  counting five thin pieces, each of which adds {s.THIN} mm to a pile. Of piles of today's pieces,
  which add {p.STACK_PITCH} mm, {100 * today:.0f} % are miscounted.
- Lower piles: of piles of three thin pieces at most {three:.5f} are miscounted. Piles of three need
  five seats on each point and a deeper board.
- Kinds: a star cannot be told from both colours by its pole.
- Wear and dirt: none that matters."""


def _tags() -> str:
    tally, in_tune = s.tag_tally(), s.tag_tally(s.IN_TUNE)
    return f"""- Signal: of {tally.tags:,} simulated tags in random piles, {tally.unpowered} had too
  little field and {tally.misplaced} seemed to be on the next point. The rate above is what 95 %
  confidence allows after that. The antenna of the next point needs at least {tally.ratio:.1f}
  times the current of the right one. The board raises the current in {tally.steps} steps, each
  {tags.STEP:g} times the last, and the antenna that finds a tag first has it.
- Tuning: tags are tuned to {s.TAG.resonance:g} megahertz, above the reader's {tags.CARRIER}. With
  tags tuned to the reader {100 * in_tune.errors / in_tune.tags:.1f} % would be wrong, because tags
  in a pile detune each other.
- Assumptions: tags have a quality of {s.TAG.quality:.0f}, and their resonances differ by
  {100 * s.TAG.spread:.0f} % (one standard deviation). Of as many tags are wrong with
  {"; ".join(f"{change}, {s.tag_tally(tag).errors}" for change, tag in s.VARIED.items())}. So of
  these only the spread matters: at 5 % the limit is missed.
- Metal: the magnet in the middle of a tag raises its resonance by
  {100 * tags.magnet_shift(s.TAG.radius):.1f} % and alone would leave a quality of
  {tags.magnet_quality(s.TAG.radius):.0f}.
- Reading the two points of a move: {s.move_seconds():.2f} seconds.
- Wear and dirt: none; a piece is closed and can be washed. A tag has a number, like today's chips.
- Weight: a piece has about {s.LIGHT_PIECE:.0f} grams, because steel washers would shield its
  tag."""


def _left_out() -> str:
    return f"""## What was left out

- Resonant coils without chips: each of {pieces()} pieces needs a frequency of its own. From 0.1 to
  1 megahertz there is room for {s.frequencies()}, because coils in a pile are coupled.
- Optical sensors: one below a seat sees only the lowest of {p.STACK} pieces.
- In the simulation of tags: hands, screws and wires near a tag, and what tags do to the antennas. A
  tag must answer at {tags.LEAST_FIELD} amperes a metre, which is the standard's limit. Antennas are
  driven with at most {tags.LARGEST_CURRENT} amperes times turns. Quality and spread are
  judgements."""


def _next_step() -> str:
    wide, long = tags.ANTENNA
    return f"""## What to do next

Try one point before boards are designed: an antenna of {wide:.0f} x {long:.0f} mm and its two
neighbours, and ten tags with coils {2 * s.TAG.radius:.0f} mm wide, tuned to
{s.TAG.resonance:g} megahertz, with the magnets of the pieces. Count the readings that are missing
or wrong as in chapter 2 of `building.md`.

A pile of five still tips at a light touch. Stronger magnets would make it steadier, but then a
piece is hard to lift: compare the feel of the way with Hall sensors."""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{len(s.ways())} ways to sense the pieces.")
