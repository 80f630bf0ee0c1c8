-- The matches that this batch touched, brought up to date from all their entries. $low is where the first of them begins.
create or replace temp table started as
select d.match, arg_max({round: d.round, turn: d.turn}, d.position) as place
from declarations d
join entries e on e.position = d.position
where d.position >= $low and e.position >= $low and not d.undone and (d.round, d.turn) > (e.round, e.turn)
    and d.match in (select match from touched)
group by d.match;

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
        s.match is null or (e.round, e.turn) >= (s.place.round, s.place.turn) as is_recorded
    from entries e
    left join started s on s.match = e.match
    where e.position >= $low and e.match in (select match from touched)
)
group by match;

-- The standing commands of these matches, before and after.
create or replace temp table told as
select line from matches where line is not null and match in (select match from touched)
union select commands from line where commands is not null;

create or replace temp table ending as
select
    e.match,
    arg_max(
        {winners: e.winners, drawn: e.drawn, reason: e.reason, scores: e.scores, agreed: e.agreed, version: e.version},
        case when e.agreed then 1000000000000 else 0 end + e.position
    ) as outcome
from endings e
join line l on l.match = e.match
where e.position >= $low and not e.undone
group by e.match;

-- Lost games, matches and disqualifications of players: those that no appeal overturned or modified, and what they did in the game.
create or replace temp table lost as
select p.match, p.version, appeals.about is not null as is_overturned
from judging p
left join (
    select distinct a.match, a.about
    from judging a
    join judging d on d.match = a.match and d.about = a.version
    where a.position >= $low and d.position >= $low and a.kind = 'appealed' and not a.undone
        and d.kind = 'ruled' and d.decision in ('overturned', 'modified') and not d.undone
) appeals on appeals.match = p.match and appeals.about = p.about
where p.position >= $low and p.kind = 'penalised' and p.seat is not null and p.penalty in ('game_loss', 'match_loss', 'disqualification') and not p.undone
    and p.match in (select match from touched);

update matches set
    entries = l.entries,
    updated_at = l.updated_at,
    actions = l.actions,
    take_backs = l.take_backs,
    corrections = l.corrections,
    violations = coalesce(v.violations, 0),
    phase = l.place.phase,
    round = l.place.round,
    turn = l.place.turn,
    turns = l.turns,
    from_round = coalesce(b.place.round, 0),
    from_turn = coalesce(b.place.turn, 0),
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
    kit = n.kit,
    first_seat = case when f.match is null then l.first_seat else f.first.seat end,
    players = coalesce(s.players, []),
    sides = coalesce(s.sides, []),
    status = case when o.outcome is null then 'running' when o.outcome.agreed then 'concluded' else 'finished' end,
    winners = o.outcome.winners,
    drawn = o.outcome.drawn,
    reason = case when o.is_penalty then 'penalty' when o.outcome.agreed then 'agreed' when o.outcome is not null then coalesce(o.outcome.reason, 'unknown') end,
    scores = coalesce(o.outcome.scores, case when not o.outcome.agreed then p.scores end)
from line l
left join (
    select
        e.match, any_value(e.outcome) as outcome,
        bool_or(not p.is_overturned or p.version + 1 = e.outcome.version) as is_penalty
    from ending e
    left join lost p on p.match = e.match
    group by e.match
) o on o.match = l.match
left join kits n on n.match = l.match
left join started b on b.match = l.match
left join (
    select match, count(*) as violations
    from violations
    where position >= $low and not undone and match in (select match from touched)
    group by match
) v on v.match = l.match
left join (
    select match, arg_max({seat: seat}, position) as first
    from firsts
    where position >= $low and not undone and match in (select match from touched)
    group by match
) f on f.match = l.match
left join (
    select match, list(after order by seat) as scores
    from (
        select match, seat, arg_max(after, position * 1000 + k) as after
        from points
        where position >= $low and not undone and match in (select match from touched)
        group by match, seat
    )
    group by match
) p on p.match = l.match
left join (
    select match, list(player order by seat) as players, list(side order by seat) as sides
    from seats
    where match in (select match from touched)
    group by match
) s on s.match = l.match
where matches.match = l.match;
