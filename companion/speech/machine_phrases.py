"""What this machine has and lacks: voices, sound, braille, ports, keypads. Only written."""

from typing import Final

from companion.speech.catalogue import by_player, phrase

# --- any program or library ----------------------------------------------------------------------

# Translators: {name} is a program or library; {how} is a command, the same in every language.
NOT_INSTALLED: Final = phrase("{name} is not installed. Install it with {how}.")
# Translators: {name} is a program or a device; {reason} is the system's own words.
FAILED: Final = phrase("{name} failed, {reason}.")
# Translators: a program was killed or ended with nothing to read about it; {code} is a number.
EXIT_CODE: Final = phrase("{name} ended with exit code {code}.")
# Translators: {name} is a program or library; {reason} is the system's own words.
NOT_STARTED: Final = phrase("{name} cannot be started, {reason}.")
# Translators: {name} is a library; {reason} is the system's own words.
NOT_LOADED: Final = phrase("{name} cannot be loaded, {reason}.")
# Translators: {name} is a program that shows no sign of life.
HANGS: Final = phrase("{name} hangs.")
# Translators: {name} is a program that has ended though it should still run.
GONE: Final = phrase("{name} has stopped running.")
# Translators: {name} is a program that was asked something.
NO_ANSWER: Final = phrase("{name} does not answer.")
# Translators: {name} is a program, {what} is what was asked of it, {answer} is its own answer.
REFUSES: Final = phrase("{name} refuses {what}, {answer}.")
# Translators: a library of another kind stands in the way; {name} is what it is called.
OTHER_LIBRARY: Final = phrase(
    "The installed package {name} is a different library of the same name."
)
# Translators: {kind} is the name of an error in English, {reason} is the library's own words.
BROKE_OFF: Final = phrase("It failed with {kind}, {reason}.")
# Translators: {extra} is an optional part of the program, {reason} the system's own words.
LIBRARY_MISSING: Final = phrase("A library of the extra {extra} is missing, {reason}.")
# Translators: {extra} is an optional part of the program, {reason} the system's own words.
LIBRARY_NOT_LOADED: Final = phrase("A library of the extra {extra} does not load, {reason}.")
# Translators: follows a sentence on something that is missing; {how} is a command.
INSTALL: Final = phrase("From the folder that you cloned, run {how}.")

# --- voices --------------------------------------------------------------------------------------

# Translators: the voice that was found; {name} is what it is called, such as "espeak".
VOICE: Final = phrase("Voice {name}.")
# Translators: the voice for answers and hints in earphones; {name} is what it is called.
PRIVATE_VOICE: Final = phrase("Answers and hints, voice {name}.")
# Translators: no voice was found, so sentences are only written; "companion doctor" is a command.
NO_VOICE: Final = phrase("No voice works here, run companion doctor to see why.")
# Translators: the voice that was asked for does not work, so sentences are only written; reasons
# follow.
TEXT_ONLY: Final = phrase("No voice. Text only.")
# Translators: {device} is the name of a sound device; reasons follow.
NOTHING_PLAYS: Final = phrase("Nothing plays on {device}.")
# Translators: {device} was to be the earphones of one player; reasons follow.
NOTHING_PLAYS_PRIVATELY: Final = phrase(
    "Nothing plays on {device}, answers and hints are said aloud."
)
# Translators: reasons of a voice follow; {name} is what it is called.
ABOUT_VOICE: Final = phrase("About voice {name}.")
# Translators: {name} is speech-dispatcher, a program that lets others speak under Linux.
ONLY_LINUX: Final = phrase("{name} is a service of Linux.")
# Translators: {name} is speech-dispatcher; {how} are two commands.
NOT_RUNNING: Final = phrase("{name} is not running. Install and start it with {how}.")
# Translators: {name} is speech-dispatcher, whose synthesisers make the sound; {how} is a command.
NO_SYNTHESISER: Final = phrase(
    "{name} is running, but none of its synthesisers can be heard. Install one with {how}, and "
    "check that there is a sound card."
)
# Translators: a screen reader is NVDA, JAWS, VoiceOver, Orca.
NO_SCREEN_READER: Final = phrase("No screen reader that can be used is running. Start yours first.")
# Translators: {name} is a voice, {program} what it plays its sound by, {how} a command.
NEEDS_PROGRAM: Final = phrase("{name} needs the program {program}. Install it with {how}.")
# Translators: {name} is a voice that went on speaking though it was told to stop.
NOT_STOPPED: Final = phrase("{name} could not be stopped.")
# Translators: {name} is espeak-ng.
NO_VOICE_DATA: Final = phrase("{name} does not start, its voice data was not found.")
# Translators: {name} is espeak-ng, {code} is a number of its own.
COULD_NOT_SPEAK: Final = phrase("{name} could not speak, code {code}.")
# Translators: {name} is espeak-ng, {lang} is the code of a language.
DOES_NOT_SPEAK: Final = phrase("{name} does not speak {lang}.")

