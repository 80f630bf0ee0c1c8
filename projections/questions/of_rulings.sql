/*
meaning = "rulings, once for each rule that they cite"
keys = ["rule", "official", "claim", "at_turn"]
unit = "minutes of table time"
sample = "rulings that answer a claim"
y = "p.minutes_to_rule"

[numbers.disputed-rules]
title = "Rulings by rule"
formula = "100 * rulings that cite the rule / matches in scope"
unit = "per 100 matches"
kind = "incidence"
per = 100
y = "1"
exposed = "1"
sample = "all matches in scope; a ruling that cites several rules counts for each"
bias = "Rulings given unasked are in it."

[numbers.overturned]
title = "Appeals that changed a ruling"
formula = "appeals modified or overturned / appeals decided"
unit = "share of decisions on appeals, from 0 to 1"
y = "(p.decision in ('modified', 'overturned'))::integer"
where = "p.decision <> '' and p.nth = 0"
sample = "decisions that stand"
bias = "Only rulings that somebody appealed."

[numbers.ruling-minutes]
title = "Minutes from claim to ruling"
formula = "median; the interval is that of order statistics"
kind = "quantile"
where = "p.minutes_to_rule is not null and p.nth = 0"
bias = "Times are the scorekeeper's; claims without a ruling yet are not in it."

[numbers.ruling-minutes-90]
title = "Minutes to a slow ruling"
formula = "90th percentile; the interval is that of order statistics"
kind = "quantile"
q = 0.9
where = "p.minutes_to_rule is not null and p.nth = 0"
bias = "As ruling-minutes."
*/

-- [rows]
select
    m.*, j.rule, j.official, j.turn as at_turn, c.claim, j.decision,
    case when j.happened_at >= c.happened_at then epoch_us(j.happened_at - c.happened_at) / 60e6 end as minutes_to_rule, j.nth
from (
    select *, unnest(case when len(rules) > 0 then rules else [null] end) as rule,
        unnest(range(greatest(1, coalesce(len(rules), 0)))) as nth
    from judging where kind = 'ruled' and ($recorded or not undone)
) j
join chosen m on m.match = j.match
left join judging c on c.match = j.match and c.version = j.about and c.kind = 'contested'
