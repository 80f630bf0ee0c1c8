"use strict";
// Recording on a tablet: what may be done as numbered buttons, the same typed line, a verdict. The last touch records, where no
// choice is open; for ten seconds it can be undone with one more. An act keeps its id until an answer comes: sent again it is
// stored once.
(() => {
  const $ = (id) => document.getElementById(id);
  const { match } = replay;
  const line = $("line");
  const SHOWN = 60;
  const UNDO_TIME = 10_000;
  const GUARD = 400;
  const AGAIN = 1500;
  const NEAR = 24;
  const state = { rows: [], verdict: null, version: replay.last(), sending: null, ask: 0, asPlayed: false, undoing: 0, correcting: 0, removing: false, looking: 0, typed: "", whole: "", lost: false, guard: "", guarding: 0, place: [0, 0], turn: Promise.resolve(), coming: null, drawn: "" };
  const say = (text, kind = "") => {
    $("said").textContent = text;
    $("said").className = `said ${kind}`;
  };
  const json = (url, options) => fetch(url, { cache: "no-store", ...options });
  const offersFor = (typed) => json(`/api/matches/${match.match}/offers?${new URLSearchParams({ typed })}`);

  /** Loads the suggestions for the typed line and its verdict. */
  const offer = () => (state.coming = askOffers());
  async function askOffers() {
    const asked = ++state.ask;
    mark();
    state.looking = looksBack() ? replay.entry() : 0;
    if (state.looking) return lookBack();
    const typed = line.value;
    if (state.correcting) return foretell(asked);
    try {
      const answer = await offersFor(typed);
      if (asked !== state.ask) return;
      if (answer.status === 429) return lost(asked, "A little slower, please.");
      if (!answer.ok) return say((await answer.json()).title, "bad");
      const found = await answer.json();
      if (asked !== state.ask) return;
      if (state.lost) say("");
      Object.assign(state, { lost: false, typed, whole: found.line });
      draw(found);
      return found;
    } catch {
      lost(asked, "No connection: nothing can be offered now.");
    }
  }
  /** Whether an earlier entry is shown to look at: nothing is offered then, because suggestions are for the current state. */
  const looksBack = () => !state.correcting && replay.entry() < replay.last();
  const live = () => looksBack() && replay.show(replay.last());
  function lookBack() {
    const entry = replay.entry();
    const { command, undone } = replay.view().steps[entry - 1];
    draw({ rows: [], verdict: { standing: "incomplete", text: `You see the board after entry ${entry} of ${replay.last()}.` } });
    tell([], ["Back to now", live], command && !undone ? [`Correct entry ${entry}`, () => correct(entry)] : null);
  }
  /** Shows texts and buttons (label, action) instead of suggestions. */
  function tell(texts, ...acts) {
    const buttons = acts.filter(Boolean).map(([text, act]) => {
      const button = make("button", act === live ? "offer now" : "offer", make("strong", "", text));
      button.type = "button";
      button.addEventListener("click", act);
      return button;
    });
    $("offers").replaceChildren(...[...texts, ...buttons].map((one) => make("li", "", one)));
  }
  /** Says why nothing is offered, and asks again. */
  function lost(asked, why) {
    if (asked !== state.ask) return;
    state.lost = true;
    mark();
    say(why, "bad");
    setTimeout(() => asked === state.ask && offer(), AGAIN);
  }
  /** Whether the rows are those of an earlier line, because the answer to this one is on its way. */
  const stale = () => !state.lost && !state.correcting && !state.looking && line.value !== state.typed;
  const mark = () => $("offers").setAttribute("aria-busy", String(Boolean(state.guard) || stale()));
  /** Whether a touch is the second one of a double touch ("place"), or comes before the answer to the last act is drawn ("all"):
   * it would mean what was there before. Key presses are always accepted. */
  function tooSoon({ detail, clientX: x, clientY: y }) {
    if (!detail) return "";
    const near = Math.hypot(x - state.place[0], y - state.place[1]) < NEAR;
    if (state.guard === "all") {
      if (!near) say("Too soon after the last action: touch again.");
      return "all";
    }
    const soon = near ? state.guard : "";
    state.place = [x, y];
    guard("place");
    settle();
    return soon;
  }
  /** Takes touches of offers one after the other. A touch on outdated rows is applied to the new row with the same title and label. A
   * touch that comes too soon, or for a row of that name, goes on with the line but never records. */
  function take(event, row) {
    const soon = tooSoon(event);
    if (soon === "all") return;
    state.turn = state.turn.then(async () => {
      if (stale()) await state.coming;
      const now = stale() ? [] : state.rows.flatMap((one) => [one, ...(one.choices || [])]);
      const meant = now.includes(row) ? row : now.find(({ title, label }) => title === row.title && label === row.label);
      if (!meant || (records(meant) && (soon || meant !== row))) return say("That touch came too soon: touch again.");
      return records(meant) ? void pick(meant) : pick(meant); // no touch waits for an act: "all" stops those meanwhile
    });
  }
  function guard(what) {
    clearTimeout(state.guarding);
    state.guard = what;
    mark();
  }
  const settle = () => (state.guarding = setTimeout(guard, GUARD, ""));
  /** The title and the arguments after it; without a title, the row's label. */
  const wording = ({ title, label }) => (title ? [make("strong", "", title), ` ${label.split(" ").slice(1).join(" ")}`] : [label]);
  function draw({ rows, verdict, title }) {
    Object.assign(state, { rows, verdict, asPlayed: false });
    const short = (row) => !row.title && !row.choices?.length && row.label.length < 12;
    $("offers").replaceChildren(
      ...rows.slice(0, SHOWN).map((row, index) => {
        const further = row.complete || short(row) ? null : make("span", "further", row.count > 1 ? ` … ${row.count} ways` : " …");
        const button = offered(row, make("b", "", String(index + 1)), make("span", "", ...wording(row), further), row.note ? make("span", "further", row.note) : null);
        return make("li", short(row) ? "short" : row.title ? "" : "group", button, ...(row.choices || []).map((one) => offered(one, one.label)));
      }),
    );
    const drawn = `${state.version} ${line.value}`;
    if (drawn !== state.drawn) $("offers").scrollTop = 0;
    state.drawn = drawn;
    verdictOf(verdict, title);
    mark();
  }
  /** The button of a row, or of a value behind it. */
  function offered(row, ...content) {
    const button = make("button", `offer${records(row) ? "" : " more"}`, ...content);
    button.type = "button";
    if (content.length < 2) button.setAttribute("aria-label", row.line);
    onHold(button, () => stale() || pick(row, false));
    button.addEventListener("click", (event) => take(event, row));
    return button;
  }
  const over = () => Boolean(replay.view().boards.at(-1).result);
  function verdictOf({ standing, text, violations }, title) {
    const broken = (violations || []).map((one) => `[${one.rule}] ${one.text}`).join("; ");
    const words = { empty: over() ? "The match is over." : "Choose, or type.", legal: text || "Legal.", incomplete: text || "The command is incomplete.", unreadable: text, impossible: `Impossible: ${broken}`, illegal: `Against a rule: ${broken}` };
    $("verdict").textContent = `${title ? `${title}: ` : ""}${words[standing]}`;
    $("verdict").className = `verdict ${standing}`;
    if (standing !== "empty" && $("said").matches(".good")) say("");
    $("record").textContent = standing === "illegal" ? "Record as played" : "Record";
    busy();
  }
  function busy() {
    const ready = ["legal", "illegal"].includes(state.verdict?.standing) && !state.sending;
    $("record").setAttribute("aria-disabled", String(!ready));
    $("undo").setAttribute("aria-disabled", String(Boolean(state.sending)));
  }
  /** Whether a touch on a row records it: it is whole and legal, and says which card where one could be named. What ends the match
   * is put into the line first. */
  const records = (row) => row.complete && !row.violations?.length && line.value.trim() === (row.ends ? row.line : unnamed(row) ?? line.value.trim());
  /** The part of a row's line before its first unnamed card (`??`). */
  const unnamed = (row) => row.line.match(/^(.*?) \?\?(?: |$)/)?.[1];
  /** Takes a row: records it, or puts it into the line where something is open or `now` is false. */
  function pick(row, now = true) {
    if (!row || state.sending) return;
    if (now && records(row)) return act(row.line, false);
    const named = row.complete && !row.violations?.length ? unnamed(row) : undefined;
    return put(named === undefined || named === line.value.trim() ? row.line : `${named} `);
  }
  function put(text) {
    live();
    line.value = text;
    keep();
    if (text.endsWith(" ") && state.rows.length < 2) line.focus({ preventScroll: true });
    return offer();
  }
  /** Keeps the line and the version at which it was begun, also when the page is loaded again; not the line of a
   * correction, which would be recorded as an action then. */
  function keep() {
    renew();
    if (state.correcting) return;
    sessionStorage.setItem(`line-${match.match}`, line.value);
    sessionStorage.setItem(`at-${match.match}`, state.version);
  }
  /** Sets the version sent with the next request: the newest one. A line already begun keeps its
   * version, so that entries recorded meanwhile are reported first. */
  function renew() {
    if (!line.value || state.correcting) state.version = Math.max(state.version, replay.last());
  }

  /** What an entry recorded; its sentence comes with the board. */
  function recorded(entry) {
    const sentence = replay.view().steps[entry - 1]?.told[0];
    return sentence ? `Recorded ${entry}: ${sentence}` : `Recorded ${entry}.`;
  }
  /** Sends until an answer comes; the line is kept until then. */
  async function send(path, body, done) {
    if (state.sending) return 0;
    state.sending = { path, body };
    guard("all");
    busy();
    say("Sending…");
    const { answer, said } = await sendAct(path, body, () => say("Not saved yet: sending again.", "bad"));
    state.sending = null;
    if (answer.ok) {
      state.version = said.version;
      state.verdict = null;
      leave();
      say(done || recorded(said.version), "good");
    } else {
      say(whyNot(said), "bad");
      if (said.kind === "conflict") {
        state.version = said.version;
        catchUp();
      }
    }
    keep();
    busy();
    offer().finally(settle);
    return answer.ok ? said.version : 0;
  }
  async function catchUp() {
    try {
      const answer = await json(`/api/matches/${match.match}`);
      if (answer.ok) state.version = (await answer.json()).version;
    } catch {
      // The stream brings it.
    }
  }
  const url = (what) => `/api/matches/${match.match}/${what}`;
  /** Opens the line of an entry, over the board of that moment; on its way to Record, what happens to later entries is told. */
  async function correct(entry) {
    const answer = await json(`${url("corrections")}?${new URLSearchParams({ entry })}`);
    const said = await answer.json();
    if (!answer.ok) return say(said.detail || said.title, "bad");
    [state.correcting, state.removing, line.value] = [entry, false, said.line];
    say("");
    replay.show(entry);
    line.focus({ preventScroll: true });
    offer();
  }
  /** Empties the line; after a correction, the board of now comes back. */
  function leave() {
    line.value = "";
    state.correcting = 0;
    keep();
    live();
  }
  async function foretell(asked) {
    const [typed, entry, title] = [line.value.trim(), state.correcting, `Correct entry ${state.correcting}`];
    const remove = [`Remove entry ${entry}`, removing];
    if (!typed && !state.removing) {
      draw({ rows: [], verdict: { standing: "incomplete", text: `The line is empty. Type its new line, or choose ${remove[0]}.` }, title });
      return tell([], remove);
    }
    const wanted = state.removing ? { entry, strike: true } : { entry, line: typed };
    const answer = await json(`${url("corrections")}?${new URLSearchParams(wanted)}`);
    const said = await answer.json();
    if (asked !== state.ask) return;
    const [same, broken] = [!state.removing && typed === said.line, !answer.ok && whyNot(said)];
    const ready = state.removing ? `Record removes entry ${entry}; later entries stay.` : "Record replaces the entry with this line.";
    const told = broken ? [] : same ? [] : said.told.length ? said.told : ["All later entries stay the same."];
    const text = broken || (same ? "Change the line. Clear keeps it as it was." : said.possible ? ready : "This cannot be recorded: the list says why.");
    draw({ rows: [], verdict: { standing: broken ? "unreadable" : same || !said.possible ? "incomplete" : "legal", text }, title });
    tell(told, state.removing ? null : remove);
  }
  /** Removes the entry that is corrected, once its effects are read: Record does it. */
  function removing() {
    [line.value, state.removing] = ["", true];
    offer();
  }
  const act = (text, asPlayed) => send(url("acts"), { line: text, at_version: state.version, command_id: newActId(), as_played: asPlayed }).then(offerUndo);
  async function record() {
    // A touch before the answer to the line waits for it: the answer is the whole line, with its list closed.
    if (stale() && !(await offer()) && !state.lost) return;
    if ($("record").getAttribute("aria-disabled") === "true") return;
    if (state.correcting) send(url("corrections"), { entry: state.correcting, ...(state.removing ? { strike: true } : { line: line.value.trim() }), at_version: state.version, command_id: newActId() }, state.removing ? `Entry ${state.correcting} is removed.` : `Entry ${state.correcting} is corrected.`);
    else act(line.value === state.typed ? state.whole : line.value, state.verdict.standing === "illegal");
  }
  /** For ten seconds, a button that takes back what was recorded just now. */
  function offerUndo(recorded) {
    clearTimeout(state.undoing);
    $("undo-last").hidden = !recorded;
    $("undo-last").textContent = `Undo ${recorded}`;
    $("undo-last").onclick = () => undo(recorded);
    state.undoing = setTimeout(() => ($("undo-last").hidden = true), UNDO_TIME);
  }
  /** Takes the last action back; `only`: if no other entry came after this one. */
  async function undo(only = 0) {
    if (state.sending) return;
    live();
    offerUndo(0);
    let head = null;
    try {
      head = await (await json(`/api/matches/${match.match}`)).json();
    } catch {
      return say("No connection: nothing was taken back.", "bad");
    }
    if (only && head.version !== only) return say(`Entry ${head.version} came after it: Undo takes that one back first.`, "bad");
    if (!head.undo_to) return say("Nothing to undo: only the opening is left.", "bad");
    send(url("take-backs"), { to: head.undo_to, reason: "undo", at_version: head.version, command_id: newActId() }, `Undone: the match is as after entry ${head.undo_to}.`);
  }
  function clear() {
    leave();
    say("");
    offer();
    line.focus({ preventScroll: true });
  }

  $("record").addEventListener("click", record);
  $("undo").addEventListener("click", (event) => tooSoon(event) || undo());
  $("clear").addEventListener("click", clear);
  $("typing").addEventListener("submit", (event) => {
    event.preventDefault();
    record();
  });
  line.addEventListener("input", () => {
    state.removing = false;
    keep();
    live();
    offer();
  });
  const entryOf = (target) => Number(target.closest("#list button")?.querySelector(".at").textContent);
  onHold($("list"), (target) => entryOf(target) && correct(entryOf(target)));
  $("list").addEventListener("keydown", (event) => event.key === "E" && entryOf(event.target) && correct(entryOf(event.target)));
  line.addEventListener("keydown", (event) => {
    event.stopPropagation(); // the replay's keys do not apply in this field
    const digit = event.key >= "1" && event.key <= "9" && !line.value ? Number(event.key) : 0;
    if (digit && state.rows[digit - 1]) {
      event.preventDefault();
      pick(state.rows[digit - 1], false);
    } else if (event.key === "Tab" && !event.shiftKey && state.rows.length && line.value && !state.rows[0].complete) {
      event.preventDefault();
      pick(state.rows[0], false);
    } else if (event.key === "Escape") clear();
  });
  addEventListener("entries-came", () => {
    const entry = $("said").textContent.match(/^Recorded (\d+)\.$/)?.[1];
    if (entry) say(recorded(entry), "good");
    if (state.sending) return;
    renew();
    offer();
  });
  addEventListener("entry-shown", () => {
    if (looksBack() && narrow.matches && state.looking !== replay.entry()) $("panel").scrollIntoView();
    if (looksBack() || (state.looking && !state.correcting)) offer();
  });
  addEventListener("beforeunload", (event) => state.sending && event.preventDefault());
  /** The rows for another text, which leaves the line as it is. */
  const ask = async (typed) => {
    const answer = await offersFor(typed).catch(() => null);
    return answer?.ok ? (await answer.json()).rows : [];
  };
  /** What pointing at the board (touch.js) needs of this page. */
  globalThis.recording = { line, put, ask, record, pick, rows: () => (stale() ? [] : state.rows), records, looksBack, tooSoon };
  line.value = sessionStorage.getItem(`line-${match.match}`) || "";
  if (line.value) state.version = Number(sessionStorage.getItem(`at-${match.match}`)) || state.version;
  replay.begun(offer);
})();
