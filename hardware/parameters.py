"""Every dimension of the board, once, each with its reason.

Lengths are millimetres, forces newtons, masses grams, densities grams per cubic millimetre. Where
a reason says "to be tried", only a prototype can show whether it fits. Nothing here was measured
on real parts.
"""

# --- Printing ---------------------------------------------------------------------------------

BED = 180.0  # the smallest printer meant: every part must fit on a square bed of this side
BED_HEIGHT = 180.0
DENSITY_PLASTIC = 1.24e-3  # PLA; PETG is 1.27e-3
DENSITY_STEEL = 7.85e-3
DENSITY_MAGNET = 7.5e-3
DENSITY_BOARD = 1.85e-3  # glass-fibre circuit board
FIT_GLUE = 0.15  # gap on each side of what is glued into a printed pocket
FIT_SLIDE = 0.3  # gap on each side of what must fall into place by itself
THIN_WALL = 0.4  # two layers of 0.2: the wall that keeps a magnet captive

# --- The contact disc: one circuit board for piece tops, piece bottoms and seats ---------------

DISC_DIAMETER = 18.0  # largest that leaves a printable rim inside the boss
DISC_THICKNESS = 0.8  # a standard thickness; thinner bends under the iron
DISC_CENTRE = 5.0  # diameter of the centre pad: data
DISC_LAND = 5.9  # the centre pad's solder land reaches this far out, to one side: near the ring
DISC_RING = (6.2, 8.6)  # inner and outer radius of the ring: ground
DISC_HOLE_RADIUS = 3.6  # wire holes: inside the collar, outside the magnet
DISC_WIRE_HOLE = 1.0  # in the plastic behind the disc
DISC_JOINT = (2.0, 0.3)  # diameter, depth: room for a solder joint behind each hole of a disc
DISC_DRILL = 0.7  # in the disc: takes bare wire-wrap wire
FINGER_GAP = 0.8  # between two discs that meet
FINGER_FREE = 1.2  # height of a free spring finger above its disc
FINGER_ROOT = 1.5  # soldered down
FINGER_LENGTH = 6.0  # from the root to where it touches: shorter is stiffer, by the cube
FINGER_CURL = 0.5  # beyond that the tip is bent back, so that it does not scratch
FINGER_STRIP_LENGTH = FINGER_ROOT + FINGER_LENGTH + FINGER_CURL
FINGER_WIDTH = 1.5
FINGER_STRIP = 0.10  # thickness of phosphor bronze strip; the force goes with its cube
FINGERS = 4  # one in the centre, three on the ring: three make a plane, so all touch
FINGER_EDGE = 0.1  # from the land's outer end to the root of the centre finger
FINGER_CHORD = 6.6  # a ring finger lies across a ray, so far from the centre; its middle on the ray

# --- Magnets ----------------------------------------------------------------------------------

HOLD_DIAMETER = 5.0  # 5 x 2 N35: 0.55 N through the discs; 5 x 1 would be weaker than the fingers
HOLD_THICKNESS = 2.0
HOLD_REMANENCE = 1.19  # tesla; N35 is 1.17 to 1.21
# From the upper magnet of one piece, or of a seat, to the lower magnet of the piece on it.
MAGNET_GAP = FINGER_GAP + 2 * DISC_THICKNESS + 2 * THIN_WALL
HOLD_POLE_UP = "N"  # in every piece and every seat alike: a piece laid upside down is pushed away
DIE_MAGNET = 4.0  # diameter and length; the firmware reports a 3 as weak, 5 disturbs the neighbour
DIE_REMANENCE = 1.30  # tesla; N42 is 1.28 to 1.32

# --- Pieces -----------------------------------------------------------------------------------

