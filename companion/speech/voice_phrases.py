"""What the voices say of themselves."""

from typing import Final

from companion.speech.catalogue import phrase

# Translators: a voice failed; {name} is its name, such as "espeak". This is only written.
VOICE_FAILED: Final = phrase("The voice {name} has failed.")
# Translators: the voice that spoke so far failed; this sentence is spoken by the next one.
VOICE_CHANGED: Final = phrase("Another voice goes on.")
# Translators: no voice works any more; this sentence is only written.
VOICE_LOST: Final = phrase("No voice works, the words are only written.")
# Translators: answers were spoken into one player's earphones; these failed.
PRIVATE_LOST: Final = phrase("The earphones failed, answers are said aloud.")
# Translators: each voice of the machine says this once, so that one knows which can be heard.
TEST: Final = phrase("I am heard. Green, six and three.")
