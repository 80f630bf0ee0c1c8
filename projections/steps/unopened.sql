-- Matches whose opening is missing or could not be read: listed by what there is of them.
insert into matches by name
select
    match, any_value(game) as game, '' as title, [] as tags, '' as forked_from,
    case when list_contains($competitions, any_value(game)) then 'competition' else 'match' end as kind,
    coalesce(min(happened_at), make_timestamp(0)) as opened_at, min(position) as first_position, [] as players, [] as sides
from new_entries
where match not in (select match from matches where match in (select match from new_entries))
group by match;
