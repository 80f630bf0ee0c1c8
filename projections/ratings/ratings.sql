-- about: how the table `ratings` follows the matches; see `table.py`

-- [state]
-- How far the file and the ratings have come: equal where nothing is to be done.
select
    (select position from catchup) || ' ' || (select count(*) from examined where problem is not null),
    (select coalesce(any_value(state), '') from rated)

-- [sequence]
-- The matches that count, in the order in which they ended. The outcome tells whether one is still what was rated.
create or replace temp table rating_sequence as
select
    game, kind, row_number() over (partition by game, kind order by ended, first_position)::integer as number, match, ended,
    players, sides, places, md5(concat_ws('|', ended, players, sides, places)) as outcome
from (
    select
        game_of(game, kit) as game, kind, match, first_position, players, sides, coalesce(ended_at, opened_at) as ended,
        list_transform(range(len(players)), lambda seat: case when drawn or list_contains(winners, seat) then 1 else 2 end) as places
    from matches
    where kind in ('match', 'simulated') and decided_by(status, reason) is not null and (drawn or len(winners) > 0)
        and len(list_distinct(players)) = len(players) and len(list_distinct(sides)) > 1
        and match not in (select match from examined where problem is not null)
)

-- [forget]
-- What was rated after the first match that is another now, or came out otherwise.
delete from ratings using (
    select r.game, r.kind, min(r.number) as first
    from ratings r
    left join rating_sequence s on s.game = r.game and s.kind = r.kind and s.number = r.number and s.match = r.match and s.outcome = r.outcome
    where s.match is null
    group by r.game, r.kind
) changed
where ratings.game = changed.game and ratings.kind = changed.kind and ratings.number >= changed.first

-- [standing]
select game, kind, player, arg_max(ended_at, number), arg_max(elo, number), arg_max(glicko, number), arg_max(deviation, number),
    arg_max(volatility, number), arg_max(mu, number), arg_max(sigma, number)
from ratings
group by game, kind, player

-- [pending]
select s.game, s.kind, s.number, s.ended, s.match, s.players, s.sides, s.places
from rating_sequence s
where s.number > coalesce((select max(r.number) from ratings r where r.game = s.game and r.kind = s.kind), 0)
order by s.game, s.kind, s.number
limit $most

-- [write]
insert into ratings by name
select w.*, s.outcome
from (
    select
        unnest($1::varchar[]) as game, unnest($2::varchar[]) as kind, unnest($3::integer[]) as number, unnest($4::varchar[]) as match,
        unnest($5::timestamp[]) as ended_at, unnest($6::integer[]) as seat, unnest($7::varchar[]) as player,
        unnest($8::double[]) as elo, unnest($9::double[]) as glicko, unnest($10::double[]) as deviation,
        unnest($11::double[]) as volatility, unnest($12::double[]) as mu, unnest($13::double[]) as sigma
) w
join rating_sequence s on s.game = w.game and s.kind = w.kind and s.number = w.number

-- [clear]
delete from rated

-- [keep]
insert into rated values ($state)
