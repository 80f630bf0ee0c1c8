/*
title = "First player's edge among equals"
meaning = """\
How often the side that goes first would win against one of the same strength. Players' strengths are estimated from the \
same matches, together with the edge."""
formula = """\
Bradley and Terry's model with a term for going first: log odds = edge + strengths of the first side - strengths of the \
second; each strength has a normal prior with standard deviation 4.5. share = 1 / (1 + exp(-edge)), with Wald's interval of \
the edge; edge and variance are multiplied by 1 - (players of three matches and more - 1) / n, by a half at least: the \
likeliest edge is too large by as much"""
unit = "matches; shares from 0 to 1"
sample = "matches of two sides, decided by play"
recorded = "a match has one result, that of the line that stands"
bias = """\
Strengths are taken to be the same in all matches in scope: a player who improved is a mean of both. Where a game records \
throws for the first turn, only matches in which one was thrown count: in the others the rules chose who begins (pilot \
speed, the loser)."""
chart = "bars game share against 0.5"
percent = ["share", "crude"]
intervals = { share = ["low", "high"] }

[columns]
game = "the game"
n = "matches of two sides, decided by play"
players = "players in them"
crude = "share of them that the first side won, strength not taken out"
share = "what the first side would win among equals; empty where it won all matches, or none"
verdict = "whether the interval leaves a half out; of fewer than 30 matches nothing is said"
*/

-- [fit]
with thrown as (select match, game from dice where purpose = 'first_turn' and not undone),
played as (
    select
        game, list_sort(list_transform(list_filter(players, lambda _, place: sides[place] = sides[first_seat + 1]), lambda p: kind || ' ' || p)) as first,
        list_sort(list_transform(list_filter(players, lambda _, place: sides[place] <> sides[first_seat + 1]), lambda p: kind || ' ' || p)) as second,
        sides[winners[1] + 1] = sides[first_seat + 1] as is_won
    from chosen
    where decided_by = 'play' and first_seat is not null and len(winners) > 0 and len(list_distinct(sides)) = 2
        and len(list_distinct(list_transform(winners, lambda w: sides[w + 1]))) = 1
        and (match in (select match from thrown) or split_part(game, ':', 1) not in (select game from thrown))
)
select game, first, second, count(*) as n, count(*) filter (is_won) as won from played group by all order by all

-- [answer]
select
    game, n, players, won / n as crude, 1 / (1 + exp(-value)) as share, 1 / (1 + exp(reach - value)) as low, 1 / (1 + exp(-reach - value)) as high,
    case
        when n < 30 or value is null then 'too few matches to compare'
        when low > 0.5 then 'first player favoured'
        when high < 0.5 then 'first player at a disadvantage'
        else 'no evidence of an edge'
    end as verdict
from (select *, 1.959963984540054e0 * error as reach from edges)
where n >= $least
order by game

-- [notes]
select counted(count(*), 'match', 'matches') || ' of ' || game || ' in which no throw decided who goes first: left out'
from chosen
where decided_by = 'play' and split_part(game, ':', 1) in (select game from dice where purpose = 'first_turn' and not undone)
    and match not in (select match from dice where purpose = 'first_turn' and not undone)
group by game
