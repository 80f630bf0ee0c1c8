-- Calls, claims, rulings, penalties and appeals.
insert into judging by name
select
    position, match, game, version, turn, undone, case kind when 'event' then 'called' else kind end as kind, about, claim, official, rules, remedy, decision, penalty,
    towards as seat, happened_at
from new_entries
where kind in ('contested', 'ruled', 'penalised', 'appealed', 'withdrawn') or what = 'judge_called';

-- A penalty counts no more once it or its ruling is withdrawn, or its ruling overturned on appeal.
update judging set undone = true
where kind = 'penalised' and not undone and match in (select match from new_entries) and exists (
    select 1
    from judging w
    left join judging a on a.match = w.match and a.version = w.about and a.kind = 'appealed'
    where w.match = judging.match and (
        (w.kind = 'withdrawn' and w.about in (judging.version, judging.about))
        or (w.kind = 'ruled' and w.decision = 'overturned' and a.about = judging.about)
    )
);
