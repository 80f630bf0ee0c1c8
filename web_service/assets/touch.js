"use strict";
// Pointing at the board: a touched card, square or zone offers its actions by title; a second one, or a drag onto it, chooses
// among them. Cards are buttons, so that keyboards and screen readers do the same. Moving at once scrolls; holding first drags.
(() => {
  const board = document.getElementById("board");
  const { line, put, ask, record, pick, rows, records, tooSoon } = recording;
  const PARTS = "[data-square], [data-name], [data-title]";
  const NEAR = 12;
  const REST = 200;
  const partAt = (x, y) => document.elementFromPoint(x, y)?.closest(PARTS);
  const nameOf = ({ dataset }) => dataset.square || dataset.name;
  const spaced = (text) => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) || []).join(" ")} `;
  /** The words of a zone's title in the singular, as action titles use them: `robots` is "Play a robot". */
  const singular = ({ dataset }) => spaced(dataset.title).trim().split(" ").map((word) => word.replace(/s$/, ""));
  /** The word of a row that names a part, if any: a card or square by its name, a zone by one of the words of its title. */
  function wordIn(row, part) {
    const said = spaced(`${row.title} ${row.label}`);
    const name = nameOf(part);
    if (name) return said.includes(spaced(name)) ? name : undefined;
    return singular(part).find((word) => said.includes(` ${word} `));
  }
  /** The first word of a zone's title for which there are actions; else empty. */
  async function asked(zone) {
    for (const word of singular(zone)) if ((await ask(word)).some((row) => wordIn(row, zone) === word)) return word;
    return "";
  }
  let reads = false;
  let start = null;
  let dropped = false;

  /** The actions of a part, or of a part with what was touched before: the only one left is taken, and so is what a first square
   * means by itself. Where the two have none together, those of `otherwise`. A zone that no action is about means nothing. */
  async function touch(part, before = line.value.trim(), otherwise = part) {
    const fitting = before ? rows().filter((row) => wordIn(row, part)) : [];
    if (fitting.length === 1 && line.value.trim() === before) return pick(fitting[0]);
    const word = nameOf(part) || (before ? fitting.length && wordIn(fitting[0], part) : await asked(part));
    if (!word) return;
    let found = await put(`${before} ${word}`.trim());
    if (before && found && !found.rows.length && found.verdict.standing === "incomplete") found = await put(`${before} ${word} `);
    if (!found) return; // something newer was touched or typed
    if (before && found.rows.length === 1 && records(found.rows[0])) return pick(found.rows[0]);
    if ((before || part.dataset.square) && found.verdict.standing === "legal" && !found.rows.length) return record();
    if (before && !found.rows.length && !["legal", "illegal", "incomplete"].includes(found.verdict.standing)) return touch(otherwise, "");
    about(part);
    if (narrow.matches) document.getElementById("offers").scrollIntoView({ block: "nearest" });
  }
  /** Adds a last row that opens the card's details and history. */
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
      if ((event.detail && dropped) || tooSoon(event)) return;
      await touch(part);
      if (event.detail === 0) document.querySelector("#offers button")?.focus();
    },
    true,
  );
  board.addEventListener("pointerdown", ({ target, clientX: x, clientY: y, timeStamp: time, pointerType }) => {
    leave();
    dropped = false;
    const part = target.closest("[data-square], [data-name]");
    if (part && !recording.looksBack()) start = { part, x, y, from: pointerType === "mouse" ? 0 : time + REST, targets: null };
  });
  board.addEventListener("pointermove", ({ clientX: x, clientY: y, timeStamp: time }) => {
    if (!start || start.targets || Math.hypot(x - start.x, y - start.y) < NEAR) return;
    if (time < start.from) leave();
    else start.targets = outlined(start);
  });
  // While something is dragged, the page stays where it is.
  board.addEventListener("touchmove", (event) => start && event.timeStamp >= start.from && event.preventDefault(), { passive: false });
  board.addEventListener("contextmenu", (event) => start?.from && event.preventDefault());
  board.addEventListener("pointercancel", leave);
  board.addEventListener("pointerup", async ({ clientX: x, clientY: y }) => {
    const { part, targets } = leave() || {};
    if (!targets) return;
    dropped = true;
    const at = partAt(x, y);
    const to = (await targets).findLast((one) => one.contains(at)) || at;
    if (!to || to === part) return;
    await put(nameOf(part));
    await touch(to, nameOf(part), part);
  });
  /** Outlines where a dragged part can go, as its actions say: cards, squares, and zones of its player and of the table. */
  async function outlined(drag) {
    const { part } = drag;
    const offered = (await ask(nameOf(part))).filter((row) => !row.violations.length).flatMap((row) => [row, ...(row.count ? row.choices : [])]);
    const home = part.closest(".panel.seat") || board.querySelector(".panel.active");
    const near = (one) => nameOf(one) || [home, null].includes(one.closest(".panel.seat"));
    const targets = [...board.querySelectorAll(PARTS)].filter((one) => nameOf(one) !== nameOf(part) && near(one) && offered.some((row) => wordIn(row, one)));
    if (drag === start) for (const one of targets) one.classList.add("accepts");
    return targets;
  }
  /** Ends a drag and returns it. */
  function leave() {
    for (const one of board.querySelectorAll(".accepts")) one.classList.remove("accepts");
    const was = start;
    start = null;
    return was;
  }
})();
