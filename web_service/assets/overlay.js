"use strict";
// The overlay of a stream: score, turn and last action of the entry that is shown, from the data of the page.
(() => {
  const at = set(make("div", ""), { id: "overlay", "aria-live": "polite" });
  document.body.append(at);
  const score = ({ title, seat, active, gauges }) => make("span", `seat${seat % 4}${active ? " acts" : ""}`, make("b", "", title), ` ${gauges?.[0]?.value ?? ""} ${gauges?.[0]?.label ?? ""}`);
  function draw() {
    const { boards, steps, turns } = replay.view();
    const entry = replay.entry();
    const panels = (boards[entry - 1].panels || []).filter((panel) => panel.seat != null);
    const turn = turns.findLast((one) => one.entry <= entry)?.words;
    at.replaceChildren(make("p", "scores", ...panels.map(score), make("span", "turn", turn || "")), make("p", "", steps[entry - 1].told[0]));
  }
  addEventListener("entry-shown", draw);
  replay.begun(draw);
})();
