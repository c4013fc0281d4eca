"""Every dimension of the board, each defined once and with its reason.

Lengths are millimetres, forces newtons, masses grams, densities grams per cubic millimetre. Where
a reason says "to be tried", only a prototype can show whether it fits. Nothing here was measured
on real parts.
"""

# --- Printing ---------------------------------------------------------------------------------

BED = 180.0  # every part must fit on a square bed of this side, that of a small printer
BED_HEIGHT = 180.0
DENSITY_PLASTIC = 1.24e-3  # PLA; PETG is 1.27e-3
DENSITY_MAGNET = 7.5e-3
DENSITY_BOARD = 1.85e-3  # glass-fibre circuit board
FIT_GLUE = 0.15  # gap on each side of a part that is glued into a printed pocket
FIT_SLIDE = 0.3  # gap on each side of a part that must slide into place easily
THIN_WALL = 0.4  # two layers of 0.2: the wall that keeps a magnet captive

# --- The contact disc: one circuit board for piece tops, piece bottoms and seats ---------------

DISC_DIAMETER = 18.0  # the largest diameter that leaves a printable rim inside the boss
DISC_THICKNESS = 0.8  # a standard thickness; thinner bends under the iron
DISC_CENTRE = 5.0  # diameter of the centre pad: data
DISC_LAND = 5.9  # the solder land of the centre pad reaches this far to one side, near the ring
DISC_RING = (6.2, 8.6)  # inner and outer radius of the ring: ground
DISC_HOLE_RADIUS = 3.6  # wire holes: inside the collar, outside the magnet
DISC_WIRE_HOLE = 1.0  # holes in the plastic behind the disc
DISC_JOINT = (2.0, 0.3)  # diameter, depth: room for a solder joint behind each hole of a disc
DISC_DRILL = 0.7  # holes in the disc for bare wire-wrap wire
FINGER_GAP = 0.8  # gap between two discs that meet
FINGER_FREE = 1.2  # height of a free spring finger above its disc
FINGER_ROOT = 1.5  # length that is soldered down
# From the root to the contact; a shorter finger is stiffer, by the cube of its length.
FINGER_LENGTH = 6.0
FINGER_CURL = 0.5  # length beyond the contact, bent back so that the tip does not scratch
FINGER_STRIP_LENGTH = FINGER_ROOT + FINGER_LENGTH + FINGER_CURL
FINGER_WIDTH = 1.5
FINGER_STRIP = 0.10  # thickness of phosphor bronze strip; the force depends on its cube
# One in the centre, three on the ring, which all touch because three points make a plane.
FINGERS = 4
FINGER_EDGE = 0.1  # from the land's outer end to the root of the centre finger
# Distance from the centre to the middle of a ring finger, which lies across the ray.
FINGER_CHORD = 6.6

# --- Magnets ----------------------------------------------------------------------------------

HOLD_DIAMETER = 5.0  # 5 x 2 N35: 0.55 N through the discs; 5 x 1 would be weaker than the fingers
HOLD_THICKNESS = 2.0
HOLD_REMANENCE = 1.19  # tesla; N35 is 1.17 to 1.21
# From the upper magnet of one piece, or of a seat, to the lower magnet of the piece on it.
MAGNET_GAP = FINGER_GAP + 2 * DISC_THICKNESS + 2 * THIN_WALL
# The same in every piece and every seat, so a piece laid upside down is pushed away.
HOLD_POLE_UP = "N"
# Diameter and length; the firmware reports 3 as weak, and 5 disturbs the neighbouring seat.
DIE_MAGNET = 4.0
DIE_REMANENCE = 1.30  # tesla; N42 is 1.28 to 1.32

# --- Pieces -----------------------------------------------------------------------------------

