/*
title = "Matches won"
meaning = "seats of ended matches; who went first counts where play decided the match and somebody won it"
keys = ["player", "opponents", "seat", "side", "is_first", "result"]
formula = "seats that won / seats of matches with a winner or a draw"
unit = "share of seats, from 0 to 1"
y = "p.is_won::integer"
where = "p.result <> 'none'"
sample = "all ended matches, agreed results and penalties included; those without winner or draw are left out. By first, the matches of first-share have yes or no; draws and all others have an empty value"
bias = "Players meet different opponents, so it does not measure strength; ratings do. In matches of more than two sides an even chance is less than a half."
*/

-- [rows]
select * replace (case when decided_by = 'play' and result in ('won', 'lost') and len(list_distinct(sides)) > 1 then is_first end as is_first)
from seated