# --- sound ---------------------------------------------------------------------------------------

# Translators: {name} is a program that plays sound through a sound server.
ONLY_A_DUMMY: Final = phrase("{name} has no sound card, only the dummy output of its sound server.")
# Translators: {name} is a program that plays sound.
ENDED_EARLY: Final = phrase("{name} ended before its sound did. Was its device unplugged?")
# Translators: {device} is a name that the user gave.
NO_DEVICE: Final = phrase("There is no sound device {device}.")
# Translators: {reason} is the library's own words.
NO_SOUND_CARD: Final = phrase("No sound card answers, {reason}.")
# Translators: sound was given to the sound card, and it did not take it.
CARD_TAKES_NOTHING: Final = phrase("The sound card is not accepting any sound.")
# Translators: {path} is a file; {reason} is the system's own words.
NOT_WRITTEN: Final = phrase("{path} cannot be written, {reason}.")
# Translators: {programs} are names of programs that play sound, {how} is a command.
NO_PLAYER: Final = phrase(
    "No program that plays sound was found, such as {programs}. Install a library for it with "
    "{how}."
)

# --- braille -------------------------------------------------------------------------------------

# Translators: braille will not be used this evening; what is wrong was said before.
BRAILLE_LEFT_OUT: Final = phrase("The evening goes on without a braille display.")
# Translators: the braille display is not there yet; what is wrong was said before.
BRAILLE_JOINS: Final = phrase("Braille starts as soon as the display is ready.")
# Translators: the braille display went away; what is wrong was said before.
BRAILLE_KEPT: Final = phrase("The words are kept until the braille display is back.")
# Translators: brltty is the program that drives braille displays.
NO_DISPLAY_YET: Final = phrase(
    "The program brltty is running, but has found no braille display yet. Braille starts "
    "when it finds one."
)
# Translators: the same, when it is only looked at.
NO_DISPLAY: Final = phrase("The program brltty is running, but has found no braille display.")
# Translators: {cells} is the number of a braille display's cells, always more than one.
DISPLAY: Final = phrase("A braille display of {cells} cells.")
# Translators: follows a reason why the library for braille tables cannot be used.
BRLTTY_TABLE: Final = phrase("Until then the table of brltty is used.")
# Translators: {reason} is the library's own words; brltty drives braille displays.
BRLTTY_SILENT: Final = phrase("The program brltty does not answer, {reason}. Is it running?")
# Translators: {reason} is the library's own words.
BRLTTY_GONE: Final = phrase("The program brltty has stopped running, {reason}.")
# Translators: brltty drives braille displays.
BRLTTY_NOT_CONNECTED: Final = phrase("There is no connection with brltty.")
# Translators: {name} is a library with tables for braille, {how} is a command.
NO_TABLES: Final = phrase("The tables of {name} are missing. Install them with {how}.")

# --- ports ---------------------------------------------------------------------------------------

