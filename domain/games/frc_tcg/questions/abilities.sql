/*
title = "What abilities do"
meaning = "How often each ability was used, what it took from robots, and what it led to."
formula = "damage = HP lost by the attacks / n; Student's 95 % interval over matches (linearised); defeats, prizes: those per use"
unit = "uses; HP"
sample = "uses"
bias = "Strong abilities cost components, and are used late and on robots worth it. Effects and recoil are not in the damage."
intervals = { damage = ["low", "high"] }

[columns]
ability = "its name"
n = "uses"
matches = "matches in which it was used"
damage = "mean HP taken by a use"
defeats = "robots defeated by a use"
prizes = "prize cards captured by a use"
*/

-- [answer]
select
    ability, n, matches, y / n as damage, damage - reach as low, damage + reach as high, defeated / n as defeats, captured / n as prizes
from (
    select
        ability, sum(x)::bigint as n, count(*) as matches, sum(y) as y, sum(d) as defeated, sum(c) as captured,
        student(count(*) - 1) / sum(x) * sqrt(greatest(0, sum(y * y) - 2 * sum(y) / sum(x) * sum(x * y) + pow(sum(y) / sum(x), 2) * sum(x * x))
            * count(*) / nullif(count(*) - 1, 0)) as reach
    from (
        select a.ability, a.match, count(*) as x, sum(damage) as y, sum(defeated) as d, sum(captured) as c
        from frc_tcg.attacks a
        join chosen m on m.match = a.match
        where ($recorded or not a.undone) and of_player($player, m.players, a.seat)
        group by a.ability, a.match
    )
    group by ability
)
where n >= $least
order by n desc, ability

-- [matches]
select match from frc_tcg.attacks where match in (select match from chosen) and ability = $row_ability and ($recorded or not undone)
