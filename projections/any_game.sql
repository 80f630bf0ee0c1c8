-- game: any
-- about: What can be told of a game that has no file of its own: events that name their players, and how they ended.

-- [seats]
select
    match, game, seat, coalesce(side, seat) as side,
    case json_type(player) when 'OBJECT' then player ->> 'name' else player ->> '$' end as player
from (
    select
        match, game, generate_subscripts(players, 1) - 1 as seat, unnest(players) as player,
        unnest(case when len(sides) = len(players) then sides else list_transform(players, lambda _: null) end)::integer as side
    from (
        select
            match, game, k, from_json(data -> 'players', '["json"]') as players,
            from_json(data -> 'sides', '["integer"]') as sides
        from new
        where version = 1 and json_type(data -> 'players') = 'ARRAY'
        qualify k = min(k) over (partition by match)
    )
);

-- [endings]
select
    match, game, position, version, undone,
    case
        when json_type(data -> 'winners') = 'ARRAY' then from_json(data -> 'winners', '["integer"]')
        when json_type(data -> 'winner') = 'UBIGINT' then [(data ->> 'winner')::integer]
        else []
    end as winners,
    len(winners) = 0 as drawn,
    coalesce(data ->> 'reason', type) as reason,
    false as agreed
from new
where type in (
    'match_ended', 'game_ended', 'match_won', 'match_drawn', 'series_decided', 'tournament_decided', 'league_closed'
);
