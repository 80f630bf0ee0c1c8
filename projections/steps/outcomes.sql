-- How the matches that this batch touched ended. $low is where the first of them begins.
create or replace temp table ending as
select
    e.match,
    arg_max(
        {winners: e.winners, drawn: e.drawn, reason: e.reason, scores: e.scores, agreed: e.agreed, version: e.version},
        case when e.agreed then 1000000000000 else 0 end + e.position
    ) as outcome
from endings e
where e.position >= $low and not e.undone and e.match in (select match from touched)
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
    status = case when o.outcome.agreed then 'concluded' else 'finished' end,
    winners = o.outcome.winners,
    drawn = o.outcome.drawn,
    reason = case when o.is_penalty then 'penalty' when o.outcome.agreed and o.outcome.reason is distinct from 'result' then 'agreed' else coalesce(o.outcome.reason, 'unknown') end,
    scores = coalesce(o.outcome.scores, case when not o.outcome.agreed then p.scores end)
from (
    select
        e.match, any_value(e.outcome) as outcome,
        bool_or(not p.is_overturned or p.version + 1 = e.outcome.version) as is_penalty
    from ending e
    left join lost p on p.match = e.match
    group by e.match
) o
left join (
    select match, list(after order by seat) as scores
    from (
        select match, seat, arg_max(after, place_of(position, k)) as after
        from points
        where position >= $low and not undone and match in (select match from touched)
        group by match, seat
    )
    group by match
) p on p.match = o.match
where matches.match = o.match;
