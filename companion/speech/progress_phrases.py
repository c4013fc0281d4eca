"""What practice has brought: read where `companion progress` prints it, heard at the board."""

from typing import Final

from companion.speech.catalogue import by_player, phrase, plural

# Translators: nobody has practised in this journal.
NOTHING: Final = phrase("No practice recorded yet.")
# Translators: a day's practice against the companion; {day} is a date as 2026-11-21; {lost} is what
# a decision lost on average against the best play.
AGAINST: Final = plural(
    "{day}, against strength {strength}, one decision, {whole}.{figures} points lost.",
    "{day}, against strength {strength}, {count} decisions, {whole}.{figures} points "
    "lost per decision.",
)
# Translators: a day's practice of two people; what green lost.
TWO: Final = by_player(
    plural(
        "{day}, green, one decision, {whole}.{figures} points lost.",
        "{day}, green, {count} decisions, {whole}.{figures} points lost per decision.",
    )
)
EXERCISED: Final = {
    # Translators: a day's exercises; how many throws they took on average, such as "8 point 5".
    "bear-off": plural(
        "{day}, borne off once, throws taken, {whole}.",
        "{day}, borne off {count} times, in {whole} point {tenth} throws on average.",
    ),
    # Translators: a day's exercises of Jacquet; how many throws they took on average.
    "postillon": plural(
        "{day}, postillon brought home once, throws taken, {whole}.",
        "{day}, postillon brought home {count} times, in {whole} point {tenth} throws on average.",
    ),
    # Translators: a day's exercises of Jacquet; how many throws they took on average.
    "bouchage": plural(
        "{day}, bouchage made once, throws taken, {whole}.",
        "{day}, bouchage made {count} times, in {whole} point {tenth} throws on average.",
    ),
}
# Translators: how many throws a perfect player needs for the exercise on average.
PERFECT: Final = phrase("A perfect player takes {whole} point {tenth} throws.")
# Translators: how many throws it takes on average who follows a simple rule.
SIMPLE: Final = phrase("With a simple rule it takes {whole} point {tenth} throws.")
TREND: Final = {
    # Translators: the last day's decisions lost clearly less than those of the days before.
    "better": phrase("Better, it was {whole}.{figures} before."),
    # Translators: the last day's decisions lost clearly more than those of the days before.
    "worse": phrase("Worse, it was {whole}.{figures} before."),
    # Translators: the last day's decisions lost neither clearly more nor less than before.
    "same": phrase("No clear change, it was {whole}.{figures} before."),
}

# --- at the board ---------------------------------------------------------------------------------
# Translators: the player asked for his progress, but no journal is kept of this evening.
UNKEPT: Final = phrase("No progress saved, this evening is not being recorded.")
# Translators: the player asked for his progress in this kind of practice, and nothing is kept yet.
NOTHING_YET: Final = phrase("No progress to report yet.")
# Translators: progress against the companion: what decisions lost on average against the best play.
LAST_DAY: Final = plural(
    "Last day of practice, one decision, {whole}.{figures} points lost.",
    "Last day of practice, {count} decisions, {whole}.{figures} points lost per decision.",
)
# Translators: progress in an exercise: how many throws it took on average, such as "8 point 5".
LAST_EXERCISED: Final = plural(
    "Last day of practice, done once, throws taken, {whole}.",
    "Last day of practice, done {count} times, in {whole} point {tenth} throws on average.",
)
TREND_THROWS: Final = {
    # Translators: the exercises of the last day took clearly fewer throws than those before.
    "better": phrase("Better, it was {whole} point {tenth} before."),
    # Translators: the exercises of the last day took clearly more throws than those before.
    "worse": phrase("Worse, it was {whole} point {tenth} before."),
    # Translators: the exercises of the last day took neither clearly more nor fewer throws.
    "same": phrase("No clear change, it was {whole} point {tenth} before."),
}
