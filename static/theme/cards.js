// Index pages: filters work in place, and cards of tutorials that the reader has begun say how far.
(function () {
  "use strict";
  const words = document.currentScript.dataset;
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const fill = (pattern, values) => pattern.replace(/\{(\w)\}/g, (whole, name) => values[name]);
  const list = document.querySelector(".cards");
  if (!list) return;

  // ---- steps done, as steps.js remembers them
  const site = new URL(document.documentElement.dataset.root || ".", document.baseURI).pathname;
  all(".card", list).forEach(card => {
    const link = card.querySelector("h2 a");
    const route = decodeURIComponent(link.pathname).slice(decodeURIComponent(site).length);
    try {
      const steps = JSON.parse(localStorage.getItem(`docent:steps:${route}`));
      if (!steps?.done.length) return;
      const line = document.createElement("p");
      line.className = "card-progress";
      line.textContent = fill(words.done, { n: steps.done.length, m: steps.of });
      card.querySelector("h2").after(line);
    } catch (error) {
      // Storage is blocked, or holds what we did not write.
    }
  });

  // ---- filters: within a group any value will do, between groups all must hold
  const filters = document.querySelector(".filters");
  if (!filters?.querySelector(".chip")) return;
  const cards = all(".card", list).map(card => ({ card, facets: all("[data-facet]", card).map(part => part.dataset.facet) }));
  const press = (button, on) => button.setAttribute("aria-pressed", String(on));
  const pressed = button => button.getAttribute("aria-pressed") === "true";

  const buttons = all(".chip", filters).map(chip => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "chip";
    button.dataset.facet = chip.dataset.facet;
    button.append(...chip.childNodes);
    button.addEventListener("click", () => {
      press(button, !pressed(button));
      show();
    });
    chip.replaceWith(button);
    return button;
  });

  const status = document.createElement("p");
  status.className = "filter-status";
  const text = document.createElement("span");
  text.setAttribute("role", "status");
  const reset = document.createElement("button");
  reset.type = "button";
  reset.textContent = words.all;
  reset.addEventListener("click", () => {
    buttons.forEach(button => press(button, false));
    show();
    buttons[0].focus();
  });
  status.append(text, reset);
  filters.after(status);

  function show() {
    const chosen = buttons.filter(pressed).map(button => button.dataset.facet);
    const groups = Object.values(Object.groupBy(chosen, facet => facet.split(":")[0]));
    let shown = 0;
    cards.forEach(({ card, facets }) => {
      card.hidden = !groups.every(group => group.some(facet => facets.includes(facet)));
      if (!card.hidden) shown++;
    });
    text.textContent = fill(words.shown, { n: shown, m: cards.length });
    reset.hidden = !chosen.length;
    // The address carries the choice, so that Back and a shared link find it again.
    const url = new URL(location);
    url.searchParams.delete("show");
    chosen.forEach(facet => url.searchParams.append("show", facet));
    try {
      history.replaceState(null, "", url);
    } catch (error) {
      // Some browsers refuse this for pages that are read from the disk.
    }
  }
  const wanted = new URLSearchParams(location.search).getAll("show");
  buttons.forEach(button => press(button, wanted.includes(button.dataset.facet)));
  show();
})();
