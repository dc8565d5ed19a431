// Index pages: filters work in place, and cards of tutorials that the reader has begun say how far.
(function () {
  "use strict";
  const words = document.currentScript.dataset;
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const fill = (pattern, values) => pattern.replace(/\{(\w)\}/g, (whole, name) => values[name]);
  const cards = () => all(".cards .card");

  // ---- steps done, as steps.js remembers them
  const site = new URL(document.documentElement.dataset.root || ".", document.baseURI).pathname;
  function tellProgress(card) {
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
  }

  // ---- filters: within a group any value will do, between groups all must hold
  const press = (button, on) => button.setAttribute("aria-pressed", String(on));
  const pressed = button => button.getAttribute("aria-pressed") === "true";
  const buttons = () => all(".filters button.chip");

  function makeButton(chip) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "chip";
    button.dataset.facet = chip.dataset.facet;
    button.append(...chip.childNodes);
    button.addEventListener("click", () => {
      press(button, !pressed(button));
      show();
    });
    press(button, new URLSearchParams(location.search).getAll("show").includes(button.dataset.facet));
    chip.replaceWith(button);
  }

  const status = document.createElement("p");
  status.className = "filter-status";
  const text = document.createElement("span");
  text.setAttribute("role", "status");
  const reset = document.createElement("button");
  reset.type = "button";
  reset.textContent = words.all;
  reset.addEventListener("click", () => {
    buttons().forEach(button => press(button, false));
    show();
    buttons()[0].focus();
  });
  status.append(text, reset);

  function show() {
    const chosen = buttons().filter(pressed).map(button => button.dataset.facet);
    const groups = Object.values(Object.groupBy(chosen, facet => facet.split(":")[0]));
    const fits = card => {
      const facets = all("[data-facet]", card).map(part => part.dataset.facet);
      return groups.every(group => group.some(facet => facets.includes(facet)));
    };
    cards().forEach(card => { card.hidden = !fits(card); });
    text.textContent = fill(words.shown, { n: cards().filter(card => !card.hidden).length, m: cards().length });
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

  // ---- all that is not dressed yet: of the page, and of what an update has brought
  function dress() {
    cards().filter(card => !card.querySelector(".card-progress")).forEach(tellProgress);
    const filters = document.querySelector(".filters");
    if (!filters?.querySelector(".chip")) {
      status.remove();
      return cards().forEach(card => { card.hidden = false; });
    }
    all(".chip:not(button)", filters).forEach(makeButton);
    if (filters.nextElementSibling !== status) filters.after(status);
    show();
  }
  dress();
  document.addEventListener("docent:update", dress);
})();
