-- New matches. What follows from their entries is filled in by the summary.
insert into matches by name
select
    match, game, coalesce(title, '') as title, rules_version, catalogue, coalesce(strictness, 'strict') as strictness,
    coalesce(tags, []) as tags, coalesce(forked_from, '') as forked_from, coalesce(happened_at, make_timestamp(0)) as opened_at,
    case
        when list_contains($competitions, game) then 'competition'
        when forked_from <> '' then 'what-if'
        when list_contains(tags, 'simulated') then 'simulated'
        else 'match'
    end as kind,
    position as first_position, [] as players, [] as sides
from new_entries
where kind = 'opened' and version = 1 and match not in (select match from matches);