PIECE_ACROSS = 33.0  # every outline's outer circle; a point is 36 wide
PIECE_HEIGHT = 12.0  # room for two magnets, two washers and a chip in TO-92
BOSS_DIAMETER = 20.0  # the foot that fits into the piece below or into a seat
BOSS_HEIGHT = 2.0
RECESS_DIAMETER = BOSS_DIAMETER + 2 * FIT_SLIDE
RECESS_DEPTH = 1.8  # less than the boss: a piece stands on its boss, its rim floats by 0.2
STACK_PITCH = PIECE_HEIGHT + BOSS_HEIGHT - RECESS_DEPTH
CLOVER_LEAVES = 3  # three leaves, four corners, five rays: also told apart by counting
CLOVER_LEAF_RADIUS = 10.0
SQUARE_CORNER = 2.5  # rounded: sharp corners wear and prick
STAR_RAYS = 5
STAR_INNER = 12.0  # radius of the hollows; leaves 1.7 of wall round the recess
STAR_ROUND = 0.8
EDGE_ROUND = 0.6  # of the upper edge
BORE_DIAMETER = BOSS_DIAMETER + 0.6  # takes foot and washers; FIT_GLUE on each side of the foot
FOOT_THICKNESS = 2.4  # of the foot's plug inside the shell
COLLAR_OUTER = 10.0  # centres the washers, and sets the depth of the foot against the ceiling
COLLAR_INNER = 8.4
WASHER_OUTER = 20.0  # M10, ISO 7089
WASHER_INNER = 10.5
WASHER_THICKNESS = 2.0
WASHERS = 2  # without them a piece weighs 8 g and its fingers would lift it
CHIP_POCKET = (5.0, 4.2, 4.0)  # a DS2401 in TO-92 lies in it: 4.6 x 3.6 at most
TEXTURE_DEPTH = 0.6  # grooves on the top of the square, dimples on the star, none on the clover
TEXTURE_WIDTH = 1.4
PIECE_MASS = (13.0, 18.0)  # grams, smallest and largest allowed
STACK = 5

# --- Board ------------------------------------------------------------------------------------

POINT_WIDTH = 36.0  # piece and 3 between pieces, for fingertips
POINTS_PER_TILE = 3
SEAT_PITCH = 34.0  # piece and 1
SEATS = 3  # base, middle, tip: in Jacquet the postillon travels on the tips
EDGE_STRIP = 12.0  # before the base: first Braille mark, which no piece covers
FIRST_SEAT = EDGE_STRIP + SEAT_PITCH / 2
TRIANGLE_APEX = 124.0
TIP_MARK = 130.5  # centre of the second Braille mark, in the hand channel
TILE_DEPTH = 138.0  # leaves 49 between the tip pieces of both sides, for hands
COLUMN_WIDTH = 48.0  # bar, trays and keys
PLATE = 4.4  # the seats' magnets end level with its lower face
SEAT_DEPTH = 1.0  # of the recess below the ground
TRIANGLE_LIGHT = 0.6  # height of an even, light, smooth triangle: three layers, felt at once
TRIANGLE_DARK = 1.0  # of an odd, dark, ribbed one: change the filament 0.6 above the ground
RIB_PITCH = 5.0
RIB_GROOVE = 1.2
TRIANGLE_BASE = 32.0
RIDGE_HEIGHT = 1.2  # between points: keeps pieces apart, see the research on accessible boards
RIDGE_WIDTH = 1.2
RAIL_HEIGHT = 2.0  # along bar and trays: higher than a ridge, so that the hand knows
SCREW_HOLE = 3.4  # M3
SCREW_HEAD = 6.4
SCREW_INSET = 5.0
TILE_THREAD = 3.4  # depth of the blind holes for screws in a tile's underside: leaves 1.0 above
POST_SINK = 3.0  # of a screw head in the lower end of a frame's post: M3 x 16 then reaches 3 deep
FRAME_HEIGHT = 16.0
FRAME_WALL = 3.0
FRAME_POST = 10.0
FRAME_POST_HOLE = 2.6  # M3 cuts its own thread: links, carriers, undersides of tiles
BOLT_APART = 14.0  # between two bolts at the back of a column: their washers pass its posts
BOLT_HIGH = 12.0  # there, above the cable slot; elsewhere in the middle of the wall
WASHER_M3 = 7.0  # ISO 7089; a bolt's head and nut are smaller
BOLT_INSIDE = 4.0  # room for washer 0.5, nut 2.4 and the end of an M3 x 10 through two walls
CABLE_SLOT = (20.0, 8.0)  # width, height, in the walls between two frames
USB_SLOT = (14.0, 13.0)  # at the player's edge of a column: takes the plug's sleeve, 11 x 8
BASE_THICKNESS = 3.0  # of the sheet below: as thick as a link
BASE_GAP = 1.0  # around each link

CIRCUIT_BOARD = (40.0, 130.0)  # perforated board below each half of the bar
CIRCUIT_NOTCH = 8.0  # side of the squares sawn out of its corners, for the frame's posts
HOLE_PITCH = 2.54
NUT_REACH = 3.5  # of washer, nut and bolt's end, from a frame's wall inwards

# --- Braille (sizes: US Library of Congress NLS 800 and Marburg Medium) ------------------------

DOT_PITCH = 2.5  # NLS 800: 2.34; Marburg Medium and common signs: 2.5
CELL_PITCH = 6.0  # NLS 800: 6.2; Marburg Medium: 6.0
LINE_PITCH = 10.0
DOT_BASE = 1.6  # NLS 800: 1.44; Marburg Medium: 1.3 to 1.6; printed dots need the larger
DOT_HEIGHT = 0.5  # NLS 800: 0.48

