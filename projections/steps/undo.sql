-- Rows of earlier batches that a take-back of this batch reaches. (Matches that were put right or rewound are written anew.)
create or replace temp table reached as
select e.position, min(t.version) as undone_by
from entries e
join new_entries t on t.match = e.match and t.kind = 'taken_back' and e.version > t.back_to and e.version < t.version
    and (e.kind in ('action', 'taken_back', 'concluded') or e.kind = 'annotated' and e.about > t.back_to)
where e.position <= $before and e.position >= $low and not e.undone
group by e.position;
