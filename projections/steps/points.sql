-- The numbers of games that only say by how much they changed: what stood in the match at that moment, added up.
update points set after = t.total
from (
    select position, k, seat, sum(case when past_n = reset then past_after when past_n > reset then past_delta else 0 end) as total
    from (
        select
            e.position, e.k, e.seat, place_of(h.position, h.k) as past_n, h.after as past_after, h.delta as past_delta,
            coalesce(max(case when h.after is not null then place_of(h.position, h.k) end) over (partition by e.position, e.k, e.seat), 0) as reset
        from points e
        join points h on h.match = e.match and h.seat = e.seat and place_of(h.position, h.k) <= place_of(e.position, e.k)
        join entries x on x.position = h.position
        where e.position >= $start and e.after is null
            and h.position >= $low and x.position >= $low and (x.undone_by is null or x.undone_by > e.version)
    )
    group by position, k, seat
) t
where points.position >= $start and points.after is null
    and points.position = t.position and points.k = t.k and points.seat = t.seat;
