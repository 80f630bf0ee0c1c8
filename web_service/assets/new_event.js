"use strict";
// Creating an event: nothing is stored before all of it is there. What was typed survives a reload.
(() => {
  const form = document.getElementById("new-event");
  const said = form.querySelector(".said");
  const typed = [...form.elements].filter((one) => one.name);
  const kept = JSON.parse(sessionStorage.getItem("new-event") || "{}");
  for (const one of typed) if (kept[one.name]) one.value = kept[one.name];
  form.addEventListener("input", () => sessionStorage.setItem("new-event", JSON.stringify(Object.fromEntries(typed.map((one) => [one.name, one.value])))));
  const words = (text, between) => text.split(between).map((one) => one.trim()).filter(Boolean);
  document.getElementById("file").addEventListener("change", async ({ target }) => {
    if (!target.files.length) return;
    form.elements.players.value = await target.files[0].text();
    form.dispatchEvent(new Event("input"));
  });
  const id = newActId();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { title, players, game, rounds, minutes, tables, scorekeepers } = form.elements;
    const body = { title: title.value.trim(), players: words(players.value, "\n"), game: game.value, rounds: Number(rounds.value), minutes: Number(minutes.value), tables: Number(tables.value), scorekeepers: words(scorekeepers.value, ","), command_id: id };
    said.textContent = "Sending…";
    const { answer, said: found } = await sendAct("/api/gatherings", body, () => (said.textContent = "Not saved yet: sending again."));
    if (!answer.ok) return (said.textContent = whyNot(found));
    sessionStorage.removeItem("new-event");
    location.href = `/g/${found.gathering}`;
  });
})();
