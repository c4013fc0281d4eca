"""Compares ways to sense the pieces: `python -m hardware.contacts` writes `contacts.md`."""

import re
import textwrap
from itertools import pairwise
from pathlib import Path

from hardware import antenna_board, parts_list, parts_radio, tag_disc
from hardware import parameters as p
from hardware import reader_board as r
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
    said += [_boards(), _reader(), _left_out(), _next_step()]
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
fewer than {s.MOST_ERRORS:.4f} of readings wrong at the end of the board's life; a pile of five
pieces stands a push of {s.LEAST_PUSH} N at its top, as of a hand that reads; at most
{s.MOST_JOINTS} joints soldered by hand; at most {s.MOST_HOURS:.0f} hours of work.

**Everything here is computed. Nobody has built or measured any of it.** The models are in
`physics/magnets.py`, `physics/tags.py` and `physics/hall.py`; the source of each number stands
beside it there and in `sensing_ways.py`. Prices are without shipping and from memory. The work of
the second and third way assumes circuit boards that nobody has designed.

**Result.** {result}, by calculation. This is the board of the guide, `building.md`. There are
circuit boards for the antennas, the tags, the reader and the sensors of dice, and firmware, which
was only tried with a simulated reader. Nobody has matched a real reader to the antennas.

**The board with contacts was rejected.** It was the first design, and its guide, models and wiring
were deleted: its springs press with a sixth of the force that contacts need, its wiring took 63
hours, and its piles tipped at a light touch. Only the first trial, `trial.md`, still has pieces
with contacts, because five of them cost little. They have the deep feet of the board, so their
piles stand."""


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
  lifts another piece comes along.
- Piles: {_piles(way)}"""


def _piles(way: s.Way) -> str:
    if way.stands is None:
        return f"{way.push:.2f} N sideways at its top tip a pile of five."
    return (
        f"a pile of five stands at least {way.stands:.1f} N sideways at its top, because its feet"
        f" are {p.BOSS_HEIGHT:.0f} mm deep. From {way.joint.push():.2f} N on it leans."
    )


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
  counting five thin pieces, each of which adds {s.THIN} mm to a pile. Of piles of our pieces,
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
- Wear and dirt: none; a piece is closed and can be washed. A tag has a number of its own.
- Feet: {p.BOSS_HEIGHT:.0f} mm deep, in recesses and seats with {p.FIT_FOOT} mm of room on each
  side. `physics.md` has the simulation of piles.
- Weight: a piece has about {s.TAG_PIECE:.1f} grams, because steel washers would shield its
  tag."""


def _boards() -> str:
    shift = tags.magnet_shift(tag_disc.mean_radius())
    count = parts_radio.boards()
    large, small = antenna_board.capacitors()
    wide, long = antenna_board.OUTER
    high = p.BASE_THICKNESS + p.FRAME_HEIGHT + p.PLATE
    lines = parts_radio.lines()
    return f"""## The circuit boards for radio tags

`python -m hardware.export build` writes six circuit boards as files for a board maker, each with a
table of the places of its parts: `antennas_3`, `antennas_1`, `tag_disc`, `reader`, and
`dice_sensor_a1` and `dice_sensor_b1`, which differ only in their chip. All have two layers and
parts on one side, which the board maker mounts. `radio-parts.md` lists what is bought, for about
{parts_list.total(lines):.0f} euros.

- `antennas_3`: the antennas of the three points of a tile. {count[3]} are needed. It is glued below
  the tile with thin adhesive tape, coils up, plug towards the middle of the board.
- `antennas_1`: the same with one antenna, for each half of the bar and each tray. {count[1]} are
  needed.
- `tag_disc`: the tag, which lies in a piece's foot, its parts down.
  Its chip is {tag_disc.CHIP_HEIGHT} mm high and the gap {p.FINGER_GAP} mm: fill the gap with epoxy,
  level with the foot.
- An antenna: {antenna_board.TURNS} turns, {wide} x {long} mm, tracks {antenna_board.WIDTH} mm wide.
  With a cable of {antenna_board.CABLE:.0f} mm and the tracks of the reader it has
  {antenna_board.inductance() / 1000:.2f} microhenry. {large:g} and {small:g} picofarad side by side
  tune it to {antenna_board.CARRIER} megahertz, in series. Two resistors of
  {antenna_board.resistor():g} ohm side by side damp it to a quality of
  {antenna_board.QUALITY:.0f}, so that answers pass. To the reader it is
  {antenna_board.load():.1f} ohm. At its largest current,
  {tags.LARGEST_CURRENT / antenna_board.TURNS:.2f} ampere, each resistor turns
  {antenna_board.resistor_watts(tags.LARGEST_CURRENT):.2f} watts into heat.
- Tolerances: capacitors of {100 * antenna_board.PARTS_TOLERANCE:.0f} %, and coils and cables that
  differ by {100 * antenna_board.COIL_TOLERANCE:.0f} %, and the tracks of the reader leave an
  antenna at least {100 * antenna_board.weakest():.0f} % of the current of one in tune. All cables
  must be equally long.
- A tag: {tag_disc.TURNS} turns around {2 * tag_disc.mean_radius():.1f} mm,
  {tag_disc.inductance() / 1000:.2f} microhenry. {parts_radio.tag_capacitor():g} picofarad beside
  the {tag_disc.CHIP} of its chip, with the magnet behind it, tune it to
  {tag_disc.resonance(shift):.1f} megahertz. Tolerances of its parts make resonances
  differ by {100 * tag_disc.spread(shift):.1f} %; the simulation assumes {100 * s.TAG.spread:.0f} %.
