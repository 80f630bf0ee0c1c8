/*
title = "Placing first"
meaning = """\
How the new character's battle on the Agility stage came out for who placed first, and so showed it, for who placed second, \
and where both placed at once."""
formula = "score = (won + drawn / 2) / n; Wilson's interval, for the effective number of independent hands, by the spread over matches"
unit = "characters placed in hands; shares from 0 to 1"
sample = "characters placed so, that faced another"
bias = "Who won before places first in some agreements: the stronger hand then bears the burden, so it looks lighter than it is."
chart = "bars placed score against 0.5"
percent = ["score"]
intervals = { score = ["low", "high"] }

[columns]
placed = "first, second or simultaneous"
n = "characters placed so, that faced another"
won = "of these, battles won"
drawn = "drawn"
lost = "lost"
score = "won and half of the drawn, as a share of n"
*/

-- [answer]
select
    placed, sum(x)::bigint as n, sum(w)::bigint as won, sum(x - w - l)::bigint as drawn, sum(l)::bigint as lost, sum(y) / sum(x) as score,
    wilson_low(score * cases_of(y, x), cases_of(y, x)) as low, wilson_high(score * cases_of(y, x), cases_of(y, x)) as high
from (
    select
        p.placed, p.match, count(*) as x, count(*) filter (b.result = 'won') as w, count(*) filter (b.result = 'lost') as l, (x + w - l) / 2 as y
    from robin_in_the_hood.placements p
    join chosen m on m.match = p.match
    join robin_in_the_hood.stage_battles b on b.match = p.match and b.round = p.round and b.hand = p.hand and b.seat = p.seat
        and b.stage = 'agility' and b.card = p.card and b.opposing_card is not null and ($recorded or not b.undone)
    where p.kind = 'character' and of_player($player, m.players, p.seat) and ($recorded or not p.undone)
    group by p.placed, p.match
)
group by placed
having sum(x) >= $least
order by placed
