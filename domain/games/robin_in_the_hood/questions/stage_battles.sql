/*
title = "Battles by character and stage"
meaning = "How often a character came out of its battles on a stage, against the characters that it faced there."
formula = "score = (won + drawn / 2) / n; the interval is Wilson's for that share"
unit = "battles of two characters; shares from 0 to 1"
sample = "battles in which it faced another character"
bias = """\
A character on a later stage has won before, and so has whom it faces. Battles of one match are not independent: the same \
cards meet again. Many characters at once: some stand out by chance."""
chart = "bars card score by stage against 0.5"
percent = ["score"]
intervals = { score = ["low", "high"] }

[columns]
card = "card id of the character"
stage = "agility, weapons, strength or endurance"
n = "battles in which it faced another character"
won = "of these, won"
drawn = "drawn"
lost = "lost"
score = "won and half of the drawn, as a share of n"
level = "mean level with which it fought"
unopposed = "stages won beside them with nobody to face"
*/

-- [answer]
select
    card, stage,
    count(opposing_card) as n,
    count(opposing_card) filter (result = 'won') as won,
    count(opposing_card) filter (result = 'drawn') as drawn,
    count(opposing_card) filter (result = 'lost') as lost,
    (won + drawn / 2) / nullif(n, 0) as score,
    wilson_low(won + drawn / 2, n) as low,
    wilson_high(won + drawn / 2, n) as high,
    avg(level) filter (opposing_card is not null) as level,
    count(*) filter (opposing_card is null and result = 'won') as unopposed
from (
    select b.*
    from robin_in_the_hood.stage_battles b
    join chosen m on m.match = b.match
    where of_player($player, m.players, b.seat) and ($recorded or not b.undone) and ($card is null or b.card = $card)
)
group by card, stage
having n >= $least
order by low desc nulls last, n desc, card, stage
