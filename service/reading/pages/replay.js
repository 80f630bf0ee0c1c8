"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const board = document.getElementById("board");
  const where = document.getElementById("where");
  const rows = [...document.querySelectorAll("li[data-version]")];
  const last = data.boards.length - 1;
  let position = -1;

  function go(wanted, focus = true) {
    const next = Math.max(0, Math.min(last, wanted));
    if (next === position) return;
    position = next;
    board.innerHTML = data.boards[position].map((line) => data.lines[line]).join("\n");
    where.textContent = `${data.match}/${position + 1} · entry ${position + 1} of ${last + 1} · ${data.moments[position]}`;
    rows.forEach((row, index) => {
      if (index === position) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    });
    if (focus) rows[position].scrollIntoView({ block: "nearest" });
    for (const [id, dead] of [["first", position === 0], ["back", position === 0], ["on", position === last], ["last", position === last]]) {
      document.getElementById(id).disabled = dead;
    }
    history.replaceState(null, "", `#${position + 1}`);
  }
  function turn(step) {
    const starts = data.turns;
    const next = step > 0 ? starts.find((start) => start > position) : starts.findLast((start) => start < position);
    if (next !== undefined) go(next);
  }
  const acts = {
    first: () => go(0), back: () => go(position - 1), on: () => go(position + 1), last: () => go(last),
    turnBack: () => turn(-1), turnOn: () => turn(1),
  };
  const keys = {
    ArrowLeft: "back", k: "back", ArrowRight: "on", j: "on", "[": "turnBack", "]": "turnOn",
    Home: "first", g: "first", End: "last", G: "last",
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
    event.preventDefault();
    acts[keys[event.key]]();
  });
  for (const id of Object.keys(acts)) document.getElementById(id).addEventListener("click", acts[id]);
  rows.forEach((row, index) => row.addEventListener("click", () => go(index, false)));
  document.getElementById("controls").hidden = false;
  // `#12` and `#12.3` name the entry, as the end of an address does.
  const asked = () => (Number.parseInt(location.hash.slice(1), 10) || position + 1 || data.first) - 1;
  addEventListener("hashchange", () => go(asked()));
  go(asked());
})();
