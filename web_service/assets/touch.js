"use strict";
// Pointing at the board: a touched card, square or zone offers its actions by title; a second one, or a drag onto it, chooses
// among them. Cards are buttons, so that keyboards and screen readers do the same.
(() => {
  const board = document.getElementById("board");
  const { line, put, record, pick, rows, records, tooSoon } = recording;
  const PARTS = "[data-square], [data-name], [data-title]";
  const NEAR = 12;
  const partAt = (x, y) => document.elementFromPoint(x, y)?.closest(PARTS);
  const wordOf = ({ dataset }) => dataset.square || dataset.name || dataset.title;
  const says = (row, word) => `${row.title} ${row.label} `.toLowerCase().includes(word.toLowerCase());
  let reads = false;
  let start = null;

  /** The actions of a part, or of a part with what was touched before: the only one left is taken, and so is what a first square
   * means by itself. */
  async function touch(part, before = line.value.trim()) {
    const word = wordOf(part);
    const fitting = before ? rows().filter((row) => says(row, word)) : [];
    if (fitting.length === 1 && line.value.trim() === before) return pick(fitting[0]);
    let found = await put(`${before} ${word}`.trim());
    if (before && found && !found.rows.length && found.verdict.standing === "incomplete") found = await put(`${before} ${word} `);
    if (!found) return; // something newer was touched or typed
    if (before && found.rows.length === 1 && records(found.rows[0])) return pick(found.rows[0]);
    if ((before || part.dataset.square) && found.verdict.standing === "legal" && !found.rows.length) return record();
    if (before && !found.rows.length && !["legal", "illegal", "incomplete"].includes(found.verdict.standing)) await put(word);
    about(part);
    if (narrow.matches) document.getElementById("offers").scrollIntoView({ block: "nearest" });
  }
  /** A last row: what the card is and went through. */
  function about(part) {
    if (!part.dataset.name) return;
    const button = make("button", "offer more", make("b", "", "?"), make("span", "", `About ${part.dataset.name}`));
    button.type = "button";
    button.addEventListener("click", () => {
      reads = true;
      board.querySelector(`[data-key="${CSS.escape(part.dataset.key)}"]`)?.click();
      reads = false;
    });
    document.getElementById("offers").append(make("li", "", button));
  }

  board.addEventListener(
    "click",
    async (event) => {
      const part = event.target.closest(PARTS);
      if (!part || reads || recording.looksBack()) return;
      event.stopPropagation();
      if (tooSoon(event)) return;
      await touch(part);
      if (event.detail === 0) document.querySelector("#offers button")?.focus();
    },
    true,
  );
  board.addEventListener("pointerdown", (event) => {
    const part = event.target.closest("[data-square], [data-name]");
    start = part && !recording.looksBack() && { part, x: event.clientX, y: event.clientY };
  });
  board.addEventListener("pointerup", async (event) => {
    const [from, to] = [start, partAt(event.clientX, event.clientY)];
    start = null;
    if (!from || !to || to === from.part || Math.hypot(event.clientX - from.x, event.clientY - from.y) < NEAR) return;
    await put(wordOf(from.part));
    await touch(to, wordOf(from.part));
  });
})();
