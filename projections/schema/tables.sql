-- How far this file has followed the store. One row.
create table catchup (
    position bigint not null,  -- position in the store of the last entry taken in; 0 for none
    head varchar not null,  -- fingerprint of that entry's stored bytes: shows whether the store is still the same one
    version varchar not null,  -- digest of the statements that made this file
    updated_at bigint not null  -- when it was last written, in microseconds since 1970, UTC
);

-- Stored entries that could not be read. They are left out of everything else; `matchbook verify` says more.
create table damaged (
    position bigint not null,  -- position in the store
    match varchar,  -- id of the match under which it is stored
    version integer,  -- version under which it is stored
    problem varchar  -- what was wrong, in one line
);

-- Which matches can be followed from their first entry to their last. Filled in where an answer or a list needs it.
create table examined (
    match varchar not null,  -- id of the match
    entries integer,  -- its entries when it was looked at
    version integer,  -- the entry from which on it is damaged; null where all of it can be followed
    problem varchar  -- what is wrong there, in one line; null where all of it can be followed
);

-- Digests of the rows of each match as they were written, one row for each batch that touched it: shows whether another program changed them since.
create table digests (
    match varchar not null,  -- id of the match
    digest hugeint not null  -- what the batch added to the sum of the hashes of its rows in all tables that catching up fills
);

-- What searches may name, in lists of words. Filled in when a search is asked.
create table words (
    position bigint not null,  -- position up to which they were listed
    kind varchar not null,  -- actions, cards or players
    listed varchar[] not null  -- the words, in order
);

-- Defective games: those that cannot be loaded or that fail, whose matches are left out, and parts of facts.sql that fail.
create table defects (
    game varchar not null,  -- name of the game
    part varchar not null,  -- the part of its facts.sql that is not counted; empty if the game itself is defective
    problem varchar not null,  -- what is wrong, in one line
    code varchar not null,  -- digest that tells whether the game's files are still the same
    loads boolean not null,  -- whether the game could be loaded
    entries integer  -- entries that the part failed on; null where it is not tried any further
);

-- Matches, as they stand after all take-backs and corrections ("as corrected").
create table matches (
    match varchar not null,  -- id of the match
    game varchar not null,  -- name of the game
    kit varchar,  -- name of the kit that it is played with; null for a game without kits
    title varchar not null,  -- title given by the scorekeeper; may be empty
    rules_version varchar,  -- version of the rules under which it is played
    catalogue varchar,  -- digest of the card definitions used
    strictness varchar,  -- strict, warn or log
    tags varchar[] not null,  -- tags given by the scorekeeper
    forked_from varchar,  -- address of the entry from which a what-if branched; empty for a match that was played
    kind varchar not null,  -- match, what-if, simulated, duplicate (typed in again, or merged into another) or competition (series, tournament, league)
    opened_at timestamp not null,  -- table time of the first entry at the table, UTC
    ended_at timestamp,  -- table time of the last one so far, UTC
    first_position decimal(18, 3) not null,  -- position in the store of the opening entry
    players varchar[] not null,  -- players' names, by seat
    sides integer[] not null,  -- side of each seat
    updated_at timestamp,  -- when the last entry was recorded, UTC
    entries integer,  -- entries stored, undone ones included
    actions integer,  -- actions that stand, the opening among them
    violations integer,  -- rule violations recorded on entries that stand
    take_backs integer,  -- take-backs, undone ones included
    corrections integer,  -- corrections and redos, undone ones included
    phase varchar,  -- phase in which the last standing action was made
    round integer,  -- round of that action; 0 where the game has no rounds
    turn integer,  -- turn of that action
    turns integer,  -- turns played: different pairs of round and turn among the standing actions
    from_round integer,  -- with from_turn: where play begins in the record; 0 unless a position was declared in place of earlier turns
    from_turn integer,  -- no turn before it is counted anywhere
    minutes double,  -- table time from the first to the last entry at the table; null where only one moment of it is known, and for simulated matches: nobody played them
    first_seat integer,  -- seat that went first
    status varchar,  -- running, finished (by the rules), concluded (as the players agreed, or as an imported file has it) or unknown (its game is defective)
    winners integer[],  -- seats that won; empty for a draw; null while it runs
    drawn boolean,  -- true for a draw; null while it runs
    reason varchar,  -- why it ended, in the game's own word; penalty or agreed where play did not decide it, result where an imported file has it; null while it runs
    scores bigint[],  -- final number of each seat, where the game has one
    line varchar,  -- digest of the standing commands after the opening; null for fewer than 20 in all
    again boolean,  -- true where a note says 'played again': then it is no duplicate
    duplicate_of varchar  -- the first match of the same game, players, cards and standing commands, if this is a later one, or that it was merged into; else empty
);