PIECE_ACROSS = 33.0  # the outer circle of every outline; a point is 36 wide
PIECE_HEIGHT = 12.0  # with a deep recess and a foot below: room for two magnets and a tag
BOSS_DIAMETER = 20.0  # the foot that fits into the piece below or into a seat
BOSS_HEIGHT = 7.0  # so deep that a reading hand does not upset a pile: see physics/piles.py
FIT_FOOT = 0.15  # gap on each side of a foot; to be tried. With 0.2 a pile still stands 0.6 N
FOOT_LEAD = 0.4  # chamfer around a foot, so that it finds its recess
RECESS_DIAMETER = BOSS_DIAMETER + 2 * FIT_FOOT
# Less than the boss, so a piece stands on its boss with a gap of 0.2 at the rim.
RECESS_DEPTH = 6.8
STACK_PITCH = PIECE_HEIGHT + BOSS_HEIGHT - RECESS_DEPTH
CLOVER_LEAVES = 3  # three leaves, four corners and five rays can also be distinguished by counting
CLOVER_LEAF_RADIUS = 10.0
SQUARE_CORNER = 2.5  # rounded, because sharp corners wear and prick
STAR_RAYS = 5
STAR_INNER = 12.0  # radius of the hollows, which leaves a wall of 1.7 around the recess
STAR_ROUND = 0.8
EDGE_ROUND = 0.6  # radius of the upper edge
BORE_DIAMETER = BOSS_DIAMETER + 0.6  # for the foot's upper end, with FIT_GLUE on each side
CHIP_BORE = 8.4  # in a foot of the first trial, for the chip above the magnet
CHIP_POCKET = (5.0, 4.2, 4.0)  # a DS2401 in TO-92 lies in it: 4.6 x 3.6 at most
TEXTURE_DEPTH = 0.6  # grooves on the top of the square, dimples on the star, none on the clover
TEXTURE_WIDTH = 1.4
PIECE_MASS = (8.5, 11.0)  # grams, smallest and largest allowed
STACK = 5

# --- Board ------------------------------------------------------------------------------------

POINT_WIDTH = 36.0  # a piece and a gap of 3 between pieces, for fingertips
POINTS_PER_TILE = 3
SEAT_PITCH = 34.0  # a piece and a gap of 1
SEATS = 3  # at base, middle and tip; in Jacquet the postillon travels on the tips
EDGE_STRIP = 12.0  # strip before the base, with the first Braille mark, which no piece covers
FIRST_SEAT = EDGE_STRIP + SEAT_PITCH / 2
TRIANGLE_APEX = 124.0
TIP_MARK = 130.5  # centre of the second Braille mark, in the hand channel
TILE_DEPTH = 138.0  # leaves 49 for hands between the tip pieces of both sides
COLUMN_WIDTH = 48.0  # width of bar, trays and keys
PLATE = 9.4  # the seats' magnets end 0.2 above its lower face
KEY_PLATE = 4.4  # thickness of the plate of keys; below it is a ring, so that all tiles are level
SEAT_DEPTH = 6.0  # depth of the recess below the ground
# Height of an even, light, smooth triangle: three layers, which fingers feel at once.
TRIANGLE_LIGHT = 0.6
# Height of an odd, dark, ribbed triangle; change the filament 0.6 above the ground.
TRIANGLE_DARK = 1.0
# A pitch of 5.0 would leave walls of only 0.1 mm between a seat and a groove.
RIB_PITCH = 5.2
RIB_GROOVE = 1.2
TRIANGLE_BASE = 32.0
TRIANGLE_TIP = 0.8  # width of the tip: two lines of plastic
RIDGE_HEIGHT = 1.2  # between points, to keep pieces apart
RIDGE_WIDTH = 1.2
RAIL_HEIGHT = 2.0  # along bar and trays, higher than a ridge so that the hand feels the difference
SCREW_HOLE = 3.4  # M3
SCREW_HEAD = 6.4
SCREW_INSET = 5.0
# Depth of the blind holes for screws in a tile's underside, which leaves 1.0 above.
TILE_THREAD = 3.4
# Depth of a screw head in the lower end of a frame's post; M3 x 16 then reaches 3 deep.
POST_SINK = 3.0
FRAME_HEIGHT = 16.0
FRAME_WALL = 3.0
FRAME_POST = 10.0
FRAME_POST_HOLE = 2.6  # M3 cuts its own thread: links, carriers, undersides of tiles
BOLT_APART = 14.0  # between two bolts at the back of a column, so that their washers pass its posts
# Height of these bolts, above the cable slot; other bolts are in the middle of the wall.
BOLT_HIGH = 12.0
WASHER_M3 = 7.0  # ISO 7089; a bolt's head and nut are smaller
BOLT_INSIDE = 4.0  # room for washer 0.5, nut 2.4 and the end of an M3 x 10 through two walls
CABLE_WIRE = 1.2  # thickness of a wire with its insulation; more would not fit through the slots
CABLE_SLOT = (20.0, 8.0)  # width, height, in the walls between two frames
USB_SLOT = (14.0, 13.0)  # at the player's edge of a column, for the plug's sleeve of 11 x 8
BASE_THICKNESS = 3.0  # thickness of the sheet below, the same as that of a link
BASE_GAP = 1.0  # gap around each link

