"""What the voices say of themselves."""

from typing import Final

from companion.speech.catalogue import phrase

# Translators: a voice failed; {name} is its name, such as "espeak". This is only written.
VOICE_FAILED: Final = phrase("Voice {name} failed.")
# Translators: the voice that spoke so far failed; this sentence is spoken by the next one.
VOICE_CHANGED: Final = phrase("Another voice takes over.")
# Translators: no voice works any more; this sentence is only written.
VOICE_LOST: Final = phrase("No voice works, text only.")
# Translators: answers were spoken into one player's earphones; these failed.
PRIVATE_LOST: Final = phrase("Earphones failed, answers are spoken aloud.")
# Translators: each voice of the machine says this once, so that one knows which can be heard.
TEST: Final = phrase("Voice test. Green, six and three.")
