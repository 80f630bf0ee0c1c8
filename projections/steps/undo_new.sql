-- What take-backs undo inside this batch.
update new_entries set undone = true, undone_by = u.undone_by
from (
    select e.position, min(t.version) as undone_by
    from new_entries e
    join new_entries t on t.match = e.match and t.kind = 'taken_back' and e.version > t.back_to and e.version < t.version
    and (e.kind in ('action', 'taken_back', 'concluded') or e.kind = 'annotated' and e.about > t.back_to)
    group by e.position
) u
where new_entries.position = u.position;