PORTS: Final = {
    # Translators: {url} is the name of a serial port, {how} a command.
    "no-permission": phrase(
        "You may not open {url}. Join its group, on most Linux systems with {how}, and log in "
        "again."
    ),
    # Translators: {url} is the name of a serial port.
    "in-use": phrase("{url} is in use by another program. Close that program."),
    # Translators: {url} is the name of a serial port.
    "no-board": phrase("There is no board at {url}. Plug it in."),
    # Translators: {url} is the address of a board at another computer.
    "no-answer": phrase("Nothing answers at {url}. Start the board there first."),
    # Translators: {url} is what the user gave as a port.
    "bad-port": phrase(
        "{url} is not a port that can be opened. Give a device, socket, host and port, or auto."
    ),
    # Translators: {url} is the name of a serial port.
    "gone": phrase("The board at {url} is gone. Check its cable."),
    # Translators: {url} is the name of a serial port.
    "hangs": phrase("{url} hangs when it is opened. Unplug whatever is connected to it."),
}
# Translators: {url} is the name of a serial port.
NO_BOARD_THERE: Final = phrase("{url} can be opened, but no board answers there.")
# Translators: the computer has no serial port.
NO_PORT: Final = phrase(
    "This machine has no serial port. Plug the board in, with a cable that carries data and not "
    "only power. No system of the last ten years needs a driver for it."
)
# Translators: there are serial ports, but no board answers at any.
NO_BOARD: Final = phrase(
    "No board answers on any port. Plug it in. If it is plugged in, switch it off and on, as "
    "it may be waiting to be programmed."
)

# --- what was looked at --------------------------------------------------------------------------

WORKS: Final = {
    # Translators: the program itself works; its version follows.
    "companion": phrase("Companion works."),
    # Translators: the board works; which one it is follows.
    "board": phrase("The board works."),
    # Translators: a serial port works; which one it is follows.
    "port": phrase("The port works."),
    # Translators: {name} is a voice, such as "espeak".
    "voice": phrase("The voice {name} works."),
    # Translators: sound can be heard on the devices that follow.
    "sound": phrase("The sound devices work."),
    # Translators: the braille display works.
    "braille": phrase("Braille works."),
    # Translators: two numeric keypads can be read, one a player; whose each is follows.
    "keypads": phrase("The keypads work."),
    # Translators: text is written in any case.
    "text": phrase("Text works."),
}
DOES_NOT_WORK: Final = {
    # Translators: the board does not work; why, and what to do, follows.
    "board": phrase("The board does not work."),
    # Translators: a serial port cannot be used; why follows.
    "port": phrase("The port does not work."),
    # Translators: {name} is a voice, such as "espeak"; why follows.
    "voice": phrase("The voice {name} does not work."),
    # Translators: no sound device can be asked; why follows.
    "sound": phrase("The sound devices do not work."),
    # Translators: there is no braille display; why follows.
    "braille": phrase("Braille does not work."),
    # Translators: two numeric keypads cannot be told apart; why follows.
    "keypads": phrase("The keypads do not work."),
}
# Translators: {version} and {python} are numbers, {system} is Linux, Windows or Darwin.
VERSION: Final = phrase("Version {version}, Python {python}, {system}.")
# Translators: {name} is a board's own name, {url} where it is plugged in, {firmware} a number.
BOARD: Final = phrase("{name} at {url}, firmware {firmware}.")
# Translators: the board and this program speak different versions of their language.
OTHER_WIRE: Final = phrase("It speaks version {theirs} of the wire protocol, not {ours}.")
# Translators: the board was asked to test itself.
TEST_UNFINISHED: Final = phrase("It does not finish its self test. Switch it off and on.")
# Translators: {counted} is what the board counts, in English.
COUNTS: Final = phrase("It counts {counted}.")
# Translators: the board has just been switched on.
STILL_LOOKING: Final = phrase("It is still checking and may find more. Ask again.")
# Translators: {name} is what the voice is called; it has said a sentence.
IT_SPOKE: Final = phrase("It spoke as {name}.")
# Translators: {names} are the names of sound devices.
DEVICES: Final = phrase("{names}.")
# Translators: numeric keypads, of which two are needed, one a player; {option} is an option.
KEYPADS_MISSING: Final = phrase("{option} needs two keypads, found {found}.")
# Translators: whose keypad this is; {name} is what the system calls it, {socket} where it is.
KEYPAD: Final = by_player(phrase("Green has {name} at {socket}."))
# Translators: the words are always written to the screen.
ALL_WRITTEN: Final = phrase("Every sentence is written, even without a voice.")
