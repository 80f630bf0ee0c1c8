"""The OpenAPI description, generated from the routes, so that both always agree. The names
of its schemas do not depend on the installed games."""

import inspect
import re
from collections.abc import Iterator
from typing import Annotated, Any, Final, get_args, get_type_hints

import msgspec
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from msgspec import Meta, Struct

from domain.fields import meanings_of
from web_service.problems import ProblemBody
from web_service.requests import IdempotencyKey

_PATH: Final = re.compile(r"\{(\w+):\w+\}")
_ALWAYS: Final = (400, 401, 403, 408, 429, 431, 503)
_TEXTS: Final = {
    200: "The response.",
    201: "It is stored.",
    304: "Unchanged: `If-None-Match` names its ETag.",
    400: "The request cannot be read.",
    401: "A token is needed.",
    403: "The caller does not have the right.",
    404: "Missing, or hidden from the caller.",
    408: "The request did not arrive in time.",
    409: "Another entry was recorded first, or the record is damaged.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    422: "A rule forbids it.",
    429: "Too many requests.",
    431: "The headers are too large.",
    503: "Busy, or the outcome is unknown.",
    507: "The store refuses writes.",
}


def handlers_of(app: Litestar) -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    """Yield path, method and handler of every route of the API."""
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            if isinstance(handler, HTTPRouteHandler) and "answers" in handler.opt:
                for method in sorted(set(handler.http_methods) - {"OPTIONS", "HEAD"}):
                    yield _PATH.sub(r"{\1}", route.path_format), method.lower(), handler


def document(app: Litestar) -> dict[str, Any]:
    """Return the OpenAPI 3.1 description."""
    found = list(handlers_of(app))
    types = [ProblemBody, *(what for _, _, h in found for what in (h.opt.get("body"), h.opt["answers"]) if what)]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    by_type = dict(zip(map(repr, types), map(_generated, schemas), strict=True))
    for struct in _structs(msgspec.inspect.multi_type_info(types), set()):
        _describe(components.get(struct.__name__, {}), struct)
    by_type[repr(bytes)] = {"type": "string", "format": "binary"}
    paths: dict[str, dict[str, Any]] = {}
    for path, method, handler in sorted(found, key=lambda one: one[:2]):
        paths.setdefault(path, {})[method] = _operation(handler, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Matchbook", "version": "1", "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}},
        "security": [{"token": []}, {}],
        "paths": paths,
        "components": {
            "schemas": _generated(components),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _generated(schema: Any) -> Any:
    """Convert a schema to the form that client generators read: arrays state their item types, and `false` is not used
    as a schema."""
    if isinstance(schema, dict):
        found = {name: _generated(value) for name, value in schema.items() if not (name == "items" and value is False)}
        lacks = found.get("type") == "array" and not {"items", "prefixItems"} & found.keys()
        return found | {"items": {}} if lacks else found
    return [_generated(one) for one in schema] if isinstance(schema, list) else schema


def _structs(found: Any, seen: set[type[Struct]]) -> Iterator[type[Struct]]:
    """Return all structs in these types, each once, although some contain themselves."""
    if isinstance(found, msgspec.inspect.StructType):
        if found.cls in seen:
            return
        seen.add(found.cls)
        yield found.cls
    if isinstance(found, tuple):
        inside = found
    elif isinstance(found, msgspec.inspect.Type | msgspec.inspect.Field):
        inside = tuple(getattr(found, name) for name in found.__struct_fields__)
    else:
        return
    for one in inside:
        yield from _structs(one, seen)


def _describe(schema: dict[str, Any], struct: type[Struct]) -> None:
    """Add the docstrings of fields to a schema. References get none, because generators ignore text beside a `$ref`."""
    for name, text in meanings_of(struct).items():
        if "$ref" not in (field := schema.get("properties", {}).get(name, {"$ref": ""})):
            field.setdefault("description", text.replace("\n", " "))


def _operation(handler: HTTPRouteHandler, schemas: dict[str, Any]) -> dict[str, Any]:
    opt, body = handler.opt, handler.opt.get("body")
    problem = {"application/problem+json": {"schema": schemas[repr(ProblemBody)]}}
    said = {"schema": schemas[repr(opt["answers"])]}
    good = (200, 201) if body and handler.status_code == 201 else (handler.status_code,)
    media = opt.get("media", "application/json")
    responses = {str(code): {"description": _TEXTS[code], "content": {media: said}} for code in good}
    responses |= {str(code): {"description": _TEXTS[code], "content": problem} for code in _problems(opt)}
    if opt.get("cached"):
        responses["304"] = {"description": _TEXTS[304]}
    summary, _, more = (inspect.getdoc(handler.fn) or "").partition("\n\n")
    described: dict[str, Any] = {
        "operationId": handler.fn.__name__,
        "summary": summary.replace("\n", " "),
        "x-right": opt["right"],
        "parameters": list(_parameters(handler)),
        "responses": responses,
    }
    if more:
        described["description"] = more
    if body:
        described["requestBody"] = {"required": True, "content": {"application/json": {"schema": schemas[repr(body)]}}}
    return described


def _problems(opt: dict[str, Any]) -> list[int]:
    """Return the error statuses (400 and above) of a route."""
    codes = {*_ALWAYS}
    if opt.get("missing"):
        codes |= {404, 409}
    if opt.get("body"):
        codes |= {409, 413, 415, 422}
    if opt.get("body") or opt.get("stores"):
        codes.add(507)
    return sorted(codes)


def _limits(mark: QueryParameter) -> Meta:
    """Return the limits of a parameter in JSON Schema's terms."""
    if mark.max_length is not None:
        return Meta(max_length=mark.max_length)
    least, most = (None if one is None else int(one) for one in (mark.ge, mark.le))
    return Meta(ge=least, le=most)


def _parameters(handler: HTTPRouteHandler) -> Iterator[dict[str, Any]]:
    hints = get_type_hints(handler.fn, include_extras=True)
    if handler.opt.get("once"):
        text = "Chosen by the sender: requests with the same key are carried out once."
        schema = msgspec.json.schema(IdempotencyKey)
        yield {"name": "Idempotency-Key", "in": "header", "required": False, "description": text, "schema": schema}
    for name in _PATH.findall(next(iter(handler.paths))):
        yield {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
    for name, hint in hints.items():
        type_, *marks = get_args(hint) or (hint,)
        for mark in marks:
            if isinstance(mark, QueryParameter):
                schema = msgspec.json.schema(Annotated[type_, _limits(mark)])
                described = {"name": name, "in": "query", "required": False, "schema": schema}
                yield described | ({"description": mark.description} if mark.description else {})
