-- Who plays the matches that this batch touched, and with which kit.
update matches set kit = n.kit, players = coalesce(s.players, []), sides = coalesce(s.sides, [])
from touched t
left join kits n on n.match = t.match
left join (
    select match, list(player order by seat) as players, list(side order by seat) as sides
    from seats
    where match in (select match from touched)
    group by match
) s on s.match = t.match
where matches.match = t.match;
