-- Lower end of the 95 % Wilson interval of a share of k in n; null for n = 0.
create macro wilson_low(k, n) as
    case when n > 0 then greatest(0.0, (
        k / n + 1.9207294103470627 / n
        - 1.959963984540054 * sqrt((k / n) * (1 - k / n) / n + 0.9603647051735313 / (n * n))
    ) / (1 + 3.8414588206941254 / n)) end;

-- Upper end of the 95 % Wilson interval of a share of k in n; null for n = 0.
create macro wilson_high(k, n) as
    case when n > 0 then least(1.0, (
        k / n + 1.9207294103470627 / n
        + 1.959963984540054 * sqrt((k / n) * (1 - k / n) / n + 0.9603647051735313 / (n * n))
    ) / (1 + 3.8414588206941254 / n)) end;

-- Address of an entry, `7kq2m4xd9fra/12`; with `event := k`, of an event in it, `7kq2m4xd9fra/12.3`.
create macro address(id, number, event := null) as
    id || '/' || number || coalesce('.' || event, '');

-- A number with what it counts: `1 match`, `2 matches`.
create macro counted(number, one, many) as
    format('{:,d}', number::bigint) || ' ' || case when number = 1 then one else many end;
