insert into entries by name
select
    position, match, game, version, number, round, turn, phase, seat, undone, undone_by, kind, command, data, about, reason, note,
    recorder, happened_at, recorded_at
from new_entries;

insert into events by name
-- Where an event holds the card that it names with its number (or defines it), both are taken out of there.
select
    position, match, game, version, k, round, turn, undone, t.type, coalesce(t.seat, t.player) as seat,
    if(starts_with(t.card, '{'), coalesce(t.token, (t.card ->> 'id')::integer, (t.card ->> 'token')::integer), t.token) as token,
    if(starts_with(t.card, '{'), coalesce(t.card ->> 'card', t.card ->> 'card_id'), t.card) as card,
    data
from (
    select
        *, from_json(data, '{"type":"varchar","seat":"integer","player":"integer","token":"integer","card":"varchar"}') as t
    from (
        select position, match, game, version, round, turn, undone, generate_subscripts(events, 1) as k, unnest(events) as data
        from new_entries
        where events is not null
    )
);