CIRCUIT_HOLES = 21  # of the perforated board in the reader's box, along and across
HOLE_PITCH = 2.54
CIRCUIT_BOARD = CIRCUIT_HOLES * HOLE_PITCH  # side of this square board

# --- The box of the reader for radio tags, at the left of V's keys -----------------------------

READER = (41.4, 116.6)  # width and length of its circuit board, with plugs upright on it
READER_THICKNESS = 1.6
PICO = (51.0, 21.0)  # without the socket, which reaches into the wall
BOX = (140.0, 116.0)  # width, and depth, which leaves 8 to the dice tray of the other player
BOX_WALL = FRAME_WALL
BOX_LID = KEY_PLATE  # a thread in it is as deep as one in a tile
BOX_POST = 8.0
BOX_SINK = 11.0  # depth of a lid's screw head in its post; M3 x 16 then reaches 3 into the lid
# From the board to the reader's end, where all cables turn down, and from the player's edge to the
# reader's middle.
BOX_READER = (13.0, 27.0)
BOX_LEDGE = 7.0  # height of the ledges; legs below the reader may be 3.5 long
BOX_LAP = 1.0  # of the reader on each ledge; the nearest soldered pins end 1.5 from the edge
BOX_GRIP = 0.2  # how much the reader stands above posts and fences, so that washers clamp it
BOX_CLAMP = 2.5  # from the reader's end to a clamp's screw; its washer covers 1.0 of the reader
BOX_CLAMP_SIDE = 14.0  # from the reader's middle to a clamp's screw
BOX_THIN = 0.6  # plastic below a clamp's screw, M3 x 8 with a washer
BOX_PICO = 92.0  # from the player's edge to the Pico's middle
# From the player's edge to the middle of the perforated board, on which the Pico lies.
BOX_CIRCUIT = BOX_PICO - 4.5 * HOLE_PITCH
BOX_RIB = 1.0  # half the thickness of the stops around this board
BOX_STOP = 4.0  # height of these stops: foam tape of 2 and the board
BOX_SIDE = 20.0  # length of the stops beside the board
BOX_SLOT = (20.0, 16.0)  # for the cables: so high that the last plug passes over the others
BOX_MODULE = (66.0, 54.0, 15.0)  # room for the module: along the board's width, its depth, height

# --- Braille (sizes: US Library of Congress NLS 800 and Marburg Medium) ------------------------

DOT_PITCH = 2.5  # NLS 800: 2.34; Marburg Medium and common signs: 2.5
CELL_PITCH = 6.0  # NLS 800: 6.2; Marburg Medium: 6.0
LINE_PITCH = 10.0
DOT_BASE = 1.6  # NLS 800: 1.44; Marburg Medium: 1.3 to 1.6; printed dots need the larger
DOT_HEIGHT = 0.5  # NLS 800: 0.48

