"use strict";
// The overview of an event: each table a card, drawn by the server and changed as matches go on.
(() => {
  const tables = document.getElementById("tables");
  const stale = document.getElementById("stale");
  let source = null;
  const text = (card, name, value) => {
    const place = card.querySelector(`[data-${name}]`);
    if (place && place.textContent !== value) place.textContent = value;
  };
  const make = (name, text) => Object.assign(document.createElement(name), { textContent: text });
  function draw(name, attributes) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }
  function line({ name, seat, acts, gauge }) {
    const element = make("li", "");
    element.className = `seat${seat % 4}${acts ? " acts" : ""}`;
    element.append(make("span", `${acts ? "▶ " : ""}${name}`));
    if (!gauge) return element;
    const bar = draw("svg", { class: `bar${gauge.low ? " low" : ""}`, viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" });
    bar.append(draw("rect", { width: gauge.full, height: 10 }));
    element.append(bar, make("b", gauge.value));
    return element;
  }
  function show(one) {
    let card = document.getElementById(`table-${one.match}`);
    if (!card) {
      card = document.getElementById("table").content.firstElementChild.cloneNode(true);
      card.id = `table-${one.match}`;
      document.getElementById("nothing")?.remove();
    }
    card.querySelector("a")?.setAttribute("href", one.page);
    card.className = `table ${one.state}`;
    text(card, "title", one.title);
    text(card, "state", one.says);
    text(card, "game", one.game);
    text(card, "moment", one.moment);
    text(card, "last", one.last);
    card.querySelector("[data-players]").replaceChildren(...one.players.map(line));
    const ran = one.players.filter((player) => player.gauge);
    const graph = card.querySelector(".course");
    const courses = ran.map(({ seat, gauge }) => draw("path", { class: `seat${seat % 4} dash${seat % 4}`, d: gauge.course }));
    graph.replaceChildren(graph.firstElementChild, ...courses);
    if (card.dataset.order === one.order && card.parentNode) return;
    const headings = () => [...tables.querySelectorAll(".group")];
    if (!headings().some((other) => other.dataset.order === one.under)) put(Object.assign(make("h2", one.group), { className: "group" }), one.under);
    put(card, one.order);
    for (const other of headings()) if (!other.nextElementSibling?.matches(".table")) other.remove();
  }
  /** Puts an element in its place among the tables. */
  function put(element, order) {
    element.remove();
    tables.insertBefore(element, [...tables.children].find((other) => other.dataset.order > order) || null);
    element.dataset.order = order;
  }
  function connect() {
    source = new EventSource(`/api/live?${new URLSearchParams({ page: tables.dataset.page, view: tables.dataset.view })}`);
    source.addEventListener("open", () => (stale.hidden = true));
    source.addEventListener("table", (event) => show(JSON.parse(event.data)));
    source.addEventListener("error", () => {
      stale.hidden = false;
      if (source.readyState !== 2) return;
      setTimeout(connect, 2000);
    });
  }
  addEventListener("load", connect);
})();