-- Seats and the players in them.
create table seats (
    match varchar not null,  -- id of the match
    game varchar not null,  -- name of the game
    seat integer not null,  -- seat, from 0
    player varchar,  -- the player's name
    side integer  -- seats of one side win and lose together
);

-- The kits with which matches are played, where their games have such.
create table kits (
    match varchar not null,  -- id of the match
    game varchar not null,  -- name of the game
    kit varchar not null  -- name of the kit
);

-- Entries: one row for each stored record (an action, or a change of the record).
create table entries (
    position decimal(18, 3) not null,  -- position in the store; an action that a correction inserted lies between two entries
    match varchar not null,  -- id of the match
    game varchar not null,  -- name of the game
    version integer not null,  -- version in the match, from 1; of an inserted action, that of the correction
    number integer not null,  -- which of the actions that its correction inserted; 0 for an entry
    round integer,  -- round in which it was entered; 0 where the game has no rounds
    turn integer,  -- turn in which it was entered; 0 before the first
    phase varchar,  -- phase in which it was entered
    seat integer,  -- seat that was to act
    undone boolean not null,  -- true when a later take-back covers it, a correction strikes it, or a redo goes back behind it
    undone_by integer,  -- version of the first entry that undid it
    kind varchar not null,  -- opened, action, taken_back, annotated, concluded, restored (redo), corrected or event (at the table); of officials and players: official, contested (a dispute), ruled, penalised, appealed, rewound, confirmed, withdrawn or merged
    command varchar,  -- name of the game command, as corrections left it
    data json,  -- the game command as stored
    about integer,  -- version of the entry that a note, claim or ruling is about; 0 for none
    reason varchar,  -- reason given
    note varchar,  -- text of an annotation or a conclusion
    recorder varchar,  -- who recorded it
    happened_at timestamp,  -- table time, UTC
    recorded_at timestamp  -- when it was recorded, UTC
);

-- Events: one row for each thing that happened because of an action.
create table events (
    position decimal(18, 3) not null,  -- position in the store of the entry
    match varchar not null,  -- id of the match
    game varchar not null,  -- name of the game
    version integer not null,  -- version of the entry
    k integer not null,  -- number of the event in its entry, from 1: its address is match/version.k
    round integer,  -- round in which its entry was made
    turn integer,  -- turn in which its entry was made
    undone boolean not null,  -- true when a later take-back covers it, a correction strikes it, or a redo goes back behind it
    type varchar,  -- name of the event
    seat integer,  -- seat that it names as its own, if any
    token integer,  -- number of the physical card that it names, if one
    card varchar,  -- card id that it names, if one
    data json  -- the event as stored
);

-- Rule violations recorded with an entry, one row each.
create table violations (
    position decimal(18, 3) not null,  -- position in the store of the entry
    match varchar not null,  -- id of the match
    game varchar not null,  -- name of the game
    version integer not null,  -- version of the entry
    round integer,  -- round in which its entry was made
    turn integer,  -- turn in which its entry was made
    seat integer,  -- seat that was to act
    undone boolean not null,  -- true when a later take-back covers it, a correction strikes it, or a redo goes back behind it
    rule varchar,  -- id of the rule
    text varchar  -- what was wrong
);

-- What happened to single cards: one row for each card and action.
create table cards (
    position decimal(18, 3) not null,  -- position in the store of the entry
    match varchar not null,  -- id of the match
    game varchar not null,  -- name of the game
    version integer not null,  -- version of the entry
    k integer not null,  -- number of the event in its entry
    round integer,  -- round in which its entry was made
    turn integer,  -- turn in which its entry was made
    undone boolean not null,  -- true when a later take-back covers it, a correction strikes it, or a redo goes back behind it
    seat integer,  -- seat that did it
    token integer,  -- number of the physical card
    card varchar,  -- card id; null where it was unknown at that time
    action varchar  -- opening, drawn, played, revealed, discarded or retired; more by game
);