# --- Keys -------------------------------------------------------------------------------------

KEY_PITCH = 18.0  # 4 between caps: more than the 3 that two tactile elements need at least
KEY_CAP = 14.0
KEY_HOLE = 14.8
KEY_FLANGE = 17.0  # keeps the cap below the plate
KEY_FLANGE_THICKNESS = 1.2
KEY_NICK = (3.0, 0.8)  # width, depth, in the flange: it points to the player, whose letter it is
KEY_RISE = 2.5  # of a cap above the ground
KEY_SWITCH = 12.0  # body of a 12 x 12 tactile switch with a square plunger
KEY_BODY_HEIGHT = 4.0  # to be checked on the switch bought
KEY_TOTAL_HEIGHT = 7.3
KEY_PLUNGER = 3.8
KEY_TRAVEL = 0.3
KEY_SOCKET = 2.8  # how far the plunger reaches into the cap; leaves 0.5 above the body
CARRIER_THICKNESS = 3.0
CARRIER_HOLE = 3.2  # M3 passes; its posts are 5 wide
CARRIER_WIDTH = 27.4  # between the frame's posts
CARRIER_END = 1.2  # beyond the bed of the last switch: more would meet the frame's bolts
KEYS_FR = {
    "repeat": "r",  # répéter
    "board": "p",  # plateau
    "score": "s",
    "hint": "c",  # conseil
    "cube": "v",  # videau
    "yes": "o",
    "no": "n",
}
KEYS_EN = {
    "repeat": "r",
    "board": "b",
    "score": "s",
    "hint": "h",
    "cube": "c",
    "yes": "y",
    "no": "n",
}

# --- Dice and their seats ---------------------------------------------------------------------

DIE = 28.0  # below 24 the magnet's offsets count too much, see the research
DIE_ROUND = 2.0
DIE_FIELD = 0.8  # each face is a sunken field; its pips reach the rim's level, so it lies flat
DIE_RIM = 2.5
DIE_PIP = 4.2
DIE_PIP_STEP = 6.6
DIE_DIRECTION = (1.0, 1.8392868, 3.3829758)  # vertex of the snub cube: x, y, z
DIE_FACES = {1: (2, 1), 6: (2, -1), 2: (1, 1), 5: (1, -1), 3: (0, 1), 4: (0, -1)}  # axis, sign
DIE_PEG = 1.9  # holes for pegs of 1.75 mm filament: both halves are printed joint down
DIE_PEG_DEPTH = 4.0  # of each hole
TRAY_TILT = 35.0  # degrees: what a die needs to slide into the corner at a friction of 0.4
TRAY_REACH = 60.0  # of the floor, from its lowest corner to the upright walls
TRAY_LEAN_HEIGHT = 35.0  # so high above that corner the seat's walls lean; higher they are upright
TRAY_HEIGHT = 85.0  # of the rim above that corner
TRAY_BASE = 12.0  # from that corner down to the foot: room for the sensor
TRAY_WALL = 3.0
TRAY_FLOOR = 3.0  # the tray is hollow below it
TRAY_POST = 9.0  # height of the posts for the link's screws
TRAY_CUSHION = 5.0  # foam between link and tray, so that the motor does not shake the board
SHAKE_HZ = 40.0  # of the motor below the floor, which frees a die that is jammed across a corner
SHAKE_G = 2.5  # acceleration of the tray, parallel to the floor; 1.2 is just enough
SHAKE_MOTOR = (24.0, 32.0)  # room for the motor with its weight: diameter, length
SHAKE_PLACE = 27.0  # of its axis from the seat's middle, both along the floor: away from the sensor
SENSOR_DEPTH = 2.0  # from the seat's floor to the sensing element
SENSOR_FLOOR = 1.3  # printed floor; the rest is in the package of the sensor
SENSOR_POCKET = (26.0, 26.0, 6.0)  # a common breakout board of one inch
DICE_PITCH = 84.0  # of two trays; less than 60, and one die disturbs the other's reading
DICE_CABLE = (12.0, 40.0, 30.0)  # slot at the back, between the link's posts: cable, motor
LINK_LENGTH = 20.0  # between board and dice tray: a full pile then disturbs a die by 0.11 mT
LINK_WIDTH = 34.0
LINK_SCREWS = 24.0  # from screw to screw, across the link
LINK_INSET = 6.0  # of its screws from the edges of frame and seat
