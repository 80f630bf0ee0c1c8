-- The matches that this batch touched, brought up to date from all their entries. $low is where the first of them begins.
create or replace temp table line as
select
    match,
    max(version) as entries,
    max(recorded_at) as updated_at,
    count(*) filter (not undone and acts) as actions,
    count(*) filter (kind = 'taken_back') as take_backs,
    arg_max({phase: phase, round: round, turn: turn}, version) filter (not undone and acts) as place,
    count(distinct round * 1000000 + turn) filter (not undone and acts and turn > 0) as turns,
    epoch_us(max(happened_at) filter (not undone and acts) - min(happened_at) filter (not undone and acts)) / 60e6 as minutes,
    arg_min(seat, version) filter (not undone and seat is not null and turn > 0) as first_seat
from (select *, kind in ('opened', 'action') as acts from entries where position >= $low)
where match in (select match from touched)
group by match;

create or replace temp table ending as
select
    e.match,
    arg_max(
        {winners: e.winners, drawn: e.drawn, reason: e.reason, scores: e.scores, agreed: e.agreed},
        case when e.agreed then 1000000000000 else 0 end + e.version
    ) as outcome
from endings e
join line l on l.match = e.match
where e.position >= $low and not e.undone
group by e.match;

update matches set
    entries = l.entries,
    updated_at = l.updated_at,
    actions = l.actions,
    take_backs = l.take_backs,
    violations = coalesce(v.violations, 0),
    phase = l.place.phase,
    round = l.place.round,
    turn = l.place.turn,
    turns = l.turns,
    minutes = l.minutes,
    first_seat = case when f.match is null then l.first_seat else f.first.seat end,
    players = coalesce(s.players, []),
    sides = coalesce(s.sides, []),
    status = case when o.outcome is null then 'running' when o.outcome.agreed then 'concluded' else 'finished' end,
    winners = o.outcome.winners,
    drawn = o.outcome.drawn,
    reason = o.outcome.reason,
    scores = coalesce(o.outcome.scores, case when not o.outcome.agreed then p.scores end)
from line l
left join ending o on o.match = l.match
left join (
    select match, count(*) as violations
    from violations
    where position >= $low and not undone and match in (select match from touched)
    group by match
) v on v.match = l.match
left join (
    select match, arg_max({seat: seat}, version) as first
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