-- Changes of what the players count: points, victories, prizes.
create table points (
    position decimal(18, 3) not null,  -- position in the store of the entry
    match varchar not null,  -- id of the match
    game varchar not null,  -- name of the game
    version integer not null,  -- version of the entry
    k integer not null,  -- number of the event in its entry; 0 for where a seat started
    round integer,  -- round in which its entry was made
    turn integer,  -- turn in which its entry was made
    undone boolean not null,  -- true when a later take-back covers it, a correction strikes it, or a redo goes back behind it
    seat integer,  -- seat whose number changed
    delta bigint,  -- by how much; null where a whole position was declared
    after bigint,  -- the number after it
    cause varchar  -- why, in the game's own word
);

-- Dice and coins as they fell, one row for each: what games record of chance that shows on the table.
create table dice (
    position decimal(18, 3) not null,  -- position in the store of the entry
    match varchar not null,  -- id of the match
    game varchar not null,  -- name of the game
    version integer not null,  -- version of the entry
    k integer not null,  -- number of the event in its entry
    round integer,  -- round in which its entry was made
    turn integer,  -- turn in which its entry was made
    undone boolean not null,  -- true when a later take-back covers it, a correction strikes it, or a redo goes back behind it
    side integer,  -- side that threw it, if one did
    seat integer,  -- seat that threw it; null where its side has several, or nobody did
    purpose varchar,  -- what for, in the game's own word
    faces integer,  -- faces of the die: 6, 20; 2 for a coin; null where nothing says it
    roll integer,  -- number of the die in its roll, from 1
    face integer,  -- what it showed, from 1; of a coin 1 for heads and 2 for tails
    excluded boolean  -- true where a rule made it count for nothing
);

-- What ended a match: an ending by the rules, or what the players agreed. The last one that stands counts.
create table endings (
    position decimal(18, 3) not null,  -- position in the store of the entry
    match varchar not null,  -- id of the match
    game varchar not null,  -- name of the game
    version integer not null,  -- version of the entry
    undone boolean not null,  -- true when a later take-back covers it, a correction strikes it, or a redo goes back behind it
    winners integer[],  -- seats that won
    drawn boolean,  -- true for a draw
    reason varchar,  -- why, in the game's own word
    scores bigint[],  -- final number of each seat
    agreed boolean not null  -- true where the players agreed it or an imported file has it, false where the rules ended it
);

-- Who went first, where a game says so in an event.
create table firsts (
    position decimal(18, 3) not null,  -- position in the store of the entry
    match varchar not null,  -- id of the match
    game varchar not null,  -- name of the game
    version integer not null,  -- version of the entry
    undone boolean not null,  -- true when a later take-back covers it, a correction strikes it, or a redo goes back behind it
    seat integer  -- the seat that went first; null where nobody did
);

-- Positions that were declared, in place of play that nobody recorded.
create table declarations (
    position decimal(18, 3) not null,  -- position in the store of the entry
    match varchar not null,  -- id of the match
    game varchar not null,  -- name of the game
    version integer not null,  -- version of the entry
    undone boolean not null,  -- true when a later take-back covers it, a correction strikes it, or a redo goes back behind it
    round integer,  -- the declared round; 0 where the game has no rounds
    turn integer  -- the declared turn
);

-- Deck lists that were registered or chosen, one row for each deck.
create table decks (
    position decimal(18, 3) not null,  -- position in the store of the entry
    match varchar not null,  -- id of the match
    game varchar not null,  -- name of the game
    version integer not null,  -- version of the entry
    undone boolean not null,  -- true when a later take-back covers it, a correction strikes it, or a redo goes back behind it
    seat integer,  -- seat that plays it; its last one counts
    deck varchar,  -- digest of the list: the same for the same cards
    cards varchar[],  -- its card ids, in order
    copies integer[]  -- how many of each
);

