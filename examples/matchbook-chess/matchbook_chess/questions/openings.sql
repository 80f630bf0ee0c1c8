/*
title = "Openings"
meaning = "How games ended by the last opening of the book that they reached."
formula = "games, and the share of them that White won, drew, lost, over games that ended"
unit = "games; shares from 0 to 1"
sample = "games that ended"
bias = "Strong players choose other openings than weak ones; shares say nothing about the opening alone."

[columns]
opening = "the opening"
games = "games that ended"
white = "share that White won"
drawn = "share that was drawn"
black = "share that Black won"
*/

-- [answer]
with last as (
    select match, last(name order by position) as opening
    from chess.openings
    where match in (select match from chosen) and ($recorded or not undone)
    group by match
)
select l.opening, count(*) as games, avg((m.winners = [0])::integer) as white, avg((len(m.winners) = 0)::integer) as drawn,
    avg((m.winners = [1])::integer) as black
from last as l
join matches as m on m.match = l.match
where m.status in ('finished', 'concluded')
group by l.opening
order by games desc, l.opening
