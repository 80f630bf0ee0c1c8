/*
title = "Takes"
meaning = "How many stones players take at once."
formula = "mean over takes"
unit = "stones"
sample = "takes of it"
bias = "Takes near the end are small because there is little left."
chart = "bars heap mean"

[columns]
heap = "the heap"
n = "takes of it"
mean = "stones in a take"
*/

-- [answer]
select heap, count(*) as n, avg(stones) as mean
from heaps.takes
where match in (select match from chosen) and ($recorded or not undone)
group by heap
order by heap
