"use strict";
// An event day: rendered by the server, and again after each change. The clock runs here, by the server's time; the organiser's buttons
// send what the command line would.
(() => {
  const here = () => document.getElementById("event-day");
  const { event: eventId } = here().dataset;
  let ahead = Number(here().dataset.now) - Date.now() / 1000; // seconds by which the server's clock is ahead of ours
  const now = () => Math.floor(Date.now() / 1000 + ahead);

  function tick() {
    for (const clock of document.querySelectorAll("[data-clock]")) {
      const { clock: phase, ends, left } = clock.dataset;
      if (phase !== "running" && phase !== "paused") continue;
      const seconds = phase === "running" ? Number(ends) - now() : Number(left);
      const shown = `${Math.floor(Math.abs(seconds) / 60)}:${String(Math.abs(seconds) % 60).padStart(2, "0")}`;
      const words = ` ${seconds < 0 ? "over" : "left"}${phase === "paused" ? ", paused" : ""}`;
      clock.replaceChildren(`${here().classList.contains("show") && seconds < 0 ? "+" : ""}${shown}`, Object.assign(document.createElement("small"), { textContent: words }));
      clock.classList.toggle("over", seconds < 0);
    }
  }
  let asked = 0;
  let drawn = 0;
  /** Draws the newest state. Answers can overtake each other: an older one is not drawn over a newer one. */
  async function refresh() {
    const mine = ++asked;
    const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
    const text = answer?.ok ? await answer.text().catch(() => null) : null;
    if (text === null && (!answer || answer.ok || [429, 503].includes(answer.status))) setTimeout(() => mine === asked && refresh(), 2000);
    if (text === null || mine < drawn) return;
    drawn = mine;
    renew(here(), new DOMParser().parseFromString(text, "text/html").getElementById("event-day"));
    ahead = Number(here().dataset.now) - Date.now() / 1000;
    narrow();
    tick();
    fill();
  }
  /** Identity of an element. If it changes, the element is replaced, so that a touch cannot hit a button with a new meaning. */
  const key = ({ nodeName, id, dataset: { form, key, act, round, to } = {} }) => [nodeName, id, form, key, act, round, to].join();
  /** Updates an element to match a newly rendered one. Its elements stay, so that nobody loses what is typed, chosen, opened or being touched. */
  function renew(part, drawnAnew) {
    if (part.nodeType !== Node.ELEMENT_NODE) part.nodeValue = drawnAnew.nodeValue;
    else if (!part.matches(".said, #stale, [data-codes-of]")) {
      const attributes = [...part.attributes].filter(({ name }) => name !== "open" && !drawnAnew.hasAttribute(name));
      for (const { name } of attributes) part.removeAttribute(name);
      for (const { name, value } of drawnAnew.attributes) if (part.getAttribute(name) !== value) part.setAttribute(name, value);
      renewChildren(part, [...drawnAnew.childNodes]);
    }
  }
  function renewChildren(part, wanted) {
    let place = part.firstChild;
    for (const one of wanted) {
      let kept = place;
      while (kept && key(kept) !== key(one)) kept = kept.nextSibling;
      if (!kept) part.insertBefore(one, place);
      else {
        while (place !== kept) place = removed(place);
        renew(kept, one);
        place = kept.nextSibling;
      }
    }
    while (place) place = removed(place);
  }
  function removed(node) {
    const next = node.nextSibling;
    node.remove();
    return next;
  }
  /** Hides the table and standings rows without the typed name or number. */
  function narrow() {
    const wanted = (document.getElementById("find")?.value || "").trim().toLowerCase();
    const numbered = /^\d+$/.test(wanted);
    const meant = (row) => (numbered ? [...row.querySelectorAll(".tables b, small")].some((one) => one.textContent === wanted) : row.textContent.toLowerCase().includes(wanted));
    for (const row of document.querySelectorAll(".tables tbody tr, .standings tbody tr")) row.hidden = Boolean(wanted) && !meant(row);
  }
  async function desk({ target }) {
    const button = target.closest("[data-desk] button");
    if (!button || (button.dataset.ask && !confirm(button.dataset.ask))) return;
    const place = button.closest("[data-desk]");
    const tournament = place.dataset.desk;
    const { round, act } = button.dataset;
    if (round && !place.reportValidity()) return;
    const deck = Number(place.querySelector("[name=deck]")?.value);
    const decks = deck ? { 1: deck, 2: deck } : {};
    const kit = place.querySelector("[name=kit]")?.value || "";
    const minutes = act === "extend" ? " minutes=5" : "";
    const [path, body] = round
      ? [`/api/event-days/${eventId}/rounds`, { round: Number(round), tournament, decks, kit }]
      : [`/api/matches/${eventId}/acts`, { line: `set_clock ${act} ${now()}${minutes} tournament=${tournament}`, at_version: Number(here().dataset.version), command_id: newActId() }];
    const say = (text) => (document.querySelector(`[data-desk="${tournament}"] .said`).textContent = text);
    say("…");
    const { answer, said } = await sendAct(path, body, () => say("not saved yet: sending again"));
    say(answer.ok ? "" : whyNot(said));
    await refresh();
  }
  document.addEventListener("input", ({ target }) => target.id === "find" && narrow());
  document.addEventListener("click", desk);
  document.addEventListener("submit", (event) => event.target.matches("[data-desk]") && event.preventDefault());
  addEventListener("event-changed", refresh);
  globalThis.eventNow = now;
  function connect() {
    const source = new EventSource(`/api/event-days/${eventId}/live`);
    source.addEventListener("open", () => (document.getElementById("stale").hidden = true));
    source.addEventListener("gathering", (event) => JSON.parse(event.data).mark !== here().dataset.mark && refresh());
    source.addEventListener("error", () => {
      document.getElementById("stale").hidden = false;
      if (source.readyState === 2) setTimeout(connect, 2000);
    });
  }
  /** Pairings as large as the screen has room for, so that they can be read from afar. */
  function fill() {
    for (const list of document.querySelectorAll(".pairings")) {
      const room = innerHeight - list.getBoundingClientRect().top - scrollY;
      const [columns, most] = list.children.length > 7 && innerWidth > 759 ? [2, 0.04] : [1, 0.08];
      const high = Math.max(0.034, Math.min(most, ((room / innerHeight) * columns * 0.55) / list.children.length)) * innerHeight;
      list.style.columns = columns;
      let size = Math.min(high, (0.05 * innerWidth) / columns);
      list.style.fontSize = `${size}px`;
      // Long names take two lines: reduce the font size until no row is cut off.
      while (list.getBoundingClientRect().bottom > innerHeight && size * 0.95 > 0.034 * innerHeight) list.style.fontSize = `${(size *= 0.95)}px`;
    }
  }
  /** Scrolls the projector's page on by a screen, and back to the top at the end. */
  function turn() {
    const rest = document.documentElement.scrollHeight - scrollY - innerHeight;
    const clock = document.querySelector("h2")?.offsetHeight || 0;
    scrollTo({ top: rest > 8 ? scrollY + (innerHeight - clock) * 0.9 : 0 });
    if (rest <= 8) refresh().then(fill);
  }
  if (here().classList.contains("show")) {
    setInterval(turn, 8000);
    addEventListener("load", fill);
    addEventListener("resize", fill);
  }
  setInterval(tick, 1000);
  addEventListener("load", connect);
  narrow();
  tick();
})();
