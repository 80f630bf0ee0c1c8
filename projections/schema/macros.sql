-- Lower end of the 95 % Wilson interval of a share of k in n; null for n = 0.
create macro wilson_low(k, n) as
    case when n > 0 then greatest(0.0, (
        k / n + 1.9207294103470627 / n
        - 1.959963984540054 * sqrt((k / n) * (1 - k / n) / n + 0.9603647051735313 / (n::double * n))
    ) / (1 + 3.8414588206941254 / n)) end;

-- Upper end of the 95 % Wilson interval of a share of k in n; null for n = 0.
create macro wilson_high(k, n) as
    case when n > 0 then least(1.0, (
        k / n + 1.9207294103470627 / n
        + 1.959963984540054 * sqrt((k / n) * (1 - k / n) / n + 0.9603647051735313 / (n::double * n))
    ) / (1 + 3.8414588206941254 / n)) end;

-- Address of an entry, `7kq2m4xd9fra/12`; with `event := k`, of an event in it, `7kq2m4xd9fra/12.3`.
create macro address(id, number, event := null) as
    id || '/' || number || coalesce('.' || event, '');

-- The place of an event among all: entries have positions with thousandths, and each event its number in its entry.
create macro place_of(position, k) as
    position::decimal(18, 3) * 1000000000 + k;

-- A number with what it counts: `1 match`, `2 matches`.
create macro counted(number, one, many) as
    format('{:,d}', number::bigint) || ' ' || case when number = 1 then one else many end;

-- A game as answers name it: with its kit, for nothing is added up over kits.
create macro game_of(game, kit) as
    game || coalesce(':' || kit, '');

-- A name as it is compared: `Slow Play`, `slow-play` and `slow  play` are one; null for a text without a letter or digit.
create macro plain_name(text) as
    nullif(trim(regexp_replace(lower(text), '[\s_-]+', ' ', 'g')), '');

-- What decided a match, by its status and reason: play (the rules ended it, or the imported file has its result), penalty (an official
-- did) or agreement (the players did); null while it runs. All questions, metrics and ratings go by it.
create macro decided_by(status, reason) as
    case
        when status not in ('finished', 'concluded') then null
        when reason = 'penalty' then 'penalty'
        when status = 'concluded' and reason is distinct from 'result' then 'agreement'
        else 'play'
    end;

-- Whether a seat is that of the player who is asked for; any seat where nobody is.
create macro of_player(name, players, seat) as
    name is null or lower(players[seat + 1]) = lower(name);

-- Whether a side is one on which that player sits; any side where nobody is asked for.
create macro of_side(name, players, sides, side) as
    name is null or list_contains(list_transform(list_filter(players, lambda _, place: sides[place] = side), lambda p: lower(p)), lower(name));

-- What came of a match for a seat: won, lost, drawn or none; null for no seat, and while the match runs.
create macro result_of(decided, drawn, winners, seat) as
    case
        when seat is null or decided is null then null
        when drawn then 'drawn' when list_contains(winners, seat) then 'won' when len(winners) > 0 then 'lost' else 'none'
    end;

-- Whether a seat is on the side that went first; null for no seat, or where that is not known.
create macro went_first(sides, seat, first) as
    sides[seat + 1] = sides[first + 1];

-- The players of other sides than a seat's.
create macro opponents_of(players, sides, seat) as
    list_filter(players, lambda _, place: sides[place] <> sides[seat + 1]);

-- The last turn of a match that was played in (its last round, where its game has rounds), by the place of its last action: a round that
-- was opened and has no turn yet is none.
create macro last_played(round, turn) as
    case when round > 0 then round - (turn = 0)::integer else turn end;

-- Digest of a deck list: card ids, and how many of each.
create macro deck_of(cards, copies) as
    left(md5(array_to_string(list_sort(list_transform(list_zip(cards, copies), lambda c: c[1] || ' ' || c[2])), chr(10))), 8);

-- 97.5 % point of Student's t with so many degrees of freedom, by its expansion around the normal one; null for none.
create macro student(freedom) as
    case when freedom > 0 then
        1.959963984540054e0 + 2.372271230298562e0 / freedom + 2.8224986157396112e0 / pow(freedom, 2)
        + 2.555849679507722e0 / pow(freedom, 3) + 1.5895340533938225e0 / pow(freedom, 4)
    end;

