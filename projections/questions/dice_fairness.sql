/*
title = "Are the dice fair?"
meaning = """\
Whether faces come up as often as those of fair dice would, for all dice of a kind, then for each player's; with player:, \
for that player's alone."""
formula = """\
chi2 = sum of (O - E)^2 / E, E = n / faces; p = P(chi-square > chi2), where E < 5 the share of 1,999 simulated throws of as \
many fair dice that are as uneven (1 added to both); w = sqrt(chi2 / n); luck = (sum - n (faces + 1) / 2) / sqrt(n (faces^2 \
- 1) / 12); runs_p: Wald and Wolfowitz's test of runs of high and low faces, from 10 of each on"""
unit = "dice; chances from 0 to 1; standard deviations"
sample = "dice thrown"
place = "command line"
bias = """\
What was written down is counted: a throw that was forgotten is missing, and a mistyped one counts as typed. Dice of a roll \
that were written down in order of size have fewer runs. Which die of the bag it was, nobody records. Simulated matches show \
the random numbers of the program."""
chart = "bars player luck by faces against 0"
percent = ["p", "q", "runs_p", "finds"]
intervals = { mean = ["low", "high"] }

[columns]
game = "the game"
player = "the player; (all) for every die of the kind, whoever threw it"
faces = "faces of the die; 2 for a coin"
n = "dice thrown"
counts = "how often each face came up, from 1 on"
chi2 = "chi-square"
p = "how often fair dice are as uneven"
how = "exact (by the chi-square distribution) or simulated"
w = "how uneven they were: 0.1 is little, 0.3 is much"
runs_p = "how often fair dice have so many, or so few, runs"
mean = "mean face"
luck = "sum of the faces above expectation, in its standard deviations"
q = "share of chance finds among rows with this q or less; empty where there are too few dice"
finds = "by so much too often on one face would have q of 0.1 or less in four of five cases, with that many dice and rows"
finding = "what it comes to"
*/

-- [answer]
with thrown as (
    select m.game, d.faces, d.face, d.position, d.k, d.roll, m.players[d.seat + 1] as player
    from dice d
    join chosen m on m.match = d.match
    where ($recorded or not d.undone) and d.face between 1 and d.faces and d.faces > 1 and of_player($player, m.players, d.seat)
),
listed as (
    select game, faces, face, position, k, roll, unnest(case when player is null then ['(all)'] when $player is not null then [player] else ['(all)', player] end) as player,
        unnest(case when player is null then [true] when $player is not null then [false] else [true, false] end) as is_all
    from thrown
),
sequences as (
    select
        *, face * 2 > faces + 1 as is_high,
        face * 2 > faces + 1 is distinct from lag(face * 2 > faces + 1) over (partition by game, is_all, player, faces order by position, k, roll) as turns
    from listed
),
tallied as (
    select
        game, is_all, player, faces, count(*) as n, avg(face) as mean, exact_spread(face) as spread, sum(face) as total,
        count(*) filter (is_high) as highs, count(*) filter (turns) as runs, histogram(face) as faces_shown,
        list_transform(range(1, faces + 1), lambda f: coalesce(faces_shown[f], 0)) as counts,
        list_sum(list_transform(counts, lambda c: c * c)) as squares,
        faces * pow(n // faces, 2) + n % faces * (2 * (n // faces) + 1) as least_squares
    from sequences
    group by game, is_all, player, faces
    having n >= $least
),
-- Numbers of dice for which fair ones are thrown: too few for the chi-square distribution, and less even than possible.
sizes as (
    select faces, n, lag(n, 1, 0) over (partition by faces order by n) as less
    from (select distinct faces, n from tallied where n < 5 * faces and squares > least_squares)
),
-- Throws of fair dice, by a digest in place of a random number, so that an answer is the same each time: how often each face
-- comes up among the dice that one size has more than the next smaller one.
imagined as (
    select faces, n, attempt, hash(attempt * 512 + roll) % faces as face, count(*)::integer as shown
    from (select faces, n, unnest(range(less + 1, n + 1)) as roll from sizes), range(1999) a(attempt)
    group by faces, n, attempt, face
),
added as (
    select faces, n, attempt, sum((2 * so_far - shown) * shown) as squares
    from (select *, sum(shown) over (partition by faces, attempt, face order by n)::integer as so_far from imagined)
    group by faces, n, attempt
),
compared as (
    select t.game, t.is_all, t.player, t.faces, (1 + count(*) filter (i.squares >= t.squares)) / 2000 as p
    from tallied t
    join (select faces, n, sum(squares) over (partition by faces, attempt order by n) as squares from added) i using (faces, n)
    group by t.game, t.is_all, t.player, t.faces
),
measured as (
    select *, squares * faces / n - n as chi2, 2 * highs * (n - highs) / n as expected_runs from tallied
),
-- Columns of their own for what macros repeat many times.
tested as (
    select
        m.*, case when n < 5 * faces then coalesce(c.p, 1) else chi_square_tail(chi2, faces - 1) end as p,
        case when n < 5 * faces then 'simulated' else 'exact' end as how,
        case when highs >= 10 and n - highs >= 10 then abs(runs - 1 - expected_runs) / sqrt(expected_runs * (expected_runs - 1) / (n - 1)) end as runs_z,
        student(n - 1) * spread / sqrt(n) as reach
    from measured m
    left join compared c using (game, is_all, player, faces)
),
ranked as (
    select
        *, rank() over (partition by is_enough order by p, game, faces, is_all, player) as place,
        case when is_enough then count(*) over (partition by is_enough) end as tests
    from (select *, n >= greatest(30, 5 * faces) as is_enough from tested)
),
levels as (
    select faces, least(0.05e0, 0.1e0 / coalesce(max(max(tests)) over (), 1)) as alpha, faces - 1 as freedom from ranked group by faces
),
noncentral as (
    select faces, noncentrality(alpha, freedom) as l from levels
)
select
    game, player, faces, n, array_to_string(counts, ' ') as counts, chi2, p, how, sqrt(chi2 / n) as w,
    2 * normal_tail(runs_z) as runs_p, mean, mean - reach as low, mean + reach as high,
    (total - n * (faces + 1) / 2) / sqrt(n * (faces * faces - 1) / 12) as luck,
    case when is_enough then min(p * tests / place) over (partition by is_enough order by place desc rows unbounded preceding) end as q,
    sqrt(l * (faces - 1) / n) / faces as finds,
    case when not is_enough then format('too few to tell (n = {:,d})', n) when q <= 0.1 then format('unlike fair dice (q = {:.2g}, n = {:,d})', q, n) else format('no evidence of unfairness (n = {:,d})', n) end as finding
from ranked
join noncentral using (faces)
order by game, faces, is_all desc, p, player

-- [notes]
select 'a d6 that shows one face 5 points too often is found in four of five cases from some 720 rolls on, 3 points from 2,000, 2 points from 4,460; a d20 that does so by 2 points from 2,450; with more than two rows it takes more: see finds'
from chosen having count(*) > 0
union all
select counted(count(*), 'die', 'dice') || ' of no player''s own: counted in all dice of the kind alone'
from dice d join chosen m on m.match = d.match
where ($recorded or not d.undone) and d.seat is null and $player is null
having count(*) > 0
