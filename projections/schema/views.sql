-- The result of each seat of a match that has ended.
-- match: id of the match
-- game: name of the game
-- kit: name of the kit that it was played with; null for a game without kits
-- kind: match, what-if, simulated, duplicate or competition
-- seat: the seat
-- player: the player's name
-- side: the side it belongs to
-- first: true for the seat that went first
-- result: won, lost, drawn, or none (ended without winner or draw)
-- score: its final number, where the game has one
-- agreed: true where the players agreed the result
create view results as
select
    m.match, m.game, m.kit, m.kind, s.seat, s.player, s.side, s.seat = m.first_seat as first,
    case
        when m.drawn then 'drawn'
        when list_contains(m.winners, s.seat) then 'won'
        when len(m.winners) > 0 then 'lost'
        else 'none'
    end as result,
    m.scores[s.seat + 1] as score,
    m.status = 'concluded' and m.reason is distinct from 'result' as agreed
from matches m
join seats s on s.match = m.match
where m.status <> 'running';

-- The turns of each match, from the actions that stand; where a position was declared, from its turn on.
-- match: id of the match
-- game: name of the game
-- round: the round
-- turn: the turn
-- seat: the seat whose turn it was, where only one was to act
-- actions: actions entered in it
-- minutes: table time from its first to its last action; null where the match has none
create view turns as
select
    e.match, e.game, e.round, e.turn,
    case when count(distinct seat) = 1 then any_value(seat) end as seat,
    count(*) as actions,
    case when any_value(m.minutes) is not null then epoch_us(max(happened_at) - min(happened_at)) / 60e6 end as minutes
from entries e
join matches m on m.match = e.match
where not e.undone and e.kind in ('opened', 'action') and e.turn > 0 and (e.round, e.turn) >= (m.from_round, m.from_turn)
group by e.match, e.game, e.round, e.turn;

-- What was done, by every name that it has: a command, an event, what became of a card, another kind of entry.
-- position: position in the store of the entry
-- match: id of the match
-- game: name of the game
-- version: version of the entry
-- number: which of the actions that its correction inserted; 0 for an entry
-- round: round in which its entry was made
-- turn: turn in which its entry was made
-- phase: phase in which it was made
-- undone: true when a later take-back covers it, a correction strikes it, or a redo goes back behind it
-- seat: seat that did it: the one that is named, else the one that was to act
-- command: name of the game command of the entry
-- action: the name: of the command (of another entry its kind), of the event, or of what became of the card
-- card: card id that it names, or another word of the command; null where it names none
-- place: which of the names in the command that card is, from 1: who does it comes first; 1 for events
create view deeds as
with known as (
    select match, token, arg_max(card, place_of(position, k)) as card
    from cards
    where card is not null and token is not null and not undone
    group by match, token
),
told as (
    select
        position, match, coalesce(command, kind) as action, command is not null as is_command, data,
        coalesce(try_cast(data ->> 'player' as integer), try_cast(data ->> 'seat' as integer)) as seat
    from entries
),
named as (
    select position, match, action, seat, unnest(names) as name, generate_subscripts(names, 1) as place
    from (
        select
            *, list_filter(
                json_extract_string(data, '$..*')[2:], lambda name: not regexp_full_match(name, '-?[0-9.]+|[\[{].*|true|false|\?\?|', 's')
            ) as names
        from told
        where is_command
    )
)
select
    e.position, e.match, e.game, e.version, e.number, e.round, e.turn, e.phase, e.undone, coalesce(d.seat, e.seat)::integer as seat,
    e.command, d.action, d.card, d.place::integer as place
from (
    select position, seat, action, null::varchar as card, null as place from told
    union all
    select
        n.position, n.seat, n.action,
        case when k.card is not null then k.card when contains(n.name, '=') then split_part(n.name, '=', 2) else regexp_replace(n.name, '#[0-9]{1,3}$', '') end,
        n.place
    from named n
    left join known k on k.match = n.match and regexp_full_match(n.name, '#[0-9]{1,3}-[0-9]{1,3}')
        and k.token = try_cast(split_part(n.name[2:], '-', 1) as integer) * 1000 + try_cast(split_part(n.name, '-', 2) as integer)
    union all
    select position, seat, type, card, 1 from events
    union all
    select position, seat, action, card, 1 from cards
) d
join entries e on e.position = d.position;

-- The event that a match belongs to, and its round: as its tags, the results of a competition and the tables of an event day say.
-- match: id of the match
-- event: id of the event day, else of the tournament, series or league; null where it belongs to none
-- title: title of the event; its id where it has none
-- round: round of a tournament in which it is played; null for none
create view fixtures as
with links as (
    select m.match, c.match as event, coalesce(nullif(c.title, ''), c.match) as title, c.game = 'gathering' as is_whole
    from (
        select match, split_part(unnest(tags), ':', 2) as event from matches
        union all
        select coalesce(data -> 'result' ->> 'match', data ->> 'match'), match
        from events where type = 'result_recorded' and not undone
        union all
        select match, match from matches
    ) m
    join matches c on c.match = m.event and c.kind = 'competition'
),
tables as (
    select seating ->> 'match' as match, arg_max(round, position) as round
    from (
        select position, (data ->> 'round')::integer as round, unnest(from_json(data -> 'seatings', '["json"]')) as seating
        from events where type = 'round_seated' and not undone
    )
    group by all
)
select
    m.match, e.link.event as event, e.link.title as title,
    coalesce(t.round, try_cast(regexp_extract(m.title, '\bround ([0-9]+)', 1) as integer)) as round
from matches m
left join (select match, arg_max({event: event, title: title}, is_whole) as link from links group by match) e on e.match = m.match
left join tables t on t.match = m.match;