-- How likely a normal number is to lie above z >= 0, to 1e-14 (Hart's approximation, as West gives it).
create macro normal_tail(z) as
    exp(-z * z / 2) * case when z < 7.07106781186547e0 then
        ((((((0.0352624965998911e0 * z + 0.700383064443688e0) * z + 6.37396220353165e0) * z + 33.912866078383e0) * z
        + 112.079291497871e0) * z + 221.213596169931e0) * z + 220.206867912376e0)
        / (((((((0.0883883476483184e0 * z + 1.75566716318264e0) * z + 16.064177579207e0) * z + 86.7807322029461e0) * z
        + 296.564248779674e0) * z + 637.333633378831e0) * z + 793.826512519948e0) * z + 440.413735824752e0)
    else 1 / (z + 1 / (z + 2 / (z + 3 / (z + 4 / (z + 0.65e0))))) / 2.506628274631e0 end;

-- How likely a normal number is to lie below z.
create macro normal_below(z) as
    case when z < 0 then normal_tail(-z) else 1 - normal_tail(z) end;

-- The chance of a player with rating and deviation r, d against one with s, e, by Glicko.
create macro glicko_chance(r, d, s, e) as
    1 / (1 + pow(10e0, (s - r) / (400e0 * sqrt(1 + 1.007239860196398e-05 * (d * d + e * e)))));

-- How likely chi-square with so many degrees of freedom is to lie above x, exactly (Abramowitz and Stegun 26.4.4 and 26.4.5).
create macro chi_square_tail(x, freedom) as
    least(1, case when freedom % 2 = 1 then 2 * normal_tail(sqrt(x)) else 0 end + coalesce(list_sum(list_transform(
        range(freedom // 2),
        lambda k: exp((k + freedom % 2 / 2e0) * ln(greatest(x, 1e-300) / 2e0) - x / 2e0 - lgamma(k + 1 + freedom % 2 / 2e0))
    )), 0));

-- The noncentrality with which chi-square with so many degrees of freedom reaches p of alpha (0.05 at most) in four of five cases. An
-- expansion, within 2 % of the exact number for 1 to 99 degrees and alpha from 0.00001.
create macro noncentrality(alpha, freedom) as
    3.517e0 * sqrt(freedom) + 5.55e0 - 1.22e0 * pow(freedom, -0.45e0)
    + (1.85e0 + 0.514e0 * sqrt(freedom)) * ln(0.05e0 / alpha) * pow(greatest(ln(0.05e0 / alpha), 1e-9) / 3.912e0, -0.014e0 - 0.03e0 * ln(freedom));

-- How likely Kolmogorov's statistic is to be above d for n cases (Stephens 1970).
create macro kolmogorov_tail(d, n) as
    least(1, greatest(0, 2 * list_sum(list_transform(
        range(1, 101),
        lambda k: (2 * (k % 2) - 1) * exp(-2e0 * k * k * pow((sqrt(n) + 0.12e0 + 0.11e0 / sqrt(n)) * d, 2))
    ))));

-- How likely the sum of a six-sided dice is to be above that of b others: that a + b dice come to less than 7a. To 1e-9, up to
-- twenty dice in all.
create macro outrolling(a, b) as
    greatest(0, least(1, coalesce(list_sum(list_transform(
        range(greatest(0, (6 * a - b - 1 + 6) // 6)),
        lambda k: (1 - 2 * (k % 2)) * exp(
            lgamma(7 * a - 6 * k) - lgamma(6 * a - 6 * k - b) - lgamma(k + 1) - lgamma(a + b - k + 1) - (a + b) * ln(6e0)
        )
    )), 0)));

-- The sum of numbers, the same in whatever order threads add them: to twelve digits behind the point. Numbers of 1e18 and more are added
-- up as they come.
create macro exact_sum(x) as
    case
        when count(x) = count(try_cast(x as decimal(30, 12))) then sum(try_cast(x as decimal(30, 12)))::double else sum(x)::double
    end;

-- The mean of numbers, the same in any order of the rows.
create macro exact_mean(x) as
    exact_sum(x) / nullif(count(x), 0);

-- The standard deviation of a sample, the same in any order of the rows.
create macro exact_spread(x) as
    sqrt(greatest(0, exact_sum(x * x) - pow(exact_sum(x), 2) / count(x)) / nullif(count(x) - 1, 0));

-- How many independent cases a share of so many is worth, by the spread of its residuals over matches (linearised, times g / (g - 1) for
-- g matches); all of one kind, or of one match: the matches.
create macro worth(share, total, spread, matches) as
    case
        when share in (0, 1) or matches < 2 then matches
        when spread <= 0 then total
        else least(total, share * (1 - share) * total * total * (matches - 1) / (matches * spread))
    end;

-- The same of one row a match, with y of x.
create macro cases_of(y, x) as
    worth(sum(y) / sum(x), sum(x), sum(y * y) - 2 * sum(y) / sum(x) * sum(x * y) + pow(sum(y) / sum(x), 2) * sum(x * x), count(*));

-- How many more matches find a true share that is 5 points nearer to a half than `base` in four of five cases (power 80 %, two-sided
-- test at 5 %), if matches go on to be worth as many cases: NIST/SEMATECH e-Handbook of Statistical Methods, section 7.2.4.2, without
-- continuity correction.
create macro matches_missing(base, cases, matches) as
    greatest(0, ceil(
        pow((1.959963984540054e0 * sqrt(base * (1 - base)) + 0.8416212335729143e0 * sqrt(
            (base + if(base < 0.5, 0.05e0, -0.05e0)) * (1 - base - if(base < 0.5, 0.05e0, -0.05e0))
        )) / 0.05e0, 2) * matches / nullif(cases, 0)
    ) - matches)::bigint;

-- Kaplan and Meier's curves of a relation of that name, with columns curve, match, turns, is_gone (1 or 0): for each curve and turn in
-- which something went, n at risk, gone, the share that lasts longer, its interval over matches, and Greenwood's error.
create macro kaplan_meier(lives) as table (
    with lives_of as (from query_table(lives)),
    times as (select distinct curve, turns from lives_of where is_gone = 1),
    counts as (
        select t.curve, t.turns, l.match, count(*) as at_risk, count(*) filter (l.turns = t.turns and is_gone = 1) as gone
        from times t
        join lives_of l on l.curve = t.curve and l.turns >= t.turns
        group by t.curve, t.turns, l.match
    ),
    steps as (select curve, turns, sum(at_risk)::bigint as n, sum(gone)::bigint as gone from counts group by curve, turns),
    curves as (
        select
            *, product(1 - gone / n) over so_far as share, sqrt(sum(case when n > gone then gone / (n * (n - gone)) end) over so_far) as error
        from steps
        window so_far as (partition by curve order by turns)
    ),
    hazards as (
        select
            c.curve, c.turns, c.match,
            sum((c.gone - c.at_risk * s.gone / s.n) / nullif(s.n - s.gone, 0)) over (partition by c.curve, c.match order by c.turns) as u
        from counts c
        join steps s on s.curve = c.curve and s.turns = c.turns
    ),
    spreads as (
        select
            -- Matches in their order: sums of fractions in any other differ in the last digits.
            curve, turns, sqrt(greatest(0, sum(sum(u * u - before * before order by match)) over (partition by curve order by turns))) as spread
        from (select curve, turns, match, u, lag(u, 1, 0) over (partition by curve, match order by turns) as before from hazards)
        group by curve, turns
    ),
    reaches as (
        select s.curve, s.turns, student(m.matches - 1) * spread * sqrt(m.matches / (m.matches - 1)) as reach
        from spreads s
        join (select curve, count(distinct match) as matches from lives_of group by curve) m on m.curve = s.curve
    )
    select
        c.curve, c.turns, c.n, c.gone, c.share,
        case when share > 0 and share < 1 then pow(share, exp(reach / -ln(share))) else share end as low,
        case when share > 0 and share < 1 then pow(share, exp(reach / ln(share))) else share end as high,
        share * error as greenwood
    from curves c
    join reaches r on r.curve = c.curve and r.turns = c.turns
);
