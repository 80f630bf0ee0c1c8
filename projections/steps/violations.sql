-- The broken rules that stand on new entries.
insert into violations by name
select position, match, game, version, round, turn, seat, undone, v.rule as rule, v.text as text
from (select *, unnest(violations) as v from new_entries where violations is not null);
