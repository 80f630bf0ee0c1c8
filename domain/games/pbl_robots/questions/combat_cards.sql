/*
title = "Bombs and shields in combat"
meaning = """\
How often combats ended in a limb or shoulder destroyed, by the hand cards that the attacker threw and the defender used."""
formula = "share = destroyed / n; Wilson's interval, for the effective number of independent combats, by the spread over matches"
unit = "combats that came to an outcome; shares from 0 to 1"
sample = "combats that ended destroyed, defended or replaced"
bias = "Who is behind in the throw adds cards, so each card's worth is more than the rows show; shields answer bombs."
percent = ["share"]
intervals = { share = ["low", "high"] }

[columns]
bombs = "hand cards thrown by the attacker"
shields = "hand cards used by the defender"
n = "combats that ended destroyed, defended or replaced"
destroyed = "of these, destroyed"
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
