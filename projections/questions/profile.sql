/*
title = "Players at a glance"
meaning = "What there is to say of each player in each game: results, form, pace, rating."
formula = """\
score = (won + drawn / 2) / n; Wilson's interval; form = the last ten results, the latest last; seconds = median of the \
player's turns, from the first action to the last"""
unit = "matches; shares from 0 to 1; seconds; rating points"
sample = "matches ended with a winner or a draw"
place = "command line"
recorded = "a match has one result, that of the line that stands"
needs = ["ratings"]
bias = "Players meet different opponents: for strength see the rating, with its deviation. Times are the scorekeeper's."
chart = "bars player score by game against 0.5"
percent = ["score", "first_share"]
intervals = { score = ["low", "high"] }

[columns]
game = "the game"
player = "the player"
n = "matches ended with a winner or a draw"
won = "of these, won"
drawn = "drawn"
lost = "lost"
score = "won and half of the drawn, as a share of n"
form = "the last ten: W, D, L"
first_share = "share of matches in which the player's side went first"
seconds = "median seconds of a turn"
decks = "different deck lists played"
rating = "Glicko-2 rating"
deviation = "its deviation"
openskill = "OpenSkill's ordinal: mu - 3 sigma"
*/

-- [answer]
with seated as (
    select
        *, players[seat + 1] as player, sides[seat + 1] = sides[first_seat + 1] as is_first, coalesce(ended_at, opened_at) as ended,
        case when drawn then 'D' when list_contains(winners, seat) then 'W' else 'L' end as result
    from (select *, unnest(range(len(players))) as seat from chosen where decided_by is not null and (drawn or len(winners) > 0))
),
paces as (
    select s.game, s.player, median(t.minutes) * 60 as seconds
    from turns t
    join seated s on s.match = t.match and s.seat = t.seat
    group by s.game, s.player
),
listed as (
    select s.game, s.player, count(distinct d.deck) as decks
    from decks d
    join seated s on s.match = d.match and s.seat = d.seat
    where not d.undone
    group by s.game, s.player
),
current as (
    select
        game, player, arg_max(glicko, (kind = 'match', number)) as rating, arg_max(deviation, (kind = 'match', number)) as deviation,
        arg_max(mu - 3 * sigma, (kind = 'match', number)) as openskill
    from ratings
    group by game, player
)
select
    s.game, s.player, s.n, s.won, s.drawn, s.lost, (s.won + s.drawn / 2) / s.n as score, wilson_low(s.won + s.drawn / 2, s.n) as low,
    wilson_high(s.won + s.drawn / 2, s.n) as high, s.form, s.first_share, p.seconds, coalesce(l.decks, 0) as decks,
    c.rating, c.deviation, c.openskill
from (
    select
        game, player, count(*) as n, count(*) filter (result = 'W') as won, count(*) filter (result = 'D') as drawn,
        count(*) filter (result = 'L') as lost, array_to_string(list(result order by ended, first_position)[-10:], '') as form,
        avg(is_first::integer) as first_share
    from seated
    where $player is null or lower(player) = lower($player)
    group by game, player
) s
left join paces p on p.game = s.game and p.player = s.player
left join listed l on l.game = s.game and l.player = s.player
left join current c on c.game = s.game and c.player = s.player
where s.n >= $least
order by low desc, n desc, s.player, s.game

-- [matches]
select match from chosen
where decided_by is not null and (drawn or len(winners) > 0) and game = $row_game and list_contains(players, $row_player)
