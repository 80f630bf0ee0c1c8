/*
title = "Claims"
meaning = "claims"
keys = ["claim", "at_turn"]
formula = "100 * claims / matches in scope, those without claims included"
unit = "per 100 matches"
kind = "incidence"
per = 100
y = "1"
exposed = "1"
sample = "all matches in scope"
bias = "Disputes settled without a word in the record are not in it."
*/

-- [rows]
select m.*, j.claim, j.turn as at_turn from judging j join chosen m on m.match = j.match where j.kind = 'contested' and ($recorded or not j.undone)
