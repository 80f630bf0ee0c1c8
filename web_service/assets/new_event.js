"use strict";
// Creating an event: nothing is stored before all of it is there. What was typed survives a reload.
(() => {
  const form = document.getElementById("new-event");
  const said = form.querySelector(".said");
  const typed = [...form.elements].filter((one) => one.name);
  const kept = JSON.parse(sessionStorage.getItem("new-event") || "{}");
  for (const one of typed) if (kept[one.name]) one.value = kept[one.name];
  const words = (text, between) => text.split(between).map((one) => one.trim()).filter(Boolean);
  /** Name and own deck of each player. */
  const entered = () => words(form.elements.players.value, "\n").map((line) => line.split(/[;\t]/).map((one) => one.trim()));
  /** The deck is asked for where the game has decks; it may be left out where each player has one, or a match needs none. */
  function askDeck() {
    const [{ dataset }] = form.elements.game.selectedOptions;
    const { deck } = form.elements;
    const names = words(dataset.decks || "", " ");
    document.getElementById("deck").hidden = !names.length && !("needed" in dataset);
    document.getElementById("decks").replaceChildren(...names.map((value) => Object.assign(document.createElement("option"), { value })));
    document.getElementById("need").textContent = dataset.need ? `A deck of this game ${dataset.need} cards.` : "";
    deck.disabled = document.getElementById("deck").hidden;
    deck.required = "needed" in dataset && !entered().every(([, own]) => own);
  }
  askDeck();
  form.addEventListener("input", askDeck);
  form.addEventListener("input", () => sessionStorage.setItem("new-event", JSON.stringify(Object.fromEntries(typed.map((one) => [one.name, one.value])))));
  document.getElementById("file").addEventListener("change", async ({ target }) => {
    if (!target.files.length) return;
    form.elements.players.value = await target.files[0].text();
    form.dispatchEvent(new Event("input"));
  });
  const id = newActId();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { title, deck, game, rounds, minutes, tables, scorekeepers } = form.elements;
    const body = { title: title.value.trim(), players: entered().map(([name]) => name), decks: Object.fromEntries(entered().filter(([, own]) => own)), deck: deck.disabled ? "" : deck.value.trim(), game: game.value, rounds: Number(rounds.value), minutes: Number(minutes.value), tables: Number(tables.value), scorekeepers: words(scorekeepers.value, ","), command_id: id };
    said.textContent = "Sending…";
    const { answer, said: found } = await sendAct("/api/gatherings", body, () => (said.textContent = "Not saved yet: sending again."));
    if (!answer.ok) return (said.textContent = whyNot(found));
    sessionStorage.removeItem("new-event");
    location.href = `/g/${found.gathering}`;
  });
})();
