/*
title = "Prize cards by turn"
meaning = "When players capture their first, second and further prize cards, and how often who got so far won."
formula = "median and quartiles (interpolated) of the turn over players; share = won / decided; Wilson's interval"
unit = "players (one in one match); turns; shares from 0 to 1"
sample = "players who captured so many"
bias = """\
Who captured many is near the end, whatever they are worth. Players that never got so far are not in the turns. Both players \
of a match count."""
chart = "lines number share"
percent = ["share"]
intervals = { share = ["low", "high"], turn = ["lower", "upper"] }

[columns]
number = "which of the prize cards that the player captured"
n = "players who captured so many"
turn = "median turn in which they did"
lower = "lower quartile"
upper = "upper quartile"
decided = "of these, in matches won by play"
won = "of these, won"
share = "won / decided"
*/

-- [answer]
select
    number, count(*) as n, median(turn) as turn, quantile_cont(turn, 0.25) as lower, quantile_cont(turn, 0.75) as upper,
    count(is_won) as decided, count(*) filter (is_won) as won, won / nullif(decided, 0) as share,
    wilson_low(won, decided) as low, wilson_high(won, decided) as high
from (
    select
        c.turn, case when m.decided_by = 'play' and len(m.winners) > 0 then list_contains(m.winners, c.seat) end as is_won,
        row_number() over (partition by c.match, c.seat order by c.position, c.k) as number
    from frc_tcg.captures c
    join chosen m on m.match = c.match
    where ($recorded or not c.undone) and m.from_turn = 0 and of_player($player, m.players, c.seat)
)
group by number
having n >= $least
order by number
