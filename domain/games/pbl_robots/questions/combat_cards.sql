/*
title = "Bombs and shields in combat"
meaning = """\
How often combats destroyed their target, by the number of hand cards that the attacker threw and the defender used."""
formula = "share = destroyed / n, with Wilson's interval for the effective number of independent combats (by the spread over matches)"
unit = "combats with an outcome; shares from 0 to 1"
sample = "combats that ended destroyed, defended or replaced"
bias = "The side that is behind adds cards, so a card is worth more than the rows show; shields answer bombs."
percent = ["share"]
intervals = { share = ["low", "high"] }

[columns]
bombs = "hand cards thrown by the attacker"
shields = "hand cards used by the defender"
n = "combats that ended destroyed, defended or replaced"
destroyed = "combats that destroyed their target"
share = "destroyed / n"
*/

-- [answer]
select
    bombs, shields, sum(x)::bigint as n, sum(y)::bigint as destroyed, destroyed / n as share,
    wilson_low(share * cases_of(y, x), cases_of(y, x)) as low, wilson_high(share * cases_of(y, x), cases_of(y, x)) as high
from (
    select c.bombs, c.shields, c.match, count(*) as x, count(*) filter (outcome = 'destroyed') as y
    from pbl_robots.combats c
    join chosen m on m.match = c.match
    where ($recorded or not c.undone) and of_side($player, m.players, m.sides, c.attacker) and outcome in ('destroyed', 'defended', 'replaced')
    group by c.bombs, c.shields, c.match
)
group by bombs, shields
having sum(x) >= $least
order by bombs, shields

-- [matches]
select match from pbl_robots.combats
where match in (select match from chosen) and bombs = $row_bombs and shields = $row_shields and ($recorded or not undone)
    and outcome in ('destroyed', 'defended', 'replaced')
