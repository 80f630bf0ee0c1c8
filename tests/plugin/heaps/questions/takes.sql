-- title: Takes
-- meaning: How many stones players take at once.
-- formula: mean over takes
-- unit: stones
-- bias: Takes near the end are small because there is little left.
-- chart: bars heap mean
-- column heap: the heap
-- column n: takes of it
-- column mean: stones in a take

-- [answer]
select heap, count(*) as n, avg(stones) as mean
from heaps.takes
where match in (select match from chosen) and ($recorded or not undone)
group by heap
order by heap
