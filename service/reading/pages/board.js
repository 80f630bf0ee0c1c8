"use strict";
// Draws boards of any game from its plan: data in, elements out. Independent of the rest of the page.

const SVG = document.querySelector("svg").namespaceURI;
const narrow = matchMedia("(max-width: 759px)");

/** An element with classes and children; what is null or empty is left out. */
function make(tag, classes, ...children) {
  const element = document.createElement(tag);
  if (classes) element.className = classes;
  element.append(...children.filter((child) => child != null && child !== ""));
  return element;
}
function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) if (value != null) element.setAttribute(name, value);
  return element;
}
function draw(tag, attributes, ...children) {
  const element = set(document.createElementNS(SVG, tag), attributes);
  element.append(...children);
  return element;
}
/** A visual sign, hidden from screen readers; its meaning is given in words elsewhere. */
const sign = (classes, text) => set(make("span", classes, text), { "aria-hidden": "true" });
const spoken = (text) => (text ? make("span", "spoken", text) : null);

/** Unpacks a view. Each part is created once and shared, so an unchanged part is the same object in all boards. */
function unpack(view) {
  const { boards } = view;
  Object.assign(view, { made: [], fields: {}, boards: [], most: {}, counted: new WeakSet() });
  addParts(view, view.parts);
  for (const changes of boards) addBoard(view, changes);
  return view;
}
const filled = (view, value) => (Array.isArray(value) ? value.map((one) => (typeof one === "number" ? view.made[one] : filled(view, one))) : value);
const whole = (view, fields) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, filled(view, value)]));
function addParts(view, parts) {
  for (const part of parts) view.made.push(whole(view, part));
}
function addBoard(view, changes) {
  view.fields = { ...view.fields, ...whole(view, changes) };
  const { tray } = view.fields;
  const board = { ...view.fields, tray: tray == null ? null : view.made[tray] };
  view.boards.push(board);
  for (const one of (board.panels || []).flatMap((panel) => panel.parts || [])) {
    if (one.rows || view.counted.has(one)) continue;
    view.counted.add(one);
    for (const key of [one.key, `all ${one.plan}`]) view.most[key] = Math.max(view.most[key] || 0, countOf(one));
    for (const card of cardsOf(one)) view.most[`under ${one.plan}`] = Math.max(view.most[`under ${one.plan}`] || 0, (card.under || []).length);
  }
}
/** Adds an entry to an unpacked view. */
function grow(view, growth) {
  addParts(view, growth.parts || []);
  addBoard(view, growth.board);
  for (const [entry, step] of Object.entries(growth.steps)) view.steps[entry - 1] = step;
  if (growth.turn) view.turns.push(growth.turn);
  Object.assign(view.cards, growth.cards);
}

const isEmpty = (card) => card.name === "-";
const isUnknown = (card) => card.name === "??";
const cardsOf = (zone) => (zone.cards || []).filter((card) => !isEmpty(card));
const countOf = (zone) => cardsOf(zone).length + (zone.hidden || 0);

/** The content of a board: key -> [content, zone, name]. The difference of two of these is what a step changed. */
const placed = new WeakMap();
function places(board) {
  if (placed.has(board)) return placed.get(board);
  const found = new Map();
  const note = (key, what, zone = "", name = "") => found.set(key, [what, zone, name]);
  const card = (one, zone) => {
    if (!isEmpty(one)) note(one.key, JSON.stringify({ ...one, under: (one.under || []).length }), zone, one.name);
    for (const inner of one.under || []) card(inner, one.key);
  };
  for (const fact of board.facts || []) note(`fact ${fact.label}`, fact.value);
  for (const panel of board.panels || []) {
    for (const fact of panel.facts || []) note(`${panel.key} fact ${fact.label}`, fact.value);
    for (const gauge of panel.gauges || []) note(`${panel.key} gauge ${gauge.label}`, gauge.value);
    for (const part of panel.parts || []) {
      if (part.rows) part.rows.forEach((row, y) => row.forEach((cell, x) => note(`${part.key} ${y} ${x}`, cell.text)));
      else {
        note(`${part.key} count`, countOf(part));
        for (const one of part.cards || []) card(one, part.key);
      }
    }
  }
  placed.set(board, found);
  return found;
}
function changedKeys(before, after) {
  const old = places(before);
  const changed = new Set();
  for (const [key, [what, zone]] of places(after)) {
    const was = old.get(key);
    if (!was || was[0] !== what || was[1] !== zone) changed.add(key);
  }
  return changed;
}

