-- Rule violations that stand in the matches that this batch touched. $low is where the first of them begins.
update matches set violations = coalesce(v.violations, 0)
from touched t
left join (
    select match, count(*) as violations
    from violations
    where position >= $low and not undone and match in (select match from touched)
    group by match
) v on v.match = t.match
where matches.match = t.match;
