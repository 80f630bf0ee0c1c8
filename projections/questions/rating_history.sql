/*
title = "History of ratings"
meaning = "The ratings of players after each of their matches."
formula = "as the leaderboard; change = Glicko-2 rating less that before"
unit = "rating points; OpenSkill's own"
sample = "every rated match of a player; it needs no minimum"
place = "command line"
recorded = "a match has one result, that of the line that stands"
needs = ["ratings"]
bias = "Ratings of the first matches are little more than guesses: see the deviation."
chart = "lines number rating by player"

[columns]
game = "the game"
kind = "match or simulated"
player = "the player"
number = "which of the player's matches"
day = "when it ended"
match = "its id"
opponents = "players of other sides"
result = "won, lost or drawn"
rating = "Glicko-2 rating after it"
change = "what the match changed of it"
deviation = "its deviation"
openskill = "OpenSkill's ordinal: mu - 3 sigma"
elo = "Elo"
*/

-- [answer]
select
    r.game, r.kind, r.player, row_number() over mine as number, strftime(r.ended_at, '%Y-%m-%d') as day, r.match,
    array_to_string(list_filter(m.players, lambda _, place: m.sides[place] <> m.sides[r.seat + 1]), ', ') as opponents,
    case when m.drawn then 'drawn' when list_contains(m.winners, r.seat) then 'won' else 'lost' end as result,
    r.glicko as rating, r.glicko - coalesce(lag(r.glicko) over mine, 1500) as change, r.deviation, r.mu - 3 * r.sigma as openskill, r.elo
from ratings r
join chosen m on m.match = r.match
where $player is null or lower(r.player) = lower($player)
window mine as (partition by r.game, r.kind, r.player order by r.number)
order by r.game, r.kind, r.player, number

-- [matches]
select match from chosen where match = $row_match
