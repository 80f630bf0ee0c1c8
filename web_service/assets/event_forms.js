"use strict";
// The forms of an event, for its organiser: they record the commands that they are made from. Players have two buttons.
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
  /** A field as `name=value` in a command line. */
  function written({ name, value, dataset, tagName }) {
    if (dataset.kind === "list") return `${name}=[${value.split(",").map((one) => one.trim()).filter(Boolean).map((one) => (/^\d+$/.test(one) ? one : JSON.stringify(one))).join(", ")}]`;
    return `${name}=${dataset.kind === "number" || (tagName === "SELECT" && ["act", "instead"].includes(name)) ? value : JSON.stringify(value)}`;
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
    const { event: eventId } = document.getElementById("event-day").dataset;
    return send(saidOf(form), `/api/event-days/${eventId}/slips`, { table: Number(table), winners: drawn ? [] : [chosen.dataset.name], drawn });
  }
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-command], [data-codes], [data-official], .slip")) return;
    event.preventDefault();
    if (form.dataset.codes) return codes(form);
    if (form.dataset.official) return officialCode(form);
    if (form.dataset.ask && !confirm(form.dataset.ask)) return;
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
  /** Creates a sign-in code and shows it, replacing the player's earlier one. */
  async function code(form, place, label, sent) {
    const said = saidOf(form);
    said().textContent = `Creating the code of ${label} …`;
    const { answer, said: given } = await sendAct("/api/tokens", sent, () => null);
    said().textContent = answer.ok ? "" : whyNot(given);
    if (!answer.ok) return false;
    const shown = Object.assign(document.createElement("figure"), { title: label });
    const text = Object.assign(document.createElement("code"), { textContent: given.address });
    const caption = document.createElement("figcaption");
    caption.append(label, document.createElement("br"), text);
    shown.append(Object.assign(new Image(), { src: given.code, alt: `Sign-in code of ${label}` }), caption);
    const all = document.querySelector(`[data-codes-of="${place}"]`);
    const former = place !== "officials" && [...all.children].find((one) => one.title === label);
    if (former) former.replaceWith(shown);
    else all.append(shown);
    return true;
  }
  /** A code for each player, or for one: it signs a phone in for the whole event. */
  async function codes(form) {
    const { event: eventId } = document.getElementById("event-day").dataset;
    const [tournament, only] = [form.dataset.codes, Number(form.elements.player.value)];
    const given = (await (await fetch("/api/tokens", { cache: "no-store" })).json()).filter((one) => one.match === eventId && one.tag === `tournament:${tournament}`).length;
    if (!only && given && !confirm(`${given} ${given === 1 ? "player has a code" : "players have codes"}. Create new codes for all players? The old ones stop working.`)) return;
    const event = await (await fetch(`/api/event-days/${eventId}`)).json();
    const players = event.tournaments.find((one) => one.id === tournament).standings.map((line) => line.player);
    players.sort((one, other) => one.number - other.number);
    for (const { number, name } of players.filter((one) => !only || one.number === only)) {
      const sent = { name: name.slice(0, 100), role: "player", match: eventId, tag: `tournament:${tournament}`, seat: number - 1 };
      if (!(await code(form, tournament, `${number} ${name}`, sent))) return;
    }
  }
  /** A code for a judge of the event, or for the scorekeeper of one of its tables. */
  async function officialCode(form) {
    const { event: eventId } = document.getElementById("event-day").dataset;
    const [role, table, name] = [form.dataset.official, form.elements.table?.value, form.elements.name.value.trim()];
    const tag = `gathering:${eventId}${table ? `/${table}` : ""}`;
    if (await code(form, "officials", `${name}, ${table ? `table ${table}` : role}`, { name, role, tag })) form.reset();
  }
})();
