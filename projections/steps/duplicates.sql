-- Of matches with the same standing commands, the first one counts; the others are marked, and no longer once they differ.
update matches set
    duplicate_of = case when is_later then first else '' end,
    kind = case when is_later then 'duplicate' when list_contains(tags, 'simulated') then 'simulated' else 'match' end
from (
    select match, first, first <> match and not again as is_later
    from (
        select match, again, first_value(match) over (partition by game, players, catalogue, line order by first_position) as first
        from matches
        where line in (from told) and kind in ('match', 'simulated', 'duplicate')
    )
) same
where matches.match = same.match and duplicate_of <> case when is_later then first else '' end;