# --- Keys -------------------------------------------------------------------------------------

KEY_PITCH = 18.0  # leaves 4 between caps; two tactile elements need at least 3
KEY_CAP = 14.0
KEY_HOLE = 14.8
KEY_FLANGE = 17.0  # keeps the cap below the plate
KEY_FLANGE_THICKNESS = 1.2
KEY_NICK = (3.0, 0.8)  # width and depth of the nick in the flange, which points to the player
KEY_RISE = 2.5  # height of a cap above the ground
KEY_SWITCH = 12.0  # body of a 12 x 12 tactile switch with a square plunger
KEY_TOTAL_HEIGHT = 7.3
KEY_PLUNGER = 3.8
KEY_TRAVEL = 0.3
KEY_SOCKET = 2.8  # how far the plunger reaches into the cap; leaves 0.5 above the body
CARRIER_THICKNESS = 3.0
CARRIER_HOLE = 3.2  # for M3; the posts of the carrier are 5 wide
CARRIER_WIDTH = 27.4  # to fit between the frame's posts
CARRIER_END = 1.2  # length beyond the bed of the last switch; more would meet the frame's bolts
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

DIE = 28.0  # below 24 the offsets of the magnet matter too much
DIE_ROUND = 2.0
# Each face is a sunken field, and its pips reach the level of the rim, so that the die lies flat.
DIE_FIELD = 0.8
DIE_RIM = 2.5
DIE_PIP = 4.2
DIE_PIP_STEP = 6.6
DIE_DIRECTION = (1.0, 1.8392868, 3.3829758)  # vertex of the snub cube: x, y, z
DIE_FACES = {1: (2, 1), 6: (2, -1), 2: (1, 1), 5: (1, -1), 3: (0, 1), 4: (0, -1)}  # axis, sign
DIE_PEG = 1.9  # holes for pegs of 1.75 mm filament; both halves are printed with the joint down
DIE_PEG_DEPTH = 4.0  # depth of each hole
TRAY_TILT = 35.0  # degrees; with a friction of 0.4 a die needs this tilt to slide into the corner
TRAY_REACH = 60.0  # length of the floor, from its lowest corner to the upright walls
# Height above this corner up to which the seat's walls lean; above they are upright.
TRAY_LEAN_HEIGHT = 35.0
TRAY_HEIGHT = 85.0  # height of the rim above this corner
TRAY_BASE = 12.0  # from this corner down to the foot, as room for the sensor
TRAY_WALL = 3.0
TRAY_FLOOR = 3.0  # thickness of the floor; the tray is hollow below
TRAY_POST = 9.0  # height of the posts for the link's screws
# Thickness of foam between link and tray, so that the motor does not shake the board.
TRAY_CUSHION = 5.0
# Frequency of the motor below the floor, which frees a die that is jammed across a corner.
SHAKE_HZ = 40.0
SHAKE_G = 2.5  # acceleration of the tray in g, parallel to the floor; 1.2 is just enough
SHAKE_MOTOR = (24.0, 32.0)  # room for the motor with its weight: diameter, length
# Distance of the motor's axis from the seat's middle, in both directions of the floor.
SHAKE_PLACE = 27.0
SENSOR_DEPTH = 2.0  # from the seat's floor to the sensing element
SENSOR_FLOOR = 1.3  # printed floor; the rest is in the package of the sensor
SENSOR_POCKET = (26.0, 26.0, 6.0)  # a common breakout board of one inch
DICE_PITCH = 84.0  # distance of two trays; below 60, one die disturbs the reading of the other
DICE_CABLE = (12.0, 40.0, 30.0)  # slot at the back, between the link's posts, for cable and motor
# Between board and dice tray, so that a full pile disturbs a die by only 0.11 mT.
LINK_LENGTH = 20.0
LINK_WIDTH = 34.0
LINK_SCREWS = 24.0  # distance of the screws across the link
LINK_INSET = 6.0  # distance of the link's screws from the edges of frame and seat