/** Draws the boards of one view. `ask` is told which card or zone somebody wants to read. */
class Table {
  constructor(plan, view, ask) {
    this.plan = plan;
    this.view = view;
    this.ask = ask;
    this.kinds = new Map(plan.kinds.map((kind) => [kind.key, kind]));
    this.short = new Map([...plan.numbers, ...plan.counts].map((name) => [name.name, name.short]));
    this.shortState = new Map(plan.states.map((state) => [state.word, state.short]));
    this.zones = new Map(plan.zones.map((zone) => [zone.key, zone]));
    this.changed = new Set();
    this.before = null;
    /** Whether squares can be touched, as on a page that records. */
    this.touched = false;
    /** Whether all but the front is drawn as chips: on phones, and where small cards leave the front too little room. */
    this.compact = narrow.matches;
  }
  /** Sets the step that is drawn: marks are against the board before it. */
  step(board, before) {
    this.before = before;
    this.changed = before ? changedKeys(before, board) : new Set();
  }

  /** How many lines of text the fullest large card of the match holds. */
  lines() {
    const lines = (card) => ["states", "gauges", "abilities"].reduce((sum, what) => sum + (card[what] || []).length, (card.tags ? 1 : 0) + (card.mark ? 1 : 0));
    const zones = this.view.boards.flatMap((board) => board.panels || []).flatMap((panel) => panel.parts || []);
    const front = [...new Set(zones)].filter((zone) => this.zones.get(zone.plan)?.where === "front");
    return Math.max(0, ...front.flatMap((zone) => (zone.cards || []).map(lines)));
  }

