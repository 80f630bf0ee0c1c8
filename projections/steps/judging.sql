-- Calls, claims, rulings, penalties and appeals.
insert into judging by name
select
    position, match, game, version, turn, undone, case kind when 'event' then 'called' else kind end as kind, about, claim, official, rules, remedy, decision, penalty,
    towards as seat, happened_at
from new_entries
where kind in ('contested', 'ruled', 'penalised', 'appealed') or what = 'judge_called';
