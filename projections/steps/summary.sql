-- The matches that this batch touched, brought up to date from all their entries. $low is where the first of them begins.
create or replace temp table line as
select
    match,
    max(version) as entries,
    max(recorded_at) as updated_at,
    count(*) filter (not undone and acts) as actions,
    count(*) filter (kind = 'taken_back') as take_backs,
    count(*) filter (kind in ('restored', 'corrected')) as corrections,
    arg_max({phase: phase, round: round, turn: turn}, position) filter (not undone and acts) as place,
    count(distinct round * 1000000 + turn) filter (not undone and acts and turn > 0 and is_recorded) as turns,
    arg_min(seat, position) filter (not undone and acts and seat is not null and turn > 0) as first_seat,
    arg_min(is_timed, position) as is_timed,
    min(happened_at) filter (not undone and acts) as opened_at,
    arg_max(happened_at, position) filter (not undone and acts) as ended_at,
    min(happened_at) filter (not undone and acts and is_timed) as timed_from,
    arg_max(happened_at, position) filter (not undone and acts and is_timed) as timed_to,
    arg_max(note, position) filter (kind = 'merged') as merged,
    -- Without the opening: who plays and with which cards is compared by itself, and its defaults may be written or not.
    case
        when actions >= 20 and merged is null then md5(string_agg(data::varchar, chr(10) order by position) filter (not undone and kind = 'action'))
    end as commands,
    bool_or(kind = 'annotated' and lower(trim(note)) = 'played again') as again
from (
    select
        e.*, e.kind in ('opened', 'action') as acts, e.happened_at <> e.recorded_at as is_timed,
        (e.round, e.turn) >= (coalesce(m.from_round, 0), coalesce(m.from_turn, 0)) as is_recorded
    from entries e
    join (select match, from_round, from_turn from matches where match in (select match from touched)) m on m.match = e.match
    where e.position >= $low
)
group by match;

-- The standing commands of these matches, before and after.
create or replace temp table told as
select line from matches where line is not null and match in (select match from touched)
union select commands from line where commands is not null;

update matches set
    entries = l.entries,
    updated_at = l.updated_at,
    actions = l.actions,
    take_backs = l.take_backs,
    corrections = l.corrections,
    violations = coalesce(violations, 0),
    phase = l.place.phase,
    round = l.place.round,
    turn = l.place.turn,
    turns = l.turns,
    from_round = coalesce(from_round, 0),
    from_turn = coalesce(from_turn, 0),
    -- A match that was opened with a time of its own was entered afterwards: only the times given are those of the table.
    opened_at = case when l.is_timed then coalesce(l.timed_from, matches.opened_at) else coalesce(l.opened_at, matches.opened_at) end,
    ended_at = case when l.is_timed then l.timed_to else l.ended_at end,
    minutes = case
        when list_contains(tags, 'simulated') then null
        when l.is_timed then nullif(epoch_us(l.timed_to - l.timed_from), 0) else epoch_us(l.ended_at - l.opened_at)
    end / 60e6,
    line = l.commands,
    again = l.again,
    duplicate_of = coalesce(l.merged, ''),
    kind = case when l.merged is not null then 'duplicate' when kind <> 'duplicate' then kind when list_contains(tags, 'simulated') then 'simulated' else 'match' end,
    first_seat = case when f.match is null then l.first_seat else f.first.seat end,
    -- Until an ending says otherwise.
    status = 'running',
    winners = null,
    drawn = null,
    reason = null,
    scores = null
from line l
left join (
    select match, arg_max({seat: seat}, position) as first
    from firsts
    where position >= $low and not undone and match in (select match from touched)
    group by match
) f on f.match = l.match
where matches.match = l.match;