  // --- signs ---------------------------------------------------------------------------------------------------------
  kind(card) {
    return this.kinds.get(card.kind);
  }
  letter(kind) {
    return kind && kind.badge !== "none" ? sign(`letter ${kind.badge}`, kind.letter) : null;
  }
  mark(element, key) {
    if (this.changed.has(key)) {
      element.classList.add("changed");
      element.append(sign("star", "✱"));
    }
    return element;
  }
  number(number, long = false) {
    const value = number.value;
    const printed = number.printed;
    const off = printed != null && printed !== value ? (value > printed ? " above" : " below") : "";
    const name = long ? this.short.get(number.name) || number.name : "";
    return make(
      "span",
      `number${number.main ? " main" : ""}${off}`,
      name ? set(make("small", "", name), { "aria-hidden": "true" }) : null,
      spoken(`${number.name} `),
      make("span", "value", String(value)),
      spoken(off ? `, printed ${printed}` : ""),
    );
  }
  bar(value, most, low = null, least = 0) {
    const full = Math.max(0, Math.min(100, (100 * (value - least)) / (most - least || 1)));
    const svg = draw("svg", { class: `bar${low != null && value <= low ? " low" : ""}`, viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" });
    svg.append(draw("rect", { width: full, height: 10 }));
    return svg;
  }

  // --- cards ---------------------------------------------------------------------------------------------------------
  /** The parts of a card that are drawn only as signs, in words for screen readers. */
  words(card) {
    const kind = this.kind(card);
    return [
      kind && kind.word,
      card.place,
      card.down && "face down",
      card.under && card.under.length && `${card.under.length} attached`,
      this.changed.has(card.key) && "changed",
    ].filter(Boolean).join(", ");
  }
  button(card, classes) {
    const element = set(make("button", classes), { type: "button", "data-key": card.key, "data-name": isUnknown(card) ? null : card.name });
    element.addEventListener("click", () => this.ask(card));
    return element;
  }
  back(card, classes) {
    const element = this.button(card, `${classes} back`);
    element.append(spoken(["unknown card", card.place, this.changed.has(card.key) && "changed"].filter(Boolean).join(", ")));
    return this.mark(element, card.key);
  }
  face(card, classes) {
    const kind = this.kind(card);
    const lost = card.tone === "bad" ? " lost" : "";
    return this.button(card, `${classes} ${kind ? kind.role : "slate"}${lost}${card.down ? " down" : ""}`);
  }
  /** A whole card: head, what it is just now, numbers in its corners. */
  large(card, tray) {
    if (isUnknown(card)) return this.back(card, "card");
    const element = this.face(card, "card");
    const numbers = card.numbers || [];
    element.append(make("span", "head", this.letter(this.kind(card)), this.name(card)));
    element.append(make("span", "body", ...this.body(card), tray || !card.under ? null : make("span", "tag", `+${card.under.length} ${card.under_label || "attached"}`)));
    if (numbers.length > 3) element.append(make("span", "four", ...numbers.slice(0, 4).map((one) => this.number(one, true))));
    else if (numbers.length) element.append(make("span", "foot", ...numbers.map((one) => this.number(one, true))));
    element.append(spoken(`, ${this.words(card)}`));
    return this.mark(element, card.key);
  }
  /** A name on two lines without broken words; long names get a smaller font. */
  name(card) {
    const name = make("span", "name", card.name);
    const words = card.name.split(" ").map((word) => word.length);
    name.style.setProperty("--longest", Math.max(...words, card.name.length / 2 + 2));
    return name;
  }
  *body(card) {
    if (card.mark) yield make("span", "aim", card.mark === "attacks" ? "⟶ attacks" : "◎ target");
    for (const state of card.states || []) if (state !== card.name) yield make("span", "state", state);
    for (const gauge of card.gauges || []) {
      yield make("span", "gauge", `${gauge.label} ${gauge.value}`, spoken(` of ${gauge.maximum}`), this.bar(gauge.value, gauge.maximum));
    }
    for (const ability of card.abilities || []) {
      const ready = ability.ready !== false;
      const words = [sign("", ready ? "●" : "○"), spoken(ready ? "ready: " : "not ready: "), make("span", "what", ability.text), make("span", "", ability.needs || "")];
      yield make("span", `ability${ready ? " ready" : ""}`, ...words);
    }
    if (card.tags && card.tags.length) yield make("span", "tag", card.tags.join(" · "));
  }
  /** The top of a card: name and one line. */
  small(card) {
    if (isUnknown(card)) return this.back(card, "card small");
    const element = this.face(card, "card small");
    element.append(make("span", "head", this.letter(this.kind(card)), this.name(card)));
    const states = (card.states || []).map((state) => make("span", "state", this.shortState.get(state) || state));
    const gauges = (card.gauges || []).map((gauge) => make("span", "", `${gauge.value}/${gauge.maximum}`));
    const numbers = (card.numbers || []).map((one) => this.number(one, card.numbers.length === 1));
    const line = [...states, ...gauges, ...numbers];
    if (!line.length && card.tags) line.push(make("span", "tag", card.tags[0]));
    element.append(make("span", "line", ...line), spoken(`, ${this.words(card)}`));
    return this.mark(element, card.key);
  }
  chip(card) {
    if (isUnknown(card)) return this.back(card, "chip");
    const element = this.face(card, "chip");
    const numbers = (card.numbers || []).filter((one) => !one.main).slice(0, 4).map((one) => one.value);
    element.append(this.letter(this.kind(card)) || "", make("span", "name", card.name), numbers.length ? make("span", "", numbers.join("/")) : "");
    const kind = this.words(card);
    element.append(spoken(kind ? `, ${kind}` : "") || "");
    return this.mark(element, card.key);
  }
  /** A place without a card; where one left it in this step, its name. */
  empty(zone, index) {
    const before = this.before && this.zoneBefore(zone.key);
    const was = before && before.cards ? before.cards[index] : null;
    const now = places(this.board).get(was && was.key);
    const left = was && !isEmpty(was) && !(now && now[1] === zone.key);
    if (!left) return make("div", "card empty");
    return make("div", "card empty ghost", make("s", "", was.name), "left");
  }
  zoneBefore(key) {
    for (const panel of this.before.panels || []) for (const part of panel.parts || []) if (part.key === key) return part;
    return null;
  }

  // --- zones ---------------------------------------------------------------------------------------------------------
  label(zone, plan) {
    const count = countOf(zone);
    const room = zone.capacity || (plan && plan.shape === "slots" && zone.cards ? zone.cards.length : 0);
    const number = make("b", "", room > 1 ? `${count}/${room}` : String(count));
    if (this.changed.has(`${zone.key} count`) && !(plan && plan.where === "front")) number.classList.add("changed");
    return make("div", "label", zone.title || (plan && plan.title), " ", number);
  }
  zone(zone) {
    const plan = this.zones.get(zone.plan);
    const element = set(make("div", "zone", this.label(zone, plan)), { "data-title": zone.title || (plan && plan.title) });
    set(element, { role: "group", "aria-label": `${zone.title || plan.title}, ${countOf(zone)} cards` });
    if (plan && plan.where === "hand") element.classList.add("hand");
    else if (plan && plan.where !== "pile" && plan.room > 2) element.classList.add("long", ...(plan.room > 4 ? ["longer"] : []));
    if (plan && plan.where === "front" && !this.overflows(zone, plan)) return this.front(zone, plan, element);
    if (plan && plan.where === "pile") return this.pile(zone, element);
    const chips = this.compact || !plan || plan.where === "front" || plan.shape === "list" || (plan.where === "middle" && this.overflows(zone, plan));
    element.append(chips ? this.chips(zone) : this.cells(zone, plan));
    return element;
  }
  chips(zone) {
    const chips = cardsOf(zone).map((card) => this.chip(card));
    if (zone.hidden && chips.length) chips.push(make("span", "chip back", `×${zone.hidden}`, spoken(" hidden")));
    return make("div", "chips", ...chips, countOf(zone) ? null : sign("none", "–"));
  }
  /** True if a zone exceeds its planned room at any time in the match; its cards are then drawn as chips. */
  overflows(zone, plan) {
    return plan.shape !== "slots" && (this.view.most[`all ${zone.plan}`] || 0) > (this.compact ? Math.min(plan.room, 3) : plan.room);
  }
  /** Large cards, each at its place; what is attached stands beside it (below, on phones). */
  front(zone, plan, element) {
    const places = zone.cards || [];
    const columns = Math.max(plan.shape === "slots" ? places.length : Math.max(plan.room, places.length), 1);
    const cells = make("div", "cells");
    element.classList.add("front");
    const trays = columns < 5 ? this.view.most[`under ${zone.plan}`] : 0;
    if (trays) element.classList.add("trays");
    if (plan.places && plan.places.length) element.firstChild.classList.add("spoken");
    cells.style.setProperty("--columns", narrow.matches && columns > 4 ? Math.ceil(columns / 2) : columns);
    places.forEach((card, index) => {
      const place = make("div", "place", card.place ? make("span", "where", card.place) : null);
      place.dataset.place = `${zone.key} ${index}`;
      const under = (card.under || []).map((one) => this.chip(one));
      const drawn = isEmpty(card) ? this.empty(zone, index) : this.large(card, trays);
      if (isEmpty(card)) drawn.dataset.key = card.key;
      const tray = trays ? set(make("div", "tray", ...under), { role: "group", "aria-label": card.under_label || "attached" }) : null;
      place.append(make("div", "held", drawn, tray));
      cells.append(place);
    });
    if (!places.length) cells.append(make("div", "place", make("div", "held", make("div", "card empty"))));
    element.append(cells);
    return element;
  }
  cells(zone, plan) {
    const cells = make("div", "cells");
    const slots = zone.cards || [];
    const most = this.view.most[zone.key] || 0;
    slots.forEach((card, index) => {
      if (!isEmpty(card)) return cells.append(this.small(card));
      const empty = this.empty(zone, index);
      empty.classList.add("small");
      if (index >= Math.max(most, 1)) empty.classList.add("thin");
      cells.append(empty);
    });
    for (let n = 0; n < Math.min(zone.hidden || 0, 12); n++) cells.append(sign("card small back", ""));
    if (!cells.childNodes.length) cells.append(make("div", "card small empty"));
    if (plan.shape === "fan") cells.classList.add("fan");
    return cells;
  }
  /** A heap: its top card or back, and how many there are; a tap lists them. */
  pile(zone, element) {
    const count = countOf(zone);
    const cards = cardsOf(zone);
    const top = cards[0];
    element.classList.add("pile");
    if (this.compact && top) element.append(make("div", "chips", this.heap(this.chip(top), zone)));
    else if (this.compact) return element;
    else if (!count) element.append(make("div", "card small empty"));
    else if (top && !zone.hidden) element.append(this.heap(this.small(top), zone));
    else element.append(cards.length ? this.heap(this.small(top), zone) : make("div", "card small back", make("b", "", String(count))));
    return element;
  }
  heap(element, zone) {
    const copy = element.cloneNode(true);
    copy.append(spoken(`, on top of ${zone.title || "the pile"}`));
    copy.addEventListener("click", () => this.ask(zone));
    if (countOf(zone) > 1) copy.classList.add("many");
    return copy;
  }
  /** Rows and columns: a score sheet, results under the places of the front, squares. */
  table(part) {
    const plan = this.zones.get(part.plan);
    const cellsOnly = plan && plan.shape === "cells";
    const squares = plan && plan.shape === "grid";
    const rows = part.rows.map((row, y) => {
      const cells = row.map((cell, x) => {
        const element = make(x ? "td" : "th", cell.tone || "", squares && x ? this.square(cell, `${part.header[x]}${row[0].text}`) : cell.text);
        if (!x) set(element, { scope: "row" });
        return x && cell.text ? this.mark(element, `${part.key} ${y} ${x}`) : element;
      });
      return make("tr", "", ...cells);
    });
    const heads = part.header.map((text) => (text ? set(make("th", "", text), { scope: "col" }) : make("td")));
    const head = make("thead", cellsOnly ? "spoken" : "", make("tr", "", ...heads));
    const table = make("table", cellsOnly ? "results" : plan ? plan.shape : "sheet", make("caption", part.title ? "" : "spoken", part.title || (plan ? plan.title : part.key)), head, make("tbody", "", ...rows));
    table.style.setProperty("--columns", part.header.length);
    return set(make("div", "wide", table), { tabindex: "0", role: "group", "aria-label": `${part.title || (plan ? plan.title : part.key)}, table` });
  }

  /** A square; where squares are touched, a button with its name. */
  square(cell, name) {
    if (!this.touched) return this.piece(cell);
    return set(make("button", "square", this.piece(cell), spoken(` ${name}`)), { type: "button", "data-square": name });
  }
  /** What stands on a square, on a ground of its player's colour; an empty square is a square. */
  piece(cell) {
    if (cell.seat == null) return cell.tone === "dim" ? spoken(cell.text) : cell.text;
    return make("span", `piece seat${cell.seat % 4}`, cell.text, spoken(`, ${this.plan.seats[cell.seat]?.name}`));
  }

  // --- panels --------------------------------------------------------------------------------------------------------
  gauge(panel, gauge, index) {
    const name = this.plan.gauges.find((one) => one.name === gauge.label);
    const value = gauge.value;
    const element = make("span", `score${index ? " lesser" : ""}`, make("b", "", String(value)), " ", make("span", "of", this.named(gauge)));
    if (gauge.maximum <= 6) element.append(this.pips(value, gauge.maximum));
    else element.append(this.bar(value, Math.max(gauge.maximum, name ? name.high : 0), name && name.danger, name ? name.low : 0));
    const key = `${panel.key} gauge ${gauge.label}`;
    if (!this.changed.has(key)) return element;
    const by = value - places(this.before).get(key)?.[0];
    if (by) element.append(make("span", "delta", `${by > 0 ? "+" : "−"}${Math.abs(by)}`));
    element.classList.add("changed");
    return element;
  }
  /** What stands behind the value of a gauge: `1 prize`, `3 prizes`. */
  named(gauge) {
    const one = this.plan.gauges.find((name) => name.name === gauge.label)?.one;
    return gauge.value === 1 && one ? one : gauge.label;
  }
  pips(value, most) {
    const svg = draw("svg", { class: "pips", viewBox: `0 0 ${16 * most} 14`, width: 16 * most, height: 14, "aria-hidden": "true" });
    for (let n = 0; n < most; n++) svg.append(draw("rect", { x: 16 * n + 1, y: 1, width: 12, height: 12, rx: 3, class: n < value ? "full" : "" }));
    return svg;
  }
  facts(facts, prefix) {
    const drawn = facts.map((fact) => {
      const value = make("b", fact.tone || "", fact.value);
      const element = make("span", "fact", `${fact.label} `, value);
      if (this.changed.has(`${prefix}${fact.label}`)) element.classList.add("changed");
      return element;
    });
    return drawn.length ? make("span", "facts", ...drawn) : null;
  }
  /** Counts of the plan that no zone shows are drawn as piles of backs. */
  piles(panel, drawn) {
    const shown = new Set(drawn.flatMap((zone) => [zone.plan, zone.title]));
    const counts = this.plan.counts.filter((count) => count.heap !== false && !shown.has(count.name));
    return (panel.facts || [])
      .filter((fact) => counts.some((count) => count.name === fact.label) && /^\d+$/.test(fact.value))
      .map((fact) => {
        const count = Number(fact.value);
        const card = this.compact
          ? null
          : make("div", `card small ${count ? "back" : "empty"}${count > 1 ? " many" : ""}`, count ? make("b", "", String(count)) : "");
        const number = make("b", this.changed.has(`${panel.key} fact ${fact.label}`) ? "changed" : "", fact.value);
        return make("div", "zone pile", make("div", "label", `${fact.label} `, number), card);
      });
  }
  /** The facts that neither a gauge nor a zone or pile says already. */
  headFacts(panel) {
    const gauges = new Map((panel.gauges || []).map((gauge) => [gauge.label, [`${gauge.value}`, `${gauge.value}/${gauge.maximum}`]]));
    const counted = new Set(this.plan.counts.filter((count) => count.heap !== false).map((count) => count.name));
    const said = (fact) => gauges.get(fact.label)?.includes(fact.value) || (counted.has(fact.label) && /^\d+$/.test(fact.value));
    return (panel.facts || []).filter((fact) => !said(fact));
  }
  /** Zones that stay empty for the whole match are not drawn, except front zones. */
  shown(zone) {
    return this.view.most[zone.plan ? `all ${zone.plan}` : zone.key] || this.zones.get(zone.plan)?.where === "front";
  }
  panel(panel, near) {
    const parts = (panel.parts || []).filter((part) => part.rows || this.shown(part));
    const seat = panel.seat ?? null;
    const zones = parts.filter((part) => !part.rows);
    const where = (part) => (part.rows ? "table" : this.zones.get(part.plan)?.where || "back");
    const heaps = this.piles(panel, zones);
    const facts = this.headFacts(panel);
    const named = panel.title && (seat != null || facts.length || parts.length);
    const name = named ? make("h2", "", panel.title) : null;
    const turn = seat == null ? null : make("span", `acting${panel.active ? "" : " off"}`, "to act");
    const gauges = (panel.gauges || []).map((gauge, index) => this.gauge(panel, gauge, index));
    const head = make("div", "title", name, turn, ...gauges, this.facts(facts, `${panel.key} fact `));
    const drawn = (place) => zones.filter((part) => where(part) === place).map((part) => this.zone(part));
    const back = make("div", "row", ...drawn("back"), ...drawn("hand"), ...drawn("middle"), ...drawn("pile"), ...heaps);
    const order = (one, other) => (near ? [other, one] : [one, other]).filter((block) => block.childNodes.length);
    const rear = make("div", "rear", ...order(head, back));
    const blocks = [rear, ...drawn("front"), ...parts.filter((part) => part.rows).map((part) => this.table(part))];
    const filled = blocks.filter((block) => block.childNodes.length);
    const colour = seat == null ? " shared" : ` seat seat${seat % 4}`;
    const element = make("section", `panel${this.compact ? " compact" : ""}${colour}${panel.active ? " active" : ""}${near ? " near" : ""}`, ...(near ? filled.reverse() : filled));
    element.dataset.key = panel.key;
    return set(element, { "aria-label": panel.title || "table" });
  }
  /** Whom which side belongs to and how it stands, at one place: panels may lie below the edge of a small screen. */
  scores(board) {
    const said = this.seated(board).filter((panel) => panel.gauges?.length);
    const words = said.map((panel) => [make("b", `seat${panel.seat % 4}`, `${panel.active ? "▶ " : ""}${panel.title} `), `${panel.gauges[0].value} ${this.named(panel.gauges[0])}`]);
    return said.length ? set(make("span", "scores", ...words.map((pair) => make("span", "", ...pair))), { "aria-hidden": "true" }) : null;
  }
  status(board) {
    const phases = board.phases || [];
    const now = phases.indexOf(board.phase);
    const dots = phases.map((phase, index) => (index === now ? make("b", "now", phase) : sign(index < now ? "dot past" : "dot", "")));
    const prompts = (board.prompts || []).slice(0, 3).map((prompt, index) => {
      const who = this.plan.seats[prompt.seat]?.name;
      return make("span", "prompt", index ? "; " : "→ ", who ? make("b", "", `${who}: `) : null, prompt.text);
    });
    return make(
      "div",
      "status",
      make("b", "moment", board.moment),
      dots.length ? make("span", "phases", spoken("phase "), ...dots) : null,
      this.scores(board),
      board.result ? make("b", "result", board.result) : make("span", "prompts", ...prompts),
      this.facts(board.facts || [], "fact "),
      board.tray && make("div", "zone", this.label(board.tray), this.chips(board.tray)),
    );
  }
  /** Who sits at the table, in clockwise order, beginning with the viewer; a judge and spectators look from the first seat. */
  seated(board) {
    const seated = (board.panels || []).filter((panel) => panel.seat != null).sort((one, other) => one.seat - other.seat);
    const side = this.plan.seats[this.view.seat]?.side;
    const own = seated.findIndex((panel) => panel.seat === this.view.seat || (this.plan.shared && this.plan.seats[panel.seat].side === side));
    return own > 0 ? [...seated.slice(own), ...seated.slice(0, own)] : seated;
  }
  /** The blocks of a board from top to bottom: name, how to draw it, what of the board it shows. Their order holds for the
   * whole match. */
  blocks(board) {
    this.board = board;
    const panels = board.panels || [];
    const seated = this.seated(board);
    const shared = panels.filter((panel) => panel.seat == null);
    const lower = seated.slice(0, Math.max(1, Math.floor(seated.length / 2)));
    const upper = seated.slice(lower.length);
    const group = (name, of, near, classes) => {
      const alone = of.length === 1 && name !== "shared";
      const build = () => (alone ? this.panel(of[0], near) : make("div", classes, ...of.map((panel) => this.panel(panel, near))));
      return of.length ? [[name, build, of]] : [];
    };
    return [
      ["status", () => this.status(board), [board.moment, board.facts, board.prompts, board.result, board.tray]],
      ...group("upper", upper, false, "seats"),
      ...group("shared", shared, false, "middle"),
      ...group("lower", lower, true, "seats"),
    ];
  }
}
