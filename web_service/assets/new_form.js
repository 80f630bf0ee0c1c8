"use strict";
// Creating an event or a match: nothing is stored before all of it is there. What was typed survives a reload.
(() => {
  const form = document.querySelector("#new-event, #new-match");
  const said = form.querySelector(".said");
  const typed = [...form.elements].filter((one) => one.name);
  const kept = JSON.parse(sessionStorage.getItem(form.id) || "{}");
  for (const one of typed) if (kept[one.name]) one.value = kept[one.name];
  const words = (text, between) => text.split(between).map((one) => one.trim()).filter(Boolean);
  /** Name and own deck of each player. */
  const entered = () => words(form.elements.players.value, "\n").map((line) => line.split(/[;\t]/).map((one) => one.trim()));
  /** Shows the deck field if the game has decks. It is required if a match needs decks and some player has none. */
  function askDeck() {
    const [{ dataset }] = form.elements.game.selectedOptions;
    const { deck } = form.elements;
    const names = words(dataset.decks || "", " ");
    for (const one of form.querySelectorAll("#deck, #own-deck")) one.hidden = !names.length && !("needed" in dataset);
    document.getElementById("decks").replaceChildren(...names.map((value) => Object.assign(document.createElement("option"), { value })));
    document.getElementById("need").textContent = dataset.need ? `A deck of this game needs ${dataset.need} cards.` : "";
    deck.disabled = document.getElementById("deck").hidden;
    deck.required = "needed" in dataset && !entered().every(([, own]) => own);
    deck.placeholder = deck.required ? "" : "unknown";
  }
  askDeck();
  form.addEventListener("input", askDeck);
  form.addEventListener("input", () => sessionStorage.setItem(form.id, JSON.stringify(Object.fromEntries(typed.map((one) => [one.name, one.value])))));
  document.getElementById("file")?.addEventListener("change", async ({ target }) => {
    if (!target.files.length) return;
    form.elements.players.value = await target.files[0].text();
    form.dispatchEvent(new Event("input"));
  });
  const id = newActId();
  /** Address, body and headers of an event, and the page that it leads to. */
  function anEvent(body, players, deck) {
    const { rounds, minutes, tables, scorekeepers } = form.elements;
    const more = { decks: Object.fromEntries(players.filter(([, own]) => own)), deck, rounds: Number(rounds.value), minutes: Number(minutes.value), tables: Number(tables.value), scorekeepers: words(scorekeepers.value, ","), command_id: id };
    return ["/api/event-days", { ...body, ...more }, {}, ({ gathering }) => `/g/${gathering}`];
  }
  /** The same for a match; its decks are keyed by seat number. */
  function aMatch(body, players, deck) {
    const all = players.map(([, own], seat) => [seat + 1, own || deck]).filter(([, one]) => one && one !== "unknown");
    const options = words(form.elements.options.value, ",").map((one) => [...one.split("=").map((part) => part.trim()), ""].slice(0, 2));
    return ["/api/matches", { ...body, decks: Object.fromEntries(all), options: Object.fromEntries(options) }, { "Idempotency-Key": id }, ({ match }) => `/m/${match}/record`];
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { title, deck, game } = form.elements;
    const players = entered();
    const body = { title: title.value.trim(), players: players.map(([name]) => name), game: game.value };
    const [path, sent, headers, page] = (form.id === "new-event" ? anEvent : aMatch)(body, players, deck.disabled ? "" : deck.value.trim());
    said.textContent = "Sending…";
    const { answer, said: found } = await sendAct(path, sent, () => (said.textContent = "Not saved yet: sending again."), headers);
    if (!answer.ok) return (said.textContent = whyNot(found));
    sessionStorage.removeItem(form.id);
    location.href = page(found);
  });
})();
