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
  function show(one) {
    let card = document.getElementById(`table-${one.match}`);
    if (!card) {
      card = document.getElementById("table").content.firstElementChild.cloneNode(true);
      card.id = `table-${one.match}`;
      card.querySelector("a").href = `/m/${one.match}`;
      document.getElementById("nothing")?.remove();
    }
    card.className = `table ${one.state}`;
    text(card, "title", one.title);
    text(card, "state", one.says);
    text(card, "game", one.game);
    text(card, "moment", one.moment);
    text(card, "last", one.last);
    const lines = one.players.map((player) => {
      const line = document.createElement("li");
      line.className = player.acts ? "acts" : "";
      const name = document.createElement("span");
      name.textContent = `${player.acts ? "▶ " : ""}${player.name}`;
      const value = document.createElement("b");
      value.textContent = player.value;
      line.append(name, value);
      return line;
    });
    card.querySelector("[data-players]").replaceChildren(...lines);
    const place = [...tables.children].find((other) => other !== card && (other.dataset.order || "9") > one.order);
    if (card.dataset.order !== one.order || !card.parentNode) tables.insertBefore(card, place || null);
    card.dataset.order = one.order;
  }
  function connect() {
    source = new EventSource("/api/live");
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
