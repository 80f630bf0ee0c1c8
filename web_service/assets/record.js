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
  const state = { rows: [], verdict: null, version: replay.last(), sending: null, ask: 0, asPlayed: false, undoing: 0, correcting: 0 };
  const say = (text, kind = "") => {
    $("said").textContent = text;
    $("said").className = `said ${kind}`;
  };
  const json = (url, options) => fetch(url, { cache: "no-store", ...options });

  /** What may follow the typed line, and what the line would come to. */
  async function offer() {
    const asked = ++state.ask;
    if (state.correcting) return foretell(asked);
    try {
      const answer = await json(`/api/matches/${match.match}/offers?${new URLSearchParams({ typed: line.value })}`);
      if (asked !== state.ask) return;
      if (!answer.ok) return say(answer.status === 429 ? "A little slower, please." : (await answer.json()).title, "bad");
      const found = await answer.json();
      if (asked !== state.ask) return;
      draw(found);
      return found;
    } catch {
      if (asked === state.ask) say("No connection: nothing can be offered now.", "bad");
    }
  }
  /** A title and the arguments behind it; a row without a title, as it is written. */
  const wording = ({ title, label }) => (title ? [make("strong", "", title), ` ${label.split(" ").slice(1).join(" ")}`] : [label]);
  function draw({ rows, verdict, title }) {
    Object.assign(state, { rows, verdict, asPlayed: false });
    $("offers").replaceChildren(
      ...rows.slice(0, SHOWN).map((row, index) => {
        const button = make("button", `offer${records(row) ? "" : " more"}`, make("b", "", String(index + 1)), make("span", "", ...wording(row), row.complete ? null : make("span", "further", row.count > 1 ? ` … ${row.count} ways` : " …")), row.note ? make("span", "further", row.note) : null);
        button.type = "button";
        onHold(button, () => pick(index, false));
        button.addEventListener("click", () => pick(index));
        return make("li", "", button);
      }),
    );
    verdictOf(verdict, title);
  }
  function verdictOf({ standing, text, violations }, title) {
    const broken = (violations || []).map((one) => `[${one.rule}] ${one.text}`).join("; ");
    const words = { empty: "Choose, or type.", legal: text || "Legal.", incomplete: text || "More is to be given.", unreadable: text, impossible: `Impossible: ${broken}`, illegal: `Against a rule: ${broken}` };
    $("verdict").textContent = `${title ? `${title}: ` : ""}${words[standing]}`;
    $("verdict").className = `verdict ${standing}`;
    $("record").textContent = standing === "illegal" ? "Record as played" : "Record";
    busy();
  }
  function busy() {
    const ready = ["legal", "illegal"].includes(state.verdict?.standing) && !state.sending;
    $("record").setAttribute("aria-disabled", String(!ready));
    $("undo").setAttribute("aria-disabled", String(Boolean(state.sending)));
  }
  /** Whether a touch on a row records it: it is whole and legal, and says which card where one could be named. */
  const records = (row) => row.complete && !row.violations?.length && line.value.trim() === (unnamed(row) ?? line.value.trim());
  /** What stands before a card that could be named. */
  const unnamed = (row) => row.line.match(/^(.*?) \?\?(?: |$)/)?.[1];
  /** Takes a row: records it, or puts it into the line where something is open or `now` is false. */
  function pick(index, now = true) {
    const row = state.rows[index];
    if (!row || state.sending) return;
    if (now && records(row)) return act(row.line, false);
    const named = row.complete && !row.violations?.length ? unnamed(row) : undefined;
    return put(named === undefined || named === line.value.trim() ? row.line : `${named} `);
  }
  function put(text) {
    line.value = text;
    sessionStorage.setItem(`line-${match.match}`, text);
    if (text.endsWith(" ") && state.rows.length < 2) line.focus({ preventScroll: true });
    return offer();
  }

  /** Sends until an answer comes; the line is kept as long. */
  async function send(path, body, done) {
    if (state.sending) return 0;
    state.sending = { path, body };
    busy();
    say("Sending…");
    const { answer, said } = await sendAct(path, body, () => say("Not saved yet: sending again.", "bad"));
    state.sending = null;
    if (answer.ok) {
      state.version = said.version;
      leave();
      say(`Recorded ${said.version}.${done ? ` ${done}` : ""}`, "good");
    } else {
      say(whyNot(said), "bad");
      if (said.kind === "conflict") {
        state.version = said.version;
        catchUp();
      }
    }
    busy();
    offer();
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
    replay.show(entry);
    state.correcting = entry;
    line.value = said.line;
    line.focus({ preventScroll: true });
    offer();
  }
  /** Empties the line; after a correction, the board of now comes back. */
  function leave() {
    line.value = "";
    sessionStorage.removeItem(`line-${match.match}`);
    if (state.correcting) replay.show(replay.last());
    state.correcting = 0;
  }
  async function foretell(asked) {
    const typed = line.value;
    const answer = await json(`${url("corrections")}?${new URLSearchParams({ entry: state.correcting, line: typed })}`);
    const said = await answer.json();
    if (asked !== state.ask) return;
    const [same, broken] = [typed === said.line, !answer.ok && whyNot(said)];
    const told = broken ? [] : same ? [] : said.told.length ? said.told : ["All later entries stay the same."];
    draw({ rows: [], verdict: { standing: broken ? "unreadable" : same || !said.possible ? "incomplete" : "legal", text: broken || (same ? "Change the line; Clear leaves it." : "Record puts this line in its place.") }, title: `Correct entry ${state.correcting}` });
    $("offers").replaceChildren(...told.map((text) => make("li", "", text)));
  }
  const act = (text, asPlayed) => send(url("acts"), { line: text, at_version: state.version, command_id: newActId(), as_played: asPlayed }).then(offerUndo);
  function record() {
    if ($("record").getAttribute("aria-disabled") === "true") return;
    if (state.correcting) send(url("corrections"), { entry: state.correcting, line: line.value, at_version: state.version, command_id: newActId() }, "Corrected.");
    else act(line.value, state.verdict.standing === "illegal");
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
    offerUndo(0);
    let head = null;
    try {
      head = await (await json(`/api/matches/${match.match}`)).json();
    } catch {
      return say("No connection: nothing was taken back.", "bad");
    }
    if (only && head.version !== only) return say(`Entry ${head.version} came after it: Undo takes that one back first.`, "bad");
    if (!head.undo_to) return say("Nothing to undo: only the opening stands.", "bad");
    send(url("take-backs"), { to: head.undo_to, reason: "undo", at_version: head.version, command_id: newActId() }, "Taken back.");
  }
  function clear() {
    leave();
    say("");
    offer();
    line.focus({ preventScroll: true });
  }

  $("record").addEventListener("click", record);
  $("undo").addEventListener("click", () => undo());
  $("clear").addEventListener("click", clear);
  $("typing").addEventListener("submit", (event) => {
    event.preventDefault();
    record();
  });
  line.addEventListener("input", () => {
    sessionStorage.setItem(`line-${match.match}`, line.value);
    offer();
  });
  const entryOf = (target) => Number(target.closest("#list button")?.querySelector(".at").textContent);
  onHold($("list"), (target) => entryOf(target) && correct(entryOf(target)));
  $("list").addEventListener("keydown", (event) => event.key === "E" && entryOf(event.target) && correct(entryOf(event.target)));
  line.addEventListener("keydown", (event) => {
    event.stopPropagation(); // keys of the replay are not meant here
    const digit = event.key >= "1" && event.key <= "9" && !line.value ? Number(event.key) : 0;
    if (digit && state.rows[digit - 1]) {
      event.preventDefault();
      pick(digit - 1, false);
    } else if (event.key === "Tab" && !event.shiftKey && state.rows.length && line.value && !state.rows[0].complete) {
      event.preventDefault();
      pick(0, false);
    } else if (event.key === "Escape") clear();
  });
  addEventListener("entries-came", () => {
    if (state.sending) return;
    state.version = Math.max(state.version, replay.last());
    offer();
  });
  addEventListener("beforeunload", (event) => state.sending && event.preventDefault());
  /** What pointing at the board (touch.js) needs of this page. */
  globalThis.recording = { line, put, record, pick: (row) => pick(state.rows.indexOf(row)), rows: () => state.rows, records };
  line.value = sessionStorage.getItem(`line-${match.match}`) || "";
  replay.begun(offer);
})();
