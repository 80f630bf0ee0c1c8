"use strict";
// The page of a replay: where it stands, what it plays, keys, list, timeline, dialogs. Boards are drawn by board.js.
(() => {
  const $ = (id) => document.getElementById(id);
  const match = JSON.parse(document.querySelector("script.match").textContent);
  const views = [...document.querySelectorAll("script.view")].map((part) => JSON.parse(part.textContent));
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const SPEEDS = [0.5, 1, 2, 4];
  const CORRECTING =
    "To look back, touch an entry of the list; Back to now returns. To correct or remove it, choose Correct entry, or hold the entry (E on the keyboard).";
  const TABLE_SPEEDS = [1, 2, 4, 8, 16, 32];
  const [SHORTEST, LONGEST] = [50, 5000];
  const SIZES = { narrow: [80, 118], wide: [72, 150], show: [90, 250] };
  const board = $("board");
  const slider = $("slider");
  const dialog = $("dialog");
  const state = { view: null, table: null, entry: match.first, heights: {}, rows: [], timer: 0, speed: 1, times: 1, atTable: false, commands: false, letters: true };

  // --- where it stands -----------------------------------------------------------------------------------------------
  const last = () => state.view.boards.length;
  const step = (entry) => state.view.steps[entry - 1];
  const turnOf = (entry) => state.view.turns.findLast((turn) => turn.entry <= entry)?.words || "";
  const sentence = (one) => (state.commands && one.command ? one.command : one.told[0]);

  /** Shows an entry. `move`: a single step, whose cards slide; `silent`: the address stays as it is. */
  function show(wanted, { move = false, silent = false } = {}) {
    const entry = Math.max(1, Math.min(last(), wanted));
    const from = move && !still.matches ? spots() : null;
    state.entry = entry;
    state.table.step(state.view.boards[entry - 1], state.view.boards[entry - 2] || null);
    drawBoard();
    if (from) slide(from);
    caption();
    slider.value = entry;
    slider.setAttribute("aria-valuetext", `entry ${entry} of ${last()}, ${turnOf(entry)}: ${step(entry).told[0]}`);
    $("where").textContent = `${match.match}/${entry} · entry ${entry} of ${last()} · ${turnOf(entry)}`;
    for (const [id, dead] of [["first", entry === 1], ["back", entry === 1], ["on", entry === last()], ["last", entry === last()]]) {
      $(id).setAttribute("aria-disabled", dead);
    }
    $("graph").querySelector(".cursor")?.setAttribute("d", `M${entry - 1} 0V100`);
    markRow();
    if (!silent) history.replaceState(null, "", `#${entry}`);
    dispatchEvent(new CustomEvent("entry-shown", { detail: entry }));
  }
  const by = (steps) => show(state.entry + steps, { move: Math.abs(steps) === 1 });
  function byTurn(direction) {
    const starts = state.view.turns.map((turn) => turn.entry);
    const next = direction > 0 ? starts.find((start) => start > state.entry) : starts.findLast((start) => start < state.entry);
    if (next) show(next);
  }
  function nextBroken(direction = 1) {
    for (let n = 1; n <= last(); n++) {
      const entry = ((state.entry - 1 + direction * n + 2 * last()) % last()) + 1;
      if (step(entry).broken) return show(entry);
    }
  }

  // --- the board -----------------------------------------------------------------------------------------------------
  function drawBoard() {
    const blocks = state.table.blocks(state.view.boards[state.entry - 1]).map((found) => {
      const element = block(found);
      if (state.heights[found[0]]) element.style.minHeight = `${state.heights[found[0]]}px`;
      return element;
    });
    board.replaceChildren(...blocks);
    for (const { dataset, offsetHeight } of blocks) state.heights[dataset.block] = Math.max(state.heights[dataset.block] || 0, offsetHeight);
    for (const chip of board.querySelectorAll(".row .chips > .changed")) chip.parentNode.scrollLeft = chip.offsetLeft - chip.parentNode.offsetLeft - 30;
    for (const arrow of step(state.entry).arrows || []) point(...arrow);
  }
  /** The largest cards with which the fullest boards fit; the height of each block is then kept for the whole match. */
  function fit() {
    const root = document.documentElement.style;
    root.setProperty("--lines", state.table.lines());
    state.table.step(state.view.boards[0], null);
    state.table.compact = narrow.matches;
    const [least, most] = SIZES[document.body.className === "show" ? "show" : narrow.matches ? "narrow" : "wide"];
    const room = narrow.matches ? innerHeight - board.offsetTop - $("controls").offsetHeight - 10 : board.clientHeight - 20;
    const sample = fullest();
    board.classList.toggle("tight", narrow.matches);
    let probe = probing(sample);
    if (!tried(probe, least, room) && !narrow.matches) {
      state.table.compact = true;
      probe = probing(sample);
      board.classList.toggle("tight", !tried(probe, least, room));
    }
    const size = largest(least, most, (one) => tried(probe, one, room));
    tried(probe, size, room);
    // If there is room left, cards are made wider, so that fewer names are cut.
    const [high, below] = [sum(state.heights), Math.max(room, sum(state.heights))];
    const width = largest(size, Math.max(size, Math.min(size * 1.7, most * 0.94)), (one) => tried(probe, size, below, one) && sum(state.heights) <= high);
    tried(probe, size, room, width);
    board.replaceChildren();
  }
  const sum = (heights) => Object.values(heights).reduce((all, one) => all + one + 6, -6);
  /** The largest value that `right` accepts, to within 2; `low` is assumed to be accepted. */
  function largest(low, high, right) {
    while (high - low > 2) {
      const middle = Math.ceil((low + high) / 2);
      if (right(middle)) low = middle;
      else high = middle;
    }
    return low;
  }
  /** For each block, the states with the most text, cards and zones; the tallest drawing is expected among them. */
  function fullest() {
    const states = {};
    for (const one of state.view.boards) {
      for (const [name, , what] of state.table.blocks(one)) (states[name] ??= new Map()).set(JSON.stringify(what), one);
    }
    return Object.entries(states).flatMap(([name, found]) => {
      const texts = [...found.keys()];
      const leading = (size, many) => {
        const sizes = new Map(texts.map((text) => [text, size(text)]));
        return texts.toSorted((a, b) => sizes.get(b) - sizes.get(a)).slice(0, many);
      };
      const most = [leading((text) => text.length, 5), leading((text) => text.split('"key"').length, 4), leading((text) => text.split('"title"').length, 2)];
      return [...new Set(most.flat())].map((text) => [name, found.get(text)]);
    });
  }
  function probing(states) {
    const probe = make("div", "probe");
    for (const [name, one] of states) probe.append(block(state.table.blocks(one).find((found) => found[0] === name)));
    board.replaceChildren(probe);
    return probe;
  }
  function block([name, build]) {
    const element = build();
    element.classList.add("block");
    element.dataset.block = name;
    return element;
  }
  /** Whether all fits with cards of that size; notes how high each block then is. */
  function tried(probe, size, room, width = size) {
    document.documentElement.style.setProperty("--card-size", `${size}px`);
    document.documentElement.style.setProperty("--card-width", `${width}px`);
    state.heights = {};
    for (const element of probe.children) {
      const name = element.dataset.block;
      state.heights[name] = Math.max(state.heights[name] || 0, Math.ceil(element.getBoundingClientRect().height));
    }
    return !tooWide(probe) && sum(state.heights) <= room;
  }
  const tooWide = (part) => [...part.querySelectorAll(".front .cells")].some((cells) => cells.scrollWidth > cells.clientWidth + 1);
  const tooHigh = () => !narrow.matches && board.scrollHeight > board.clientHeight + 1 && !board.classList.contains("tight");
  const spots = () => new Map([...board.querySelectorAll(".card[data-key], .chip[data-key]")].map((card) => [card.dataset.key, card.getBoundingClientRect()]));
  function slide(from) {
    for (const card of board.querySelectorAll(".card[data-key], .chip[data-key]")) {
      const was = from.get(card.dataset.key);
      if (!was) continue;
      const now = card.getBoundingClientRect();
      const [x, y] = [was.left - now.left, was.top - now.top];
      if (Math.abs(x) + Math.abs(y) < 24) continue;
      card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 180, easing: "ease-out" });
    }
  }
  /** A dotted arrow from who acts to whom, edge to edge; a card that left in this step is pointed at in its former place. */
  function point(source, target) {
    const [from, to] = [source, target].map(spotOf);
    if (!from || !to) return;
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const inner = (spot) => Math.max(0, Math.min(spot.width / Math.abs(x || 1e-9), spot.height / Math.abs(y || 1e-9)) / 2 - 14);
    const [start, end] = [inner(from), length - inner(to)];
    const at = (far) => `${from.x + far * x} ${from.y + far * y}`;
    const line = draw("path", { d: `M${at(start)}L${at(Math.max(start, end - 12))}` });
    const head = draw("path", { class: "point", d: `M${at(end)}l${-16 * x - 9 * y} ${-16 * y + 9 * x}l${18 * y} ${-18 * x}z` });
    board.append(draw("svg", { class: "arrow", "aria-hidden": "true", width: board.clientWidth, height: board.scrollHeight }, line, head));
  }
  function spotOf(key) {
    const place = placeBefore(key);
    const element = (place && board.querySelector(`[data-place="${CSS.escape(place)}"] .card`)) || board.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!element) return null;
    const [spot, edge] = [element.getBoundingClientRect(), board.getBoundingClientRect()];
    const [x, y] = [spot.left + spot.width / 2 - edge.left + board.scrollLeft, spot.top + spot.height / 2 - edge.top + board.scrollTop];
    return { x, y, width: spot.width, height: spot.height };
  }
  function placeBefore(key) {
    const before = state.view.boards[state.entry - 2];
    for (const panel of before?.panels || []) {
      for (const part of panel.parts || []) {
        const index = (part.cards || []).findIndex((card) => card.key === key);
        if (index >= 0) return `${part.key} ${index}`;
      }
    }
    return null;
  }

  // --- caption, list, timeline ---------------------------------------------------------------------------------------
  function caption() {
    const one = step(state.entry);
    const [first, ...further] = one.told;
    const words = make(
      "p",
      "",
      one.broken ? make("span", "broken", `! ${one.broken.join("; ")} — `) : null,
      first,
      further.length ? make("span", "further", ` · ${further.join(" · ")}`) : null,
      one.undone ? make("span", "further", ` (${one.undone})`) : null,
      one.notes ? make("span", "note", ` ◆ ${one.notes.join("; ")}`) : null,
      state.timer && idle() >= 1000 ? make("span", "further", ` (idle ${clock(idle())} skipped)`) : null,
    );
    $("caption").replaceChildren(make("span", "at", `${state.entry}/${last()}`), words);
  }
  function row(one, entry) {
    const lines = state.commands ? [sentence(one)] : one.told;
    const button = make(
      "button",
      one.undone ? "undone" : "",
      make("span", "at", String(entry)),
      ...lines.map((line) => make("span", "line", line)),
      ...(one.broken || []).map((rule) => make("span", "broken", `! ${rule}`)),
      one.undone ? make("span", "said", one.undone) : null,
      ...(one.notes || []).map((note) => make("span", "note", `◆ ${note}`)),
    );
    set(button, { type: "button", tabindex: "-1" });
    button.addEventListener("click", () => {
      stop();
      show(entry, { move: true });
      button.focus({ preventScroll: true });
    });
    return button;
  }
  function list() {
    const turns = new Map(state.view.turns.map((turn, index) => [index ? turn.entry + 1 : 1, turn.words]));
    const groups = [make("h2", "spoken", "What happened")];
    state.rows = state.view.steps.map((one, index) => {
      if (turns.has(index + 1)) groups.push(make("h3", "", turns.get(index + 1)), make("ol"));
      const button = row(one, index + 1);
      groups.at(-1).append(make("li", "", button));
      return button;
    });
    $("list").replaceChildren(...groups);
  }
  function markRow() {
    const now = state.rows[state.entry - 1];
    const was = $("list").querySelector("[aria-current]");
    if (was) {
      was.removeAttribute("aria-current");
      was.tabIndex = -1;
    }
    if (!now) return;
    now.setAttribute("aria-current", "step");
    now.tabIndex = 0;
    const pane = $("list");
    const [top, bottom] = [now.offsetTop, now.offsetTop + now.offsetHeight];
    if (!narrow.matches && (top < pane.scrollTop + 60 || bottom > pane.scrollTop + pane.clientHeight - 40)) pane.scrollTop = top - pane.clientHeight * 0.4;
  }
  /** The main gauge of each seat over the match, and what happened when under the slider. */
  function timeline() {
    const name = match.plan.gauges[0];
    const lines = [];
    state.view.boards.forEach((one, index) => {
      for (const panel of one.panels || []) {
        const gauge = panel.gauges?.[0];
        if (gauge && panel.seat != null) ((lines[panel.seat] ??= { name: panel.title, values: [] }).values[index] = gauge.value);
      }
    });
    const graph = $("graph");
    const width = Math.max(1, last() - 1);
    const values = lines.flatMap((line) => line.values);
    const [least, most] = [Math.min(name?.low ?? 0, ...values), Math.max(name?.high ?? 1, ...values)];
    const height = (value) => 100 - (100 * (value - least)) / (most - least || 1);
    set(graph, { viewBox: `0 0 ${width} 100` });
    graph.replaceChildren(draw("path", { class: "axis", d: `M0 100H${width}M0 0H${width}` }));
    lines.forEach((line, seat) => {
      const points = [];
      line.values.forEach((value, index) => {
        if (value !== line.values[index - 1]) points.push(points.length ? `H${index}V${height(value)}` : `M${index} ${height(value)}`);
      });
      graph.append(draw("path", { class: `line seat${seat % 4} dash${seat % 4}`, d: `${points.join("")}H${width}` }));
    });
    graph.append(draw("path", { class: "cursor", d: `M${state.entry - 1} 0V100` }));
    ends(name && lines.length ? `${name.name} ${most}` : "", lines, height);
    marks(width);
  }
  function ends(top, lines, height) {
    const room = $("graph").clientHeight;
    let free = -6;
    const shown = lines.length > 4 ? [] : lines.map((line, seat) => ({ seat, text: `${line.name} ${line.values.at(-1) ?? ""}`, y: (room * height(line.values.at(-1) ?? 0)) / 100 - 7 }));
    const labels = shown.sort((a, b) => a.y - b.y).map(({ seat, text, y }) => {
      const label = make("span", `end seat${seat % 4}`, text);
      const at = Math.min(Math.max(y, free), room - 8);
      label.style.top = `${at}px`;
      free = at + 12;
      return label;
    });
    $("ends").replaceChildren(make("span", "height", top), ...labels);
  }
  function marks(width) {
    const mark = (entry, classes, text) => {
      const element = make("i", classes, text);
      element.style.left = `${(100 * (entry - 1)) / width}%`;
      return element;
    };
    const turns = state.view.turns.map((turn) => mark(turn.entry, "turn", ""));
    const told = state.view.steps.map((one, index) => (one.broken ? mark(index + 1, "broken", "!") : one.notes ? mark(index + 1, "note", "◆") : null));
    $("marks").replaceChildren(...turns, ...told.filter(Boolean));
  }

  // --- playing -------------------------------------------------------------------------------------------------------
  function stop() {
    clearTimeout(state.timer);
    state.timer = 0;
    $("play").textContent = "Play";
  }
  function play() {
    if (state.timer) return stop();
    if (state.entry === last()) show(1);
    goOn();
    caption();
    $("play").textContent = "Pause";
  }
  function goOn() {
    if (state.entry >= last()) return stop();
    state.timer = setTimeout(() => {
      by(1);
      goOn();
    }, stays());
  }
  const gap = () => (state.atTable && step(state.entry + 1)?.after) || 0;
  /** How long an entry is shown, in milliseconds: the same for all, or as at the table, where what took long is idle time. */
  const stays = () => (state.atTable ? Math.min(Math.max(gap() / state.times, SHORTEST), LONGEST) : 1400 / state.speed);
  const idle = () => gap() - stays() * state.times;
  const clock = (time) => `${Math.floor(time / 60000)}:${String(Math.floor(time / 1000) % 60).padStart(2, "0")}`;
  function faster(direction, around = false) {
    const [speeds, which] = state.atTable ? [TABLE_SPEEDS, "times"] : [SPEEDS, "speed"];
    const index = speeds.indexOf(state[which]) + direction;
    state[which] = speeds[around ? index % speeds.length : Math.max(0, Math.min(speeds.length - 1, index))];
    paced();
  }
  /** Switches between an even pace and table time. */
  function byTable() {
    state.atTable = !state.atTable;
    paced();
  }
  function paced() {
    $("speed").textContent = state.atTable ? `⏱${state.times}×` : `${state.speed}×`;
    $("speed").setAttribute("aria-label", state.atTable ? `Table time, ${state.times}×` : `Speed ${state.speed}×`);
    if (!state.timer) return;
    stop();
    play();
  }

  // --- dialogs -------------------------------------------------------------------------------------------------------
  function open(title, ...content) {
    const close = set(make("button", "button close", "Close"), { type: "button" });
    close.addEventListener("click", () => dialog.close());
    dialog.replaceChildren(close, set(make("h2", "", title), { id: "dialog-title" }), ...content);
    dialog.showModal();
  }
  /** Shows a card's details and history, or the cards of a pile. */
  function ask(thing) {
    stop();
    if (!("name" in thing)) {
      const cards = make("div", "chips", ...cardsOf(thing).map((card) => state.table.chip(card)));
      return open(`${thing.title} ${countOf(thing)}`, cards);
    }
    const now = make("dl");
    const say = (label, text) => text && now.append(make("dt", "", label), make("dd", "", text));
    say("kind", state.table.kind(thing)?.word);
    for (const one of thing.numbers || []) say(one.name, `${one.value}${one.printed != null && one.printed !== one.value ? ` (printed ${one.printed})` : ""}`);
    for (const one of thing.gauges || []) say(one.label, `${one.value} of ${one.maximum}`);
    say("now", [...(thing.states || []), thing.down && "face down", thing.mark].filter(Boolean).join(", "));
    for (const one of thing.abilities || []) say(one.text, [one.ready === false ? "not ready" : "ready", one.needs].filter(Boolean).join(", "));
    say("attached", (thing.under || []).map((one) => one.name).join(", "));
    for (const [label, text] of state.view.cards?.[thing.name] || []) if (label !== "kind") say(label, text);
    if (!state.view.cards?.[thing.name]) for (const line of thing.lines || []) say("text", line);
    open(isUnknown(thing) ? "An unknown card" : thing.name, now, ...course(thing.key));
  }
  /** The last eight entries that changed a card, as buttons that show them. */
  function course(key) {
    const rows = [];
    const of = (one) => one && places(one).get(key)?.slice(0, 2).join();
    state.view.boards.forEach((one, index) => {
      if (of(one) === of(state.view.boards[index - 1])) return;
      const jump = set(make("button", "", `${index + 1} ${state.view.steps[index].told[0]}`), { type: "button" });
      jump.addEventListener("click", () => {
        dialog.close();
        show(index + 1);
      });
      rows.push(make("li", "", jump));
    });
    return rows.length ? [make("h3", "", "In this match"), make("ol", "", ...rows.slice(-8))] : [];
  }
  function signs() {
    stop();
    const { plan } = match;
    const rows = make("dl", "signs");
    const say = (mark, text) => rows.append(make("dt", "", mark), make("dd", "", text));
    for (const kind of plan.kinds) say(make("span", `chip ${kind.role}`, state.table.letter(kind)), kind.word);
    for (const one of plan.numbers) say(make("b", "", one.short), one.meaning ? `${one.name}: ${one.meaning}` : one.name);
    for (const one of plan.states) say(make("b", "", one.short), one.meaning ? `${one.word}: ${one.meaning}` : one.word);
    for (const one of plan.gauges) say(make("b", "", one.name), `${one.low} to ${one.high}${one.danger == null ? "" : `, striped from ${one.danger} down`}`);
    const general = [
      [make("span", "chip changed", "✱"), "changed in this entry"],
      [make("span", "number above", "9"), "above what the card prints"],
      [make("span", "number below", "9"), "below what the card prints"],
      [make("span", "chip back", "×4"), "cards that are not seen here"],
      [make("span", "aim", "⟶"), "who does it to whom"],
      [make("b", "", "→"), "what can be done next"],
      [make("span", "broken", "!"), "a rule was broken"],
      [make("span", "note", "◆"), "a note"],
    ];
    for (const [mark, text] of general) say(mark, text);
    open("Signs and keys", rows, make("h3", "", "Keys"), ...keysHelp());
  }
  function keysHelp() {
    const help = "← → entry · [ ] turn · Home End · space play · + − speed · t play by table times · v next broken rule · s commands or sentences · f who sees it · ? this";
    const recording = document.body.className === "record" ? [make("p", "", CORRECTING)] : [];
    const box = set(make("input"), { type: "checkbox" });
    box.checked = state.letters;
    box.addEventListener("change", () => (state.letters = box.checked));
    const table = set(make("input"), { type: "checkbox" });
    table.checked = state.atTable;
    table.addEventListener("change", byTable);
    const choices = [[box, " Single letters and signs are keys"], [table, " Play as time went by at the table; what took longer than five seconds is shortened"]];
    return [...recording, make("p", "", help), ...choices.map((choice) => make("label", "choice", ...choice)), make("p", "tag", "What a viewpoint may not know is not in this page.")];
  }

  // --- viewpoints, keys, swipes --------------------------------------------------------------------------------------
  function look(index) {
    const view = views[index];
    state.view = view.most ? view : unpack(view);
    state.table = new Table(match.plan, state.view, ask);
    state.table.touched = document.body.className === "record";
    $("views").selectedIndex = index;
    slider.max = last();
    state.entry = Math.max(1, Math.min(last(), state.entry));
    fit();
    show(state.entry, { silent: true });
  }
  function lookFurther() {
    look((views.indexOf(state.view) + 1) % views.length);
    list();
    timeline();
    markRow();
  }
  function words() {
    state.commands = !state.commands;
    list();
    markRow();
  }
  const acts = {
    first: () => show(1), back: () => by(-1), on: () => by(1), last: () => show(last()),
    turnBack: () => byTurn(-1), turnOn: () => byTurn(1), violation: () => nextBroken(),
  };
  const others = { play, signs, speed: () => faster(1, true) };
  const keys = {
    ArrowLeft: acts.back, k: acts.back, ArrowRight: acts.on, j: acts.on, "[": acts.turnBack, "]": acts.turnOn,
    Home: acts.first, g: acts.first, End: acts.last, G: acts.last, v: acts.violation, V: () => nextBroken(-1),
  };
  const quietKeys = { "?": signs, "+": () => faster(1), "-": () => faster(-1), s: words, f: lookFurther, t: byTable };
  function press(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    if (target.tagName === "SELECT" || (key.length === 1 && key !== " " && !state.letters)) return;
    const inList = target.closest?.("#list");
    if (target === slider && /^(Arrow|Home|End|Page)/.test(key)) return;
    if (key === " " && target.tagName === "BUTTON") return;
    const walk = inList && { ArrowUp: acts.back, ArrowDown: acts.on }[key];
    const act = walk || keys[key];
    if (act) stop();
    const then = act || quietKeys[key] || (key === " " && play);
    if (!then) return;
    event.preventDefault();
    then();
    if (inList && !dialog.open) state.rows[state.entry - 1].focus({ preventScroll: narrow.matches });
  }
  function swipes() {
    if (document.body.className === "record") return;
    let start = null;
    board.addEventListener("touchstart", (event) => (start = event.touches[0]), { passive: true });
    const end = (event) => {
      const touch = event.changedTouches[0];
      const [x, y] = [touch.clientX - start.clientX, touch.clientY - start.clientY];
      if (Math.abs(x) < 48 || Math.abs(x) < 2 * Math.abs(y)) return;
      stop();
      by(x < 0 ? 1 : -1);
    };
    board.addEventListener("touchend", end, { passive: true });
  }
  function begin() {
    for (const view of views) $("views").append(make("option", "", `as ${view.name}`));
    $("views").hidden = views.length < 2;
    $("eyes").hidden = views.length > 1;
    $("views").addEventListener("change", () => {
      look($("views").selectedIndex);
      list();
      timeline();
      markRow();
    });
    for (const [id, act] of Object.entries({ ...acts, ...others })) {
      $(id).addEventListener("click", () => {
        if (acts[id]) stop();
        act();
      });
    }
    slider.addEventListener("input", () => {
      stop();
      show(Number(slider.value));
    });
    document.addEventListener("keydown", press);
    swipes();
    addEventListener("hashchange", () => {
      const entry = parseInt(location.hash.slice(1), 10);
      if (entry) show(entry, { silent: true });
    });
    let waiting = 0;
    addEventListener("resize", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        fit();
        timeline();
        show(state.entry, { silent: true });
      }, 120);
    });
    look(0);
    list();
    timeline();
    show(state.entry, { silent: true });
    state.begun = true;
    dispatchEvent(new CustomEvent("replay-begun"));
  }
  /** What a page that follows the match (live.js) needs of this one. */
  globalThis.replay = {
    match, last, show,
    entry: () => state.entry,
    /** Runs the work once the first board is drawn; at once if it already is. */
    begun: (work) => (state.begun ? work() : addEventListener("replay-begun", work)),
    view: () => state.view,
    /** Takes entries in; whoever looked at the last one sees the new one, and nothing else moves. */
    grown(growths) {
      const follows = state.entry === last();
      for (const growth of growths) grow(state.view, growth);
      slider.max = last();
      list();
      if (follows) {
        show(last(), { move: growths.length === 1, silent: true });
        if (tooWide(board) || tooHigh()) fit();
      }
      timeline();
      show(state.entry, { silent: true });
    },
    /** Replaces the data of the whole match. */
    replaced(view, entry) {
      const follows = state.entry === last();
      views[0] = view;
      look(0);
      list();
      timeline();
      show(follows ? entry : state.entry, { silent: true });
    },
  };
  // The words of the entry are painted first; the board follows with the next frame.
  state.view = unpack(views[0]);
  state.entry = Math.max(1, Math.min(last(), parseInt(location.hash.slice(1), 10) || match.first));
  caption();
  requestAnimationFrame(() => setTimeout(begin, 0));
})();