-- What officials did and what was asked of them: calls, claims, rulings, penalties, appeals, withdrawals.
create table judging (
    position decimal(18, 3) not null,  -- position in the store of the entry
    match varchar not null,  -- id of the match
    game varchar not null,  -- name of the game
    version integer not null,  -- version of the entry
    turn integer,  -- turn in which it was entered
    undone boolean not null,  -- true when a later take-back covers it, a correction strikes it, or a redo goes back behind it; of a penalty, when it counts no more
    undone_by integer,  -- of a penalty that counts no more: version of the entry that withdrew it, or decided the appeal
    kind varchar not null,  -- called (a judge), contested, ruled, penalised, appealed or withdrawn
    about integer,  -- version of the entry that it is about; 0 for none
    claim varchar,  -- of a claim: misrecorded, illegal, missed, interpretation or conduct
    official varchar,  -- of a ruling: who gave it
    rules varchar[],  -- of a ruling: the rules that it cites
    infraction varchar,  -- of a ruling: the infraction, in small letters, with single spaces; null for none
    remedy varchar,  -- of a ruling
    decision varchar,  -- of a ruling on an appeal: upheld, modified or overturned
    penalty varchar,  -- of a penalty: its step of the ladder
    seat integer,  -- of a penalty or appeal: the seat; null where the penalty is of somebody who does not play
    person varchar,  -- of a penalty: who got it, where that is no player
    happened_at timestamp  -- table time, UTC
);

-- Ratings of players after each match that counts, each game by itself. Filled when a question about ratings is asked.
create table ratings (
    game varchar not null,  -- name of the game, with its kit: tabletop:chess
    kind varchar not null,  -- match or simulated: their players are not compared with each other
    number integer not null,  -- which match of the game it was, in the order in which they ended
    match varchar not null,  -- id of the match
    outcome varchar not null,  -- digest of players, result and time: shows whether it is still what was rated
    ended_at timestamp not null,  -- when it ended
    seat integer not null,  -- seat of the player
    player varchar not null,  -- the player
    elo double not null,  -- Elo after it
    glicko double not null,  -- Glicko-2 rating after it
    deviation double not null,  -- its deviation
    volatility double not null,  -- its volatility
    mu double not null,  -- OpenSkill: mean
    sigma double not null  -- OpenSkill: deviation
);

-- How far the ratings have come. No row, or one.
create table rated (
    state varchar not null  -- position and damaged matches of the file when they were brought up
);

-- How matches stood when turns ended, as everybody saw it, for chances to win. Filled when `winning` asks about the game.
create table situations (
    match varchar not null,  -- id of the match
    game varchar not null,  -- name of the game
    version integer not null,  -- version of the entry after which it stood so
    round integer not null,  -- round of that turn; 0 where the game has no rounds
    turn integer not null,  -- the turn that ended
    gaps double[] not null  -- what the first side shows less what the second does, by the game's gauges and counts
);

-- Which matches have been looked through for situations, and how far each of them went then.
create table situated (
    match varchar not null,  -- id of the match
    entries integer  -- its entries when it was looked through
);

-- Moves of the first turns of matches, as corrected, for the explorer. Filled when `explore` asks about the game.
create table steps (
    match varchar not null,  -- id of the match
    game varchar not null,  -- name of the game, with its kit: tabletop:chess
    version integer not null,  -- version of the entry
    number integer not null,  -- which of the actions that its correction inserted; 0 for an entry
    turn integer not null,  -- turn in which it was made
    seat integer,  -- seat that made it; null for nobody in particular
    begins boolean not null,  -- true for the first move of a match in which a turn runs
    before_key varchar not null,  -- digest of the public position in which it was made, with seats normalised
    move varchar not null,  -- the command as everybody saw it, seats called A, B from the one to act
    after_key varchar not null  -- digest of the public position that it left
);

-- The definitions of the cards in every catalogue that a recorded match uses: cards that were never played are here too.
create table catalogue_cards (
    catalogue varchar not null,  -- digest of the catalogue, as in matches
    match varchar not null,  -- id of the first match that uses it
    game varchar not null,  -- name of the game
    card varchar not null,  -- card id
    name varchar,  -- the name on the card
    card_type varchar,  -- its type, in the game's own word
    definition json  -- all that the catalogue says of it
);

-- Which matches the explorer has laid out, and how far each of them went then.
create table explored (
    match varchar not null,  -- id of the match
    entries integer  -- its entries when its moves were laid out
);
