/*
meaning = "cards that moved, in seats of matches decided by play"
keys = ["player", "opponents", "seat", "side", "is_first", "result", "card", "at_turn", "at_round"]
known = { of = "cards drawn", where = "p.action in ('opening', 'drawn')", is = "p.card is not null" }
unit = "share of copies, from 0 to 1"
sample = "seats all of whose draws are known"
y = "p.is_won::integer"

[numbers.oh-win-rate]
title = "Opening hand win rate (OH WR)"
formula = "sum of won * opening / sum of opening; opening = copies in the opening hand"
where = "p.action = 'opening' and p.is_open"
covered = true
sample = "seats all of whose draws are known; the others are left out, and said with their number"
bias = "None from the length of matches: the measure to trust where decks differ in speed."

[numbers.gd-win-rate]
title = "Game drawn win rate (GD WR)"
formula = "sum of won * drawn / sum of drawn; drawn = copies drawn after the opening hand"
where = "p.action = 'drawn' and p.is_open"
covered = true
bias = "Longer matches draw more cards, so cards of slow decks look strong."

[numbers.gih-win-rate]
title = "Game in hand win rate (GIH WR)"
formula = "sum of won * (opening + drawn) / sum of (opening + drawn), in copies"
where = "p.action in ('opening', 'drawn') and p.is_open"
covered = true
bias = "As gd-win-rate, by some 2 points; in a fast winning deck every card's is below the deck's own. Compare with the baseline: all cards of the game together. A copy that goes back and is drawn again counts twice."

[numbers.gih-z]
title = "Game in hand, standardised"
formula = "(GIH WR - mean of all rows, weighted by copies) / their standard deviation, weighted alike"
unit = "standard deviations"
kind = "zscore"
where = "p.action in ('opening', 'drawn') and p.is_open"
covered = true
bias = "As gih-win-rate; the spread is that of these rows, chance included."

[numbers.played-win-rate]
title = "Played win rate"
formula = "sum of won * played / sum of played, in copies"
where = "p.action = 'played' and p.card is not null"
sample = "all cards that were played, also where draws are unknown"
bias = "A card that is played late is played in matches that lasted; one that is played by who is ahead looks strong."

[numbers.played-turn]
title = "Turn played"
formula = "sum of the turns in which copies were played / copies played"
unit = "turns"
kind = "mean"
y = "p.at_turn"
where = "p.action = 'played' and p.card is not null"
sample = "all cards that were played"
bias = "Cards still in the hand at the end are not in it."

[numbers.kept-rate]
title = "Kept in the opening hand (mulligan)"
formula = "copies kept / copies kept or returned, in games that let a player choose"
y = "(p.action = 'opening')::integer"
where = "p.action in ('opening', 'returned') and p.card is not null and p.at_turn = 0 and p.match in (select match from cards where action = 'returned' and turn = 0)"
sample = "matches with an opening hand that was returned"
bias = "A hand is kept or returned as a whole: a card goes with the company that it keeps."
*/

-- [rows]
select * from moves
