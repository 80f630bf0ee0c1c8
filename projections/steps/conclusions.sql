-- What the players agreed.
insert into endings by name
select
    position, match, game, version, undone, coalesce(outcome.winners, []) as winners,
    coalesce(outcome.drawn, false) as drawn, outcome.reason as reason, outcome.scores as scores, true as agreed
from new_entries
where kind = 'concluded';
