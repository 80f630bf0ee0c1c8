-- The staged lines as typed rows. Every type is declared: what a payload holds cannot change a table.
create or replace temp table new_entries as
select
    position, match, game, version, coalesce(number, 0) as number,
    coalesce(e.round, 0) as round, coalesce(e.turn, 0) as turn, e.phase, e.seat,
    -- What fell off a line that was put right counts for nothing that stands, from its own entry on.
    fell is not null as undone, case when fell is not null then version end as undone_by, fell,
    p.kind, p.command ->> 'type' as command, p.command as data,
    p.reason, coalesce(p.text, p.note, p."into") as note, e."by" as recorder,
    make_timestamp(coalesce(e."at", e.recorded_at)) as happened_at, make_timestamp(e.recorded_at) as recorded_at,
    p.events, p.violations, p."to" as back_to, p.outcome,
    p.about, p.what, p.claim, p.official, p.rules, p.remedy, p.decision, p.penalty, p.seat as towards, p.infraction, p.person,
    p.rules_version, p.catalogue, p.strictness, p.title, p.tags, p.forked_from,
    e.match as envelope_match, e.version as envelope_version
from (
    select position, match, version, number, fell, game, entry.envelope as e, entry.payload as p
    from read_json(
        $staging,
        format = 'newline_delimited',
        maximum_object_size = $longest,
        columns = {
            position: 'decimal(18, 3)',
            match: 'varchar',
            version: 'integer',
            number: 'integer',
            fell: 'integer',
            game: 'varchar',
            entry: 'struct(
                envelope struct(
                    match varchar, version integer, recorded_at bigint, "at" bigint, "by" varchar,
                    turn integer, phase varchar, seat integer, round integer
                ),
                payload struct(
                    kind varchar, rules_version varchar, catalogue varchar, strictness varchar, title varchar,
                    tags varchar[], forked_from varchar, command json, events json[],
                    violations struct(rule varchar, text varchar)[],
                    reason varchar, "to" integer, about integer, claim varchar, official varchar, rules varchar[],
                    remedy varchar, decision varchar, penalty varchar, seat integer, infraction varchar, person varchar, what varchar, text varchar, note varchar, "into" varchar,
                    outcome struct(winners integer[], reason varchar, drawn boolean, scores bigint[])
                )
            )'
        }
    )
);
