-- Where play begins in the record of the matches that this batch touched, if some of it was declared.
create or replace temp table started as
select d.match, arg_max({round: d.round, turn: d.turn}, d.position) as place
from declarations d
join entries e on e.position = d.position
where d.position >= $low and e.position >= $low and not d.undone and (d.round, d.turn) > (e.round, e.turn)
    and d.match in (select match from touched)
group by d.match;

update matches set from_round = coalesce(s.place.round, 0), from_turn = coalesce(s.place.turn, 0)
from touched t
left join started s on s.match = t.match
where matches.match = t.match;
