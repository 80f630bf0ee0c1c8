-- Calls, claims, rulings, penalties and appeals.
insert into judging by name
select
    position, match, game, version, turn, undone, case kind when 'event' then 'called' else kind end as kind, about, claim, official, rules,
    plain_name(infraction) as infraction, remedy, decision, penalty, towards as seat, person, happened_at
from new_entries
where kind in ('contested', 'ruled', 'penalised', 'appealed', 'withdrawn') or what = 'judge_called';

-- A penalty counts no more once it or its ruling is withdrawn, or its ruling overturned or modified on appeal.
update judging set undone = true, undone_by = v.undone_by
from (
    select p.position, min(w.version) as undone_by
    from judging p
    join judging w on w.match = p.match
    left join judging a on a.match = w.match and a.version = w.about and a.kind = 'appealed'
    where p.kind = 'penalised' and not p.undone and p.match in (select match from new_entries) and (
        (w.kind = 'withdrawn' and w.about in (p.version, p.about))
        or (w.kind = 'ruled' and w.decision in ('overturned', 'modified') and a.about = p.about)
    )
    group by p.position
) v
where judging.position = v.position;
