"use strict";
// A gathering: drawn by the server, drawn anew when it changed. The clock runs here, by the server's time; the organiser's buttons
// send what the command line would.
(() => {
  const here = () => document.getElementById("gathering");
  const { gathering } = here().dataset;
  let ahead = Number(here().dataset.now) - Date.now() / 1000; // of the server's clock before ours
  const now = () => Math.floor(Date.now() / 1000 + ahead);

  function tick() {
    for (const clock of document.querySelectorAll("[data-clock]")) {
      const { clock: phase, ends, left } = clock.dataset;
      if (phase !== "running" && phase !== "paused") continue;
      const seconds = phase === "running" ? Number(ends) - now() : Number(left);
      const shown = `${Math.floor(Math.abs(seconds) / 60)}:${String(Math.abs(seconds) % 60).padStart(2, "0")}`;
      clock.textContent = `${shown} ${seconds < 0 ? "over" : "left"}${phase === "paused" ? ", stands still" : ""}`;
      clock.classList.toggle("over", seconds < 0);
    }
  }
  async function refresh() {
    const typed = document.getElementById("find")?.value;
    const focused = document.activeElement?.id === "find";
    const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
    if (!answer?.ok) return;
    const said = [...document.querySelectorAll(".said")].map((one) => one.textContent);
    here().replaceWith(new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("gathering"));
    ahead = Number(here().dataset.now) - Date.now() / 1000;
    document.querySelectorAll(".said").forEach((one, place) => (one.textContent = said[place] || ""));
    const find = document.getElementById("find");
    if (find) find.value = typed ?? "";
    if (focused) find?.focus();
    narrow();
    tick();
  }
  /** Typing a name or number leaves the tables where it plays. */
  function narrow() {
    const wanted = (document.getElementById("find")?.value || "").trim().toLowerCase();
    const numbered = /^\d+$/.test(wanted);
    const meant = (row) => (numbered ? [...row.querySelectorAll(".tables b, small")].some((one) => one.textContent === wanted) : row.textContent.toLowerCase().includes(wanted));
    for (const row of document.querySelectorAll(".tables tbody tr, .standings tbody tr")) row.hidden = Boolean(wanted) && !meant(row);
  }
  async function desk({ target }) {
    const button = target.closest("[data-desk] button");
    if (!button) return;
    const place = button.closest("[data-desk]");
    const tournament = place.dataset.desk;
    const { round, act } = button.dataset;
    const minutes = act === "extend" ? " minutes=5" : "";
    const [path, body] = round
      ? [`/api/gatherings/${gathering}/rounds`, { round: Number(round), tournament }]
      : [`/api/matches/${gathering}/acts`, { line: `set_clock ${act} ${now()}${minutes} tournament=${tournament}`, at_version: Number(here().dataset.version), command_id: newActId() }];
    const say = (text) => (document.querySelector(`[data-desk="${tournament}"] .said`).textContent = text);
    say("…");
    const { answer, said } = await sendAct(path, body, () => say("not saved yet: sending again"));
    say(answer.ok ? "" : whyNot(said));
    await refresh();
  }
  document.addEventListener("input", ({ target }) => target.id === "find" && narrow());
  document.addEventListener("click", desk);
  function connect() {
    const source = new EventSource(`/api/gatherings/${gathering}/live`);
    source.addEventListener("open", () => (document.getElementById("stale").hidden = true));
    source.addEventListener("gathering", (event) => JSON.parse(event.data).mark !== here().dataset.mark && refresh());
    source.addEventListener("error", () => {
      document.getElementById("stale").hidden = false;
      if (source.readyState === 2) setTimeout(connect, 2000);
    });
  }
  /** A projector shows all of it, a screen at a time. */
  function turn() {
    const rest = document.documentElement.scrollHeight - scrollY - innerHeight;
    scrollTo({ top: rest > 8 ? scrollY + innerHeight * 0.9 : 0 });
  }
  if (here().classList.contains("show")) setInterval(turn, 8000);
  setInterval(tick, 1000);
  addEventListener("load", connect);
  narrow();
  tick();
})();
