-- about: the latest matches decided by play between two sides, and how they stood

-- [pending]
select m.match, m.entries
from (
    select match, entries from matches
    where game = $game and kind = $kind and decided_by(status, reason) = 'play' and len(list_distinct(sides)) = 2 and (drawn or len(winners) > 0)
    order by ended_at desc, first_position desc
    limit $most
) m
left join situated s on s.match = m.match
where s.entries is distinct from m.entries

-- [played]
select m.match, case when drawn then 0.5e0 when sides[winners[1] + 1] = 0 then 1e0 else 0e0 end as result, list(s.gaps order by s.version)
from (
    select * from matches
    where game = $game and kind = $kind and decided_by(status, reason) = 'play' and len(list_distinct(sides)) = 2 and (drawn or len(winners) > 0)
    order by ended_at desc, first_position desc
    limit $most
) m
join situations s on s.match = m.match
group by m.match, result
order by m.match

-- [write]
insert into situations select
    unnest($1::varchar[]), unnest($2::varchar[]), unnest($3::integer[]), unnest($4::integer[]), unnest($5::integer[]),
    unnest($6::double[][])
