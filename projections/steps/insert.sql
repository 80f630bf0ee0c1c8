insert into entries by name
select
    position, match, game, version, round, turn, phase, seat, undone, undone_by, kind, command, data, reason, note,
    recorder, happened_at, recorded_at
from new_entries;

insert into events by name
select position, match, game, version, k, round, turn, undone, t.type, coalesce(t.seat, t.player) as seat, t.token, t.card, data
from (
    select
        position, match, game, version, round, turn, undone,
        generate_subscripts(list, 1) as k, unnest(list) as data, unnest(typed) as t
    from (
        select
            *, from_json(events, '["json"]') as list,
            from_json(events, '[{"type":"varchar","seat":"integer","player":"integer","token":"integer","card":"varchar"}]') as typed
        from new_entries
        where events is not null
    )
);

insert into violations by name
select position, match, game, version, round, turn, seat, undone, v.rule as rule, v.text as text
from (select *, unnest(violations) as v from new_entries where violations is not null);