- Heights: a tag on its seat is {tags.DEPTH:.1f} mm from its antenna. A test measures this on the
  exported printed parts. Tiles are {p.PLATE} mm thick, and the board is {high:.0f} mm high.
- `dice_sensor_a1` and `dice_sensor_b1`: a Hall sensor below the floor of each dice tray. The edges
  of the board hold the chip in the middle of the seat.
- Only the chosen antenna may be connected. One with open ends is out of tune and takes no part.
- Checked by programs: `gerbonara` reads the files back, and a test compares the copper with the
  nets and measures all gaps. Nobody has ordered one. The pads of the chip are from memory: compare
  them with its data sheet first.

What is missing before the board works:

- A reader that is matched to the antennas: see "The reader".
- Anybody who has tried it."""


def _reader() -> str:
    ohms = [r.total_ohms(step) for step in range(r.STEPS)]
    ratios = [high / low for high, low in pairwise(ohms)]
    strong, weak = r.bias(r.STEPS - 1), r.bias(0)
    turns = (r.TURNS[0] / r.TURNS[1]) ** 2
    henry = r.TOROID * r.TURNS[1] ** 2
    lost = parts_list.total(
        [line for line in parts_radio.lines() if line.part == "module with PN5180"]
    )
    return f"""## The reader

The circuit board `reader` connects one of 28 antennas to a ready module with the chip PN5180, with
one of {r.STEPS} currents. The module costs about {lost:.0f} euros. The board has plugs for the
cables of all antennas, five shift registers, and two strips of nine pins: one for the Pico, one
for the module. `firmware/README.md`, "The board with radio tags", has the pins. `radio-parts.md`
has the parts.

- Switch: each antenna and each current has a PIN diode BAR64-03W. A low output of a shift register
  lets {strong[0]:.1f} to {weak[0]:.1f} milliamperes through the antenna's diode and
  {weak[1]:.1f} to {strong[1]:.1f} through that of the current. Then each has a few ohms. The
  current through {r.COMMON:.0f} ohm keeps all other diodes closed by at least
  {_least_reverse():.1f} volts.
- Strips: from pin 1, that of the Pico has 5 volts, 3.3 volts, latch, chip select, data to the
  reader, data from the reader, clock, busy and ground. That of the module has reset in place of
  the latch. The module's RST, NSS, MOSI, MISO, SCK and BUSY belong there.
- Resistance: both diodes have {r.switch_ohms():.1f} ohm at the largest current. They take the place
  of a part of the resistors that an antenna needs anyway.
- Loss: {r.loss():.1f} decibel in the diodes and the transformer at the largest current. A closed
  diode has at most {r.CLOSED} picofarad, so an antenna that is not chosen has
  {100 * r.leak():.2f} % of the current.
- Charge: the charge in the antenna's diode is
  {r.charge_ratio(tags.LARGEST_CURRENT / antenna_board.TURNS):.1f} times what half a wave of the
  largest current moves. So the diode stays open. A charge lives 1.55 microseconds and a wave 0.07.
- Currents: the transformer sees {ohms[-1]:.0f} to {ohms[0]:.0f} ohm. Successive currents differ by
  a factor of {min(ratios):.2f} to {max(ratios):.2f}, if the module's voltage stays the same.
- Transformer: {r.TURNS[0]} turns to the module and {r.TURNS[1]} to the antennas, on a toroid
  FT37-61 that stands upright. The secondary has {henry / 1000:.1f} microhenry. At the
  largest current the module sees {turns * ohms[-1]:.0f} ohm, at the smallest {turns * ohms[0]:.0f}.
- Box: reader, module and Pico lie in `reader_box`, at the left of V's keys, because no circuit
  board may lie below an antenna. It is {p.BOX[0]:.0f} mm wide and {p.BOX[1]:.0f} mm deep, and its
  lid is level with the tiles. `building.md` says how it is filled and bolted on. All cables leave
  it through the slot in the side of the keys' frame. The farthest antenna is about 700 mm away, so
  every cable is {antenna_board.CABLE:.0f} mm long.
- Time: the firmware shifts 40 bits at 4 megahertz in 10 microseconds, and waits 1 millisecond until
  tags have power. The firmware with a simulated reader reports a move after 0.4 to 2 seconds.
- Sources: values of the diode are from its data sheet (Infineon, 2013). Its forward voltage, the
  outputs of the shift registers, the toroid and prices are from memory.
- Checked by programs: as the boards above. A test also shifts every choice of the firmware through
  the registers, and follows the tracks to the plug of that antenna.

**Not measured, and not solved by calculation:**

- The module's match. Its own antenna must be cut off, and its capacitors must be changed until the
  chip sees its load of about 40 ohm. Its circuit is not published. This needs a network analyser
  and NXP's note AN11740.
- Small currents. Then the module sees a higher resistance, its voltage may rise, and its receiver
  gets a weaker carrier. Whether it still understands tags is unknown.
- Diodes that are closed by less than the peak of the carrier. The data sheet suggests that they
  stay closed, because a wave is shorter than the life of the charge.
- The pins of the module, its footprint, and whether ready cables connect pin 1 to pin 1.
- Whether the bundle of all cables, which leaves the box through one slot, disturbs the antennas."""


def _least_reverse() -> float:
    return min(r.COMMON * sum(r.bias(step)) / 1000 for step in range(r.STEPS))


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
    return f"""## What to do next

Try one tile, as `tag-trial.md` says: one `antennas_3`, ten `tag_disc` in their pieces, and the
reader. Measure first whether the antennas resonate at {tags.CARRIER} and the tags at
{s.TAG.resonance:g} megahertz.

Try also whether the deep feet slip in and out easily, and whether a pile of five stands a hand."""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{len(s.ways())} ways to sense the pieces.")
