"use strict";
// A replay page that follows its match: what comes in, whether the line stands, LIVE or REPLAY. Boards are drawn by replay.js.
(() => {
  const $ = (id) => document.getElementById(id);
  const { match } = replay;
  const badge = $("badge");
  const behind = $("behind");
  const stale = $("stale");
  let source = null;
  let waiting = 0;
  let pause = 1000;
  let open = false;
  let gone = false;

  const over = () => Boolean(replay.view().boards.at(-1).result);
  function standing() {
    const newer = replay.last() - replay.entry();
    badge.textContent = newer ? "REPLAY" : over() ? "OVER" : "LIVE";
    badge.classList.toggle("now-live", !newer && !over());
    behind.hidden = !newer;
    behind.textContent = `+${newer} Live`;
    stale.hidden = open;
    stale.textContent = gone ? "Not allowed any more: sign in again." : "No connection: this page may be out of date.";
    document.body.toggleAttribute("data-stale", !open);
  }

  function connect() {
    clearTimeout(waiting);
    source?.close();
    const asked = new URLSearchParams({ after: replay.last(), view: match.view });
    source = new EventSource(`/api/matches/${match.match}/live?${asked}`);
    source.addEventListener("open", () => {
      [open, pause] = [true, 1000];
      standing();
    });
    source.addEventListener("entry", (event) => {
      const growth = JSON.parse(event.data);
      if (growth.entry <= replay.last()) return;
      if (growth.entry !== replay.last() + 1) return connect();
      queue.push(growth);
      if (queue.length === 1) setTimeout(take, 0);
    });
    source.addEventListener("whole", (event) => {
      const data = JSON.parse(event.data);
      match.plan = data.plan;
      replay.replaced(data.view, data.entry);
      standing();
    });
    source.addEventListener("bye", lost);
    source.addEventListener("error", lost);
  }
  /** Entries that arrived together are drawn in one step. */
  const queue = [];
  function take() {
    const growths = queue.splice(0);
    const next = growths.filter((one, index) => one.entry === replay.last() + 1 + index);
    if (next.length) replay.grown(next);
    standing();
    dispatchEvent(new CustomEvent("entries-came"));
    if (next.length < growths.length) connect();
  }
  async function lost() {
    open = false;
    source.close();
    standing();
    waiting = setTimeout(async () => {
      try {
        const answer = await fetch(`/api/matches/${match.match}`, { cache: "no-store" });
        gone = answer.status === 401 || answer.status === 403 || answer.status === 404;
        if (answer.ok) return connect();
      } catch {
        // No server, or no network: it is asked again.
      }
      pause = Math.min(pause * 1.3, 1500);
      lost();
    }, pause);
    pause = Math.max(pause, 700);
  }

  behind.addEventListener("click", () => replay.show(replay.last()));
  addEventListener("entry-shown", standing);
  addEventListener("online", () => open || connect());
  document.addEventListener("visibilitychange", () => document.hidden || open || connect());
  replay.begun(() => {
    standing();
    connect();
  });
})();
