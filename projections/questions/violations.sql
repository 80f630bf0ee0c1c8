/*
title = "Violations by rule"
meaning = "Which rules were broken in recorded matches, and how often."
formula = """\
per_100 = 100 * violations / actions that stand in matches of the same game (recorded:yes: entries); with player:, both of \
those when that player was to act"""
unit = "violations; per 100 actions that stand, the opening among them"
sample = "every violation in scope; rates from 30 matches on"
bias = "Strict recording refuses what it sees, so only matches recorded as played show how often players err."
chart = "bars rule per_100 by game"

[columns]
game = "the game"
rule = "rule id"
violations = "how often it was broken, without what was taken back (recorded:yes: with it)"
taken_back = "how often it was broken in what was taken back"
matches = "in how many matches"
per_100 = "violations per 100 actions of the game"
example = "address of the first one"
*/

-- [answer]
select
    m.game, v.rule,
    count(*) filter ($recorded or not v.undone) as violations,
    count(*) filter (v.undone) as taken_back,
    count(distinct v.match) filter ($recorded or not v.undone) as matches,
    100 * violations / any_value(e.actions) as per_100,
    arg_min(v.match || '/' || v.version, v.position) filter ($recorded or not v.undone) as example
from violations v
join (select match, game, players from chosen) m on m.match = v.match
join (
    select game, sum(actions)::bigint as actions
    from (
        select game, case when $recorded then entries else actions end as actions from chosen where $player is null
        union all
        select c.game, 1
        from entries a
        join chosen c on c.match = a.match
        where $player is not null and of_player($player, c.players, a.seat) and a.kind in ('opened', 'action') and ($recorded or not a.undone)
    )
    group by game
) e on e.game = m.game
where of_player($player, m.players, v.seat)
group by m.game, v.rule
having violations >= $least
order by violations desc, m.game, v.rule

-- [matches]
select match from violations
where match in (select match from chosen) and game = $row_game and rule = $row_rule and ($recorded or not undone)

-- [notes]
select
    counted(count(*), 'violation', 'violations') || ' in what was taken back'
    || case when $recorded then ', counted too' else '; recorded:yes counts them too' end
from violations
where match in (select match from chosen) and undone
having count(*) > 0
