"use strict";
// Signing in: the token comes in the fragment of a QR code's address, which reaches no log, or is typed.
(() => {
  const form = document.getElementById("enter");
  const said = document.getElementById("said");
  const field = document.getElementById("token");
  async function enter(token) {
    said.textContent = "Signing in…";
    try {
      const answer = await fetch("/api/enter", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token }) });
      const body = await answer.json();
      const why = { 401: "This token is unknown or was revoked: ask for another.", 429: "Too many tries: wait a minute." };
      said.textContent = answer.ok ? `Signed in as ${body.name}, ${body.role}.` : why[answer.status] ?? body.title;
      if (answer.ok) location.replace(body.event ? `/g/${body.event}` : "/");
    } catch {
      said.textContent = "No connection: try again.";
    }
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    enter(field.value.trim());
  });
  document.getElementById("leave")?.addEventListener("click", async () => {
    await fetch("/api/leave", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" });
    location.replace("/");
  });
  function enterByAddress() {
    const token = location.hash.slice(1);
    if (!token) return;
    history.replaceState(null, "", "/enter");
    enter(token);
  }
  addEventListener("hashchange", enterByAddress); // such an address, opened where this page stands already, loads nothing
  enterByAddress();
})();
