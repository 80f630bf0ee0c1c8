"use strict";
// Ruling on a case: what a ruling would bring is said before it is recorded, and recorded once.
(() => {
  const words = (text, between) => text.split(between).map((one) => one.trim()).filter(Boolean);
  const node = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

  /** What the fields mean; only what was filled in. */
  function meant(form) {
    const given = new FormData(form);
    const { about, ruling, version, back } = form.dataset;
    const body = { at_version: Number(version) };
    if (ruling) return { ...body, ruling: Number(ruling), ...(given.get("dice") ? { dice: given.get("dice") } : {}) };
    const penalty = given.get("penalty");
    const rules = [...given.getAll("rule"), ...words(given.get("rules"), ",")];
    return {
      ...body,
      about: Number(about),
      text: given.get("text").trim(),
      rules: [...new Set(rules)],
      error: Number(given.get("error")),
      remedy: given.get("remedy"),
      lines: words(given.get("lines"), ";"),
      later: back.split(" ").includes(given.get("remedy")) && given.has("later"),
      infraction: penalty ? given.get("infraction").trim() : "",
      penalties: penalty ? [{ seat: Number(given.get("seat")), penalty, amount: penalty === "score_adjustment" ? Number(given.get("amount")) : 0 }] : [],
      ...(given.get("decision") ? { decision: given.get("decision") } : {}),
    };
  }
  function shown(found) {
    const list = document.createElement("ul");
    const changed = found.changed.map(([where, was, is]) => `${where}: ${was || "nothing"} → ${is || "nothing"}`);
    list.append(...[...found.entries, ...changed, ...(found.result ? [`Result: ${found.result}`] : [])].map((text) => node("li", text)));
    return [node("h4", "It would be recorded"), list];
  }

  for (const form of document.querySelectorAll("form.act")) {
    const said = form.querySelector(".said");
    const button = form.querySelector(".main-act");
    let sending = false;
    const say = (text, kind = "") => {
      said.textContent = text;
      said.className = `whole said ${kind}`;
    };
    const fit = () => {
      const field = (name) => form.elements.namedItem(name);
      if (!field("remedy")) return;
      for (const one of form.querySelectorAll(".back")) one.hidden = !form.dataset.back.split(" ").includes(field("remedy").value);
      for (const one of form.querySelectorAll(".given")) one.hidden = !field("penalty").value;
    };
    form.addEventListener("change", fit);
    fit();
    form.querySelector(".foresee")?.addEventListener("click", async () => {
      const { answer, said: found } = await sendAct(`${form.dataset.path}/foreseen`, meant(form), () => say("No answer yet: asking again.", "bad"));
      form.querySelector(".foreseen").replaceChildren(...(answer.ok ? shown(found) : []));
      say(answer.ok ? "" : whyNot(found), "bad");
    });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (sending) return;
      sending = true;
      button.setAttribute("aria-disabled", "true");
      say("Sending…");
      const { answer, said: found } = await sendAct(form.dataset.path, { ...meant(form), command_id: newActId() }, () => say("Not saved yet: sending again.", "bad"));
      sending = false;
      button.removeAttribute("aria-disabled");
      if (!answer.ok) return say(whyNot(found), "bad");
      say(`Recorded ${found.version}.`, "good");
      location.reload();
    });
    addEventListener("beforeunload", (event) => sending && event.preventDefault());
  }
})();
