/*
title = "Ledger of penalties"
meaning = """\
The penalties that officials gave, by player and in the order of recording; those by rulings that name no infraction come \
last."""
formula = """\
repeated = penalties of the player for that infraction up to this one, in the matches in scope of the same event (or in this \
match, if it has none), without those that count no more; next_step = the infraction guide's penalty after that number"""
unit = "penalties"
sample = "every penalty that counts; it needs no minimum"
recorded = "officials do not take a penalty back, they withdraw it; the column overturned says so"
bias = "Only recorded penalties are counted. The next step is a hint: officials decide."

[columns]
player = "who got it"
match = "id of the match"
version = "the entry"
penalty = "the step of the ladder"
infraction = "the infraction that its ruling names; empty for none"
repeated = "its number among the penalties of the player for this infraction at this event that count; empty without an infraction"
next_step = "the penalty that the infraction guide names for the next time at this event; empty if the guide does not have the infraction"
overturned = "the entry that withdrew it, or that overturned or modified its ruling on appeal; 0: it counts"
event = "title of the event"
date = "day on which it was given (UTC)"
round = "round of the tournament"
official = "who ruled"

[parameters]
person = "penalties of this player, or of this other person at an event"
event = "in matches of this event day, tournament, series or league: its title or its id"
alongside = "in this match (its id), and in the others of its event"
round = "in matches of this round"
official = "by rulings of this official"
infraction = "for this infraction"
*/

-- [answer]
select
    player, match, version, penalty, infraction,
    case when infraction is not null then repeated end as repeated, ladder[least(repeated + 1, len(ladder))] as next_step,
    coalesce(undone_by, 0) as overturned, title as event, strftime(happened_at, '%Y-%m-%d') as date, round, official
from (
    select
        p.* exclude (official, infraction), r.official, r.infraction, f.event, f.title, f.round, coalesce(m.players[p.seat + 1], p.person, 'left the table') as player,
        from_json($guide::json -> r.infraction -> if(p.person is null, 'players', 'others'), '["varchar"]') as ladder,
        count(*) filter (not p.undone) over (partition by lower(player), r.infraction, coalesce(f.event, p.match) order by p.position) as repeated
    from judging p
    join (
        select match, players from chosen
        union
        -- What is given at an event and in none of its matches stands in the record of the event itself.
        select match, players from in_scope where $kind is null and kind = 'competition' and match not in (select match from examined where problem is not null)
    ) m on m.match = p.match
    join judging r on r.match = p.match and r.version = p.about and r.kind = 'ruled'
    join fixtures f on f.match = p.match
    where p.kind = 'penalised'
)
where
    of_player($person, [player], 0)
    and ($event is null or lower($event) in (lower(event), lower(title)))
    and ($alongside is null or match = $alongside or event = (select event from fixtures where match = $alongside))
    and ($round is null or round::varchar = $round)
    and ($official is null or lower(official) = lower($official))
    and ($infraction is null or infraction = plain_name($infraction))
order by infraction is null, lower(player), position

-- [matches]
select $row_match as match
