"use strict";
// The desk of an event: its forms record the commands that they are made from. Players have two buttons.
(() => {
  const url = (match, what) => `/api/matches/${match}/${what}`;
  const head = async (match) => (await fetch(`/api/matches/${match}`, { cache: "no-store" })).json();
  async function send(place, path, body) {
    const say = (text) => (place().textContent = text);
    say("…");
    const { answer, said } = await sendAct(path, body, () => say("Not saved yet: sending again."));
    if (answer.ok) dispatchEvent(new CustomEvent("event-changed"));
    say(answer.ok ? "Recorded." : whyNot(said));
    return answer.ok ? said : null;
  }
  /** The status line of a form, also after the page was drawn again. */
  const saidOf = (form) => () => document.querySelector(`[data-form="${CSS.escape(form.dataset.form)}"] .said`) || form.querySelector(".said");
  /** The value of a field, as a line writes it. */
  function written({ name, value, dataset, tagName }) {
    if (dataset.kind === "list") return `${name}=[${value.split(",").map((one) => one.trim()).filter(Boolean).map((one) => (/^\d+$/.test(one) ? one : JSON.stringify(one))).join(", ")}]`;
    return `${name}=${dataset.kind === "number" || (tagName === "SELECT" && name === "act") ? value : JSON.stringify(value)}`;
  }
  function command(form) {
    const fields = [...form.querySelectorAll("[name]")].filter((one) => one.value || one.required).map(written);
    if ("clocked" in form.dataset) fields.push(`at=${eventNow()}`);
    if (form.dataset.of) fields.push(`tournament=${form.dataset.of}`);
    return send(saidOf(form), url(form.dataset.stream, "acts"), { line: [form.dataset.command, ...fields].join(" "), at_version: Number(form.dataset.at), command_id: newActId() });
  }
  async function slip(form) {
    const [chosen] = form.elements.winner.selectedOptions;
    if (!chosen.value) return;
    const drawn = chosen.value === "drawn";
    const { table } = form.dataset;
    const gathering = document.getElementById("gathering").dataset.gathering;
    return send(saidOf(form), `/api/gatherings/${gathering}/slips`, { table: Number(table), winners: drawn ? [] : [chosen.dataset.name], drawn });
  }
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-command], [data-codes], .slip")) return;
    event.preventDefault();
    if (form.dataset.codes) return codes(form.dataset.codes, Number(form.elements.player.value));
    (form.matches(".slip") ? slip(form) : command(form))?.then((done) => done && form.reset());
  });
  document.addEventListener("click", async ({ target }) => {
    const button = target.closest("button");
    const undone = button?.closest("[data-undo]");
    if (undone) {
      const { undo, to, at } = undone.dataset;
      return send(() => document.querySelector(`[data-undo="${undo}"] .said`) || undone.querySelector(".said"), url(undo, "take-backs"), { to: Number(to), reason: "undo", at_version: Number(at), command_id: newActId() });
    }
    if (button?.dataset.own) return own(button);
  });
  async function own(button) {
    const { match, seat } = button.closest("[data-match]").dataset;
    const { version } = await head(match);
    const common = { at_version: version, command_id: newActId() };
    const said = () => document.querySelector(".own .said");
    if (button.dataset.own === "confirm") return send(said, url(match, "confirmations"), { seat: Number(seat), ...common });
    const done = await send(said, url(match, "claims"), { about: version, claim: "interpretation", text: "A judge is called to the table.", ...common });
    if (done) said().textContent = "A judge was called.";
  }
  /** A code for each player, or for one: it signs a phone in for the whole event. Shown once. */
  async function codes(tournament, only) {
    const { gathering } = document.getElementById("gathering").dataset;
    const event = await (await fetch(`/api/gatherings/${gathering}`)).json();
    const place = () => document.querySelector(`[data-codes-of="${tournament}"]`);
    const cards = [];
    const players = event.tournaments.find((one) => one.id === tournament).standings.map((line) => line.player);
    players.sort((one, other) => one.number - other.number);
    for (const { number, name } of players.filter((one) => !only || one.number === only)) {
      place().textContent = `Creating the code of ${name} …`;
      const { answer, said } = await sendAct("/api/tokens", { name: name.slice(0, 100), role: "player", match: gathering, tag: `tournament:${tournament}`, seat: number - 1 }, () => null);
      if (!answer.ok) return (place().textContent = whyNot(said));
      const card = document.createElement("figure");
      const label = Object.assign(document.createElement("figcaption"), { textContent: `${number} ${name}` });
      card.append(Object.assign(new Image(), { src: said.code, alt: `Sign-in code of ${name}` }), label);
      cards.push(card);
    }
    place().replaceChildren(...cards);
  }
})();
