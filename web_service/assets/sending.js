"use strict";
/** Sends an act until an answer comes, and tells `waiting` each time that none did: nobody knows then whether it arrived, and with
 * the same `command_id` it is stored once. */
async function sendAct(path, body, waiting, headers = {}) {
  for (let pause = 500; ; pause = Math.min(pause * 2, 4000)) {
    let answer = null;
    try {
      answer = await fetch(path, { method: "POST", cache: "no-store", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) });
    } catch {
      // no connection
    }
    if (answer && answer.status !== 503 && answer.status !== 429) {
      return { answer, said: await answer.json().catch(() => ({ title: "The answer cannot be read." })) };
    }
    waiting();
    await new Promise((later) => setTimeout(later, pause));
  }
}
/** A random command id. */
const newActId = () => [...crypto.getRandomValues(new Uint8Array(9))].map((one) => one.toString(36).padStart(2, "0")).join("");
/** Does something when an element is held for half a second, by touch or mouse. The click that ends it does nothing, whatever is
 * under the finger by then. */
function onHold(element, act) {
  const noClick = (event) => event.detail && event.stopImmediatePropagation();
  element.addEventListener("pointerdown", ({ target }) => {
    const timer = setTimeout(() => {
      addEventListener("click", noClick, true);
      addEventListener("pointerdown", () => removeEventListener("click", noClick, true), { once: true, capture: true });
      act(target);
    }, 500);
    const end = () => clearTimeout(timer);
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, end, { once: true, capture: true });
    element.addEventListener("pointerleave", end, { once: true });
  });
  element.addEventListener("contextmenu", (event) => event.preventDefault());
}
/** Why an act was not recorded, in a line. */
function whyNot(said) {
  if (said.kind === "conflict") return `${said.by || "Someone else"} recorded entry ${said.version} first. Look at it, then record yours again.`;
  const rules = (said.broken || []).map((one) => `[${one.rule}] ${[one.title, one.text].filter(Boolean).join(": ")}`).join("; ");
  return `Not recorded. ${rules || said.detail || said.title}`;
}
