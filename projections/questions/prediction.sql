/*
title = "Prediction"
meaning = "How likely players are to beat each other by their ratings: those that met, or with player: and opponent: any two."
formula = """\
glicko = 1 / (1 + 10 ^ ((r2 - r1) / (400 sqrt(1 + C (d1^2 + d2^2))))), C = 3 ln(10)^2 / (400 pi)^2; openskill = P(N(mu1 - \
mu2, 2 (25/6)^2 + sigma1^2 + sigma2^2) > 0); elo = 1 / (1 + 10 ^ ((R2 - R1) / 400))"""
unit = "shares from 0 to 1 of the points in a match of two"
sample = "matches rated of the one of the two who has fewer"
place = "command line"
recorded = "a match has one result, that of the line that stands"
needs = ["ratings"]
bias = "Who goes first, decks and draws are not in it."
chart = "bars opponent glicko by player against 0.5"
percent = ["glicko", "openskill", "elo"]

[columns]
game = "the game"
kind = "match or simulated"
player = "the player"
opponent = "the opponent"
n = "matches rated of the one of the two who has fewer"
glicko = "chance by Glicko-2"
openskill = "chance by OpenSkill"
elo = "chance by Elo"
*/

-- [answer]
with current as (
    select
        game, kind, player, count(*) as n, arg_max(glicko, number) as glicko, arg_max(deviation, number) as deviation,
        arg_max(mu, number) as mu, arg_max(sigma, number) as sigma, arg_max(elo, number) as elo
    from ratings
    group by game, kind, player
),
pairs as (
    select distinct game, kind, player, opponent
    from (
        select game, kind, players[seat + 1] as player, unnest(list_filter(players, lambda _, place: sides[place] <> sides[seat + 1])) as opponent
        from (select *, unnest(range(len(players))) as seat from chosen)
    )
    where ($player is null or lower(player) = lower($player)) and ($opponent is null or lower(opponent) = lower($opponent))
    union
    select a.game, a.kind, a.player, b.player
    from current a
    join current b on b.game = a.game and b.kind = a.kind
    where lower(a.player) = lower($player) and lower(b.player) = lower($opponent) and a.player <> b.player
        and (a.game, a.kind) in (select (game, kind) from chosen)
)
select
    p.game, p.kind, p.player, p.opponent, least(a.n, b.n) as n, glicko_chance(a.glicko, a.deviation, b.glicko, b.deviation) as glicko,
    normal_below((a.mu - b.mu) / sqrt(2 * pow(25e0 / 6, 2) + a.sigma * a.sigma + b.sigma * b.sigma)) as openskill,
    1 / (1 + pow(10e0, (b.elo - a.elo) / 400)) as elo
from pairs p
join current a on a.game = p.game and a.kind = p.kind and a.player = p.player
join current b on b.game = p.game and b.kind = p.kind and b.player = p.opponent
where least(a.n, b.n) >= $least
order by p.game, p.kind, p.player, glicko desc, p.opponent
