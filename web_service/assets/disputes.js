"use strict";
// Ruling on a case: a ruling can be previewed before it is recorded, and each form is recorded only once.
(() => {
  const words = (text, between) => text.split(between).map((one) => one.trim()).filter(Boolean);
  const node = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

  /** How to read a field, by its `data-kind`. */
  const READ = {
    text: (field) => field.value.trim(),
    texts: (field) => words(field.value, ";"),
    choice: (field) => field.value,
    number: (field) => Number(field.value),
    flag: (field) => field.checked,
    seats: (field) => ticked(field).map(Number),
    rules: (field) => [...new Set([...ticked(field), ...words(field.elements.others.value, ",")])],
    nesteds: (field) => [...field.querySelectorAll(".row")].map(penalty).filter((one) => one.penalty).map(left),
  };
  const ticked = (field) => [...field.querySelectorAll(":checked[type=checkbox]")].map((one) => one.value);
  function penalty(row) {
    const { penalty, seat, person, amount } = Object.fromEntries([...row.querySelectorAll("[name]:enabled")].map((one) => [one.name, one.value]));
    return { penalty, seat: seat ? Number(seat) : null, person: seat ? "" : (person ?? ""), amount: Number(amount ?? 0) };
  }
  /** `guide` is sent as empty: the infraction guide then decides the penalty. */
  const left = (one) => (one.penalty === "guide" ? { ...one, penalty: "" } : one);
  /** The values of all enabled fields. */
  const meant = (form) => Object.fromEntries([...form.querySelectorAll("[data-kind]:enabled")].map((one) => [one.name, READ[one.dataset.kind](one)]));
  function shown(found) {
    const list = document.createElement("ul");
    const changed = found.changed.map(([where, was, is]) => `${where}: ${was || "nothing"} → ${is || "nothing"}`);
    list.append(...[...found.entries, ...found.guide ?? [], ...changed, ...(found.result ? [`Result: ${found.result}`] : [])].map((text) => node("li", text)));
    return [node("h4", "Would be recorded"), list];
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
      for (const one of form.querySelectorAll("[data-only]")) {
        const other = (one.closest(".row") ?? form).querySelector(`[name=${one.dataset.only}]`);
        one.hidden = !one.dataset.among.split(" ").includes(other.value);
        for (const field of one.querySelectorAll("[name]")) field.disabled = one.hidden;
      }
    };
    const row = form.querySelector(".row")?.cloneNode(true);
    form.querySelector(".another")?.addEventListener("click", ({ target }) => {
      target.before(row.cloneNode(true));
      fit();
      target.previousElementSibling.querySelector("select").focus();
    });
    form.addEventListener("change", fit);
    fit();
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing || !event.target.matches("input")) return;
      event.preventDefault(); // otherwise Enter would submit the form
      const stops = [...form.querySelectorAll("input, select, textarea, .foresee")].filter((one) => one.checkVisibility());
      stops[stops.indexOf(event.target) + 1].focus();
    });
    form.querySelector(".foresee")?.addEventListener("click", async () => {
      if (!form.reportValidity()) return;
      const { answer, said: found } = await sendAct(`${form.dataset.path}/foreseen`, meant(form), () => say("No answer yet: asking again.", "bad"));
      form.querySelector(".foreseen").replaceChildren(...(answer.ok ? shown(found) : []));
      answer.ok ? say("") : refused(found);
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
      if (!answer.ok) return refused(found);
      say(`Recorded ${found.version}.`, "good");
      location.reload();
    });
    /** Why nothing was recorded. What somebody else recorded first is known from here on, so that this form can be sent again. */
    function refused(found) {
      if (found.kind === "conflict") {
        form.elements.at_version.value = found.version;
        form.querySelector(".foreseen")?.replaceChildren();
      }
      say(whyNot(found), "bad");
    }
    addEventListener("beforeunload", (event) => sending && event.preventDefault());
  }
})();
