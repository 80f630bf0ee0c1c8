-- about: how values and their intervals come of `rows`: keys, match, y, x (and y2, x2); @keys, @q, @per and @exposed are filled in.
--    Matches are the unit of chance: what happens in one match hangs together. The spread of a share over matches (linearised,
--    which is what a bootstrap over matches comes to) says how many independent cases the rows are worth.
--    Sums are the same in whatever order threads come to the rows, and windows have an order.

-- [parts]
select @keys, match, exact_sum(y) as y, exact_sum(x) as x from rows group by @keys, match having exact_sum(x) > 0

-- [sums]
select
    @keys, count(*) as matches, exact_sum(y) as y, exact_sum(x) as x, exact_sum(y) / exact_sum(x) as ratio,
    greatest(0, exact_sum(y * y) - 2 * ratio * exact_sum(x * y) + ratio * ratio * exact_sum(x * x)) as spread
from parts
group by @keys

-- [share]
-- shrunk: what a row's share is likely to be, given all rows of its game: the mean of a Beta distribution with the game's share for its
-- mean, over how far the true shares may lie apart (rho = 1 / (a + b + 1)). Its root s, their standard deviation as a share of the
-- largest possible, is exponential with mean 0.1 before the rows say more: rows of one case say nothing about it.
with compared as (
    select *, 2 * normal_tail(abs(ratio - base) / sqrt(base * (1 - base) / cases)) as p
    from (
        select
            *, sum(y) over of_game / sum(x) over of_game as base,
            worth(ratio, x, spread, matches) as cases
        from sums
        where x >= $least
        window of_game as (partition by game order by @keys rows between unbounded preceding and unbounded following)
    )
),
likelihoods as (
    -- Exact sums: those of fractions would depend on their order.
    select game, s * s as rho, sum((
        lgamma(a + cases * ratio) - lgamma(a) + lgamma(b + cases * (1 - ratio)) - lgamma(b) - lgamma(a + b + cases) + lgamma(a + b)
    )::decimal(30, 12)) - 10 * s as fit
    from (select *, base * (1 / (s * s) - 1) as a, (1 - base) * (1 / (s * s) - 1) as b from compared, (select unnest(range(1, 41)) / 40e0 - 0.0125e0 as s))
    where base > 0 and base < 1
    group by game, s
),
spreads as (
    select game, list({rho: rho, weight: exp(fit - best)} order by rho) as likely
    from (select *, max(fit) over (partition by game) as best from likelihoods)
    group by game
)
select
    @keys, round(x)::bigint as n, matches, ratio as value, wilson_low(ratio * cases, cases) as low, wilson_high(ratio * cases, cases) as high,
    base as baseline, coalesce(
        list_sum(list_transform(likely, lambda l: l.weight * (l.rho * cases * ratio + (1 - l.rho) * base) / (l.rho * cases + 1 - l.rho)))
        / list_sum(list_transform(likely, lambda l: l.weight)), base
    ) as shrunk, q, matches_missing(base, cases, matches) as more
from (
    select *, min(p * tests / place) over (order by place desc, @keys rows unbounded preceding) as q
    from (select *, rank() over (order by p, @keys) as place, count(*) over () as tests from compared)
)
left join spreads using (game)

-- [mean]
select
    @keys, round(x)::bigint as n, matches, @per * ratio as value, @per * (ratio - reach) as low, @per * (ratio + reach) as high
from (select *, student(matches - 1) * sqrt(spread * matches / (matches - 1)) / x as reach from sums where x >= $least)

-- [zscore]
select
    @keys, round(x)::bigint as n, matches, (ratio - middle) / spreads as value,
    (wilson_low(ratio * cases, cases) - middle) / spreads as low, (wilson_high(ratio * cases, cases) - middle) / spreads as high
from (
    select *, nullif(sqrt(greatest(0, sum(x * (ratio - middle) * (ratio - middle)) over of_game / sum(x) over of_game)), 0) as spreads
    from (
        select
            *, sum(y) over of_game / sum(x) over of_game as middle,
            worth(ratio, x, spread, matches) as cases
        from sums
        where x >= $least
        window of_game as (partition by game order by @keys rows between unbounded preceding and unbounded following)
    )
    window of_game as (partition by game order by @keys rows between unbounded preceding and unbounded following)
)

-- [quantile]
select
    @keys, n, matches, value,
    ordered[greatest(1, floor(n * (@q - reach))::bigint)] as low, ordered[least(n, ceil(n * (@q + reach))::bigint + 1)] as high
from (
    select
        @keys, count(*) as n, count(distinct match) as matches, quantile_cont(y, @q) as value, list_sort(list(y)) as ordered,
        1.959963984540054e0 * sqrt(@q * (1 - @q) / matches) as reach
    from rows
    where y is not null
    group by @keys
)
where n >= $least

-- [difference]
select
    @keys, round(x)::bigint as n, round(x2)::bigint as n2, matches, first, second, first - second as value,
    value - reach as low, value + reach as high
from (
    select *, student(matches - 1) * sqrt(greatest(0, variance) * matches / (matches - 1)) as reach
    from (
        select
            @keys, count(*) as matches, exact_sum(y) as y, exact_sum(x) as x, exact_sum(y2) as y2, exact_sum(x2) as x2,
            exact_sum(y) / exact_sum(x) as first, exact_sum(y2) / exact_sum(x2) as second,
            (exact_sum(y * y) - 2 * first * exact_sum(x * y) + first * first * exact_sum(x * x)) / (exact_sum(x) * exact_sum(x))
            + (exact_sum(y2 * y2) - 2 * second * exact_sum(x2 * y2) + second * second * exact_sum(x2 * x2)) / (exact_sum(x2) * exact_sum(x2))
            - 2 * (exact_sum(y * y2) - second * exact_sum(y * x2) - first * exact_sum(x * y2) + first * second * exact_sum(x * x2)) / (exact_sum(x) * exact_sum(x2)) as variance
        from (select @keys, match, exact_sum(y) as y, exact_sum(x) as x, exact_sum(y2) as y2, exact_sum(x2) as x2 from rows group by @keys, match)
        group by @keys
        having exact_sum(x) >= $least and exact_sum(x2) >= $least and exact_sum(x) > 0 and exact_sum(x2) > 0
    )
)

-- [incidence]
select
    @keys, round(exposed.x)::bigint as n, exposed.matches, @per * y / exposed.x as value,
    greatest(0, @per * (y / exposed.x - reach)) as low,
    -- Of what never happened, Poisson's upper end: the spread over matches says nothing of it.
    @per * case when y = 0 then 3.688879454113936e0 / exposed.x else y / exposed.x + reach end as high
from (
    select
        counts.*, exposed,
        student(exposed.matches - 1) / exposed.x * sqrt(greatest(0, yy - 2 * y / exposed.x * xy + (y / exposed.x) * (y / exposed.x) * exposed.xx)
            * exposed.matches / (exposed.matches - 1)) as reach
    from (
        select @keys, exact_sum(y) as y, exact_sum(y * y) as yy, exact_sum(e.x * y) as xy
        from (select @keys, match, exact_sum(y) as y from (select @keys, match, y from rows @zeros) group by @keys, match) r
        join exposure e using (@shared)
        group by @keys
    ) counts
    join (select @exposed, count(*) as matches, exact_sum(x) as x, exact_sum(x * x) as xx from exposure group by @exposed) exposed using (@exposed)
)
where exposed.x >= $least
