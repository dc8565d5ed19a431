// Index pages: filters work in place. Within a group any value will do, between groups all must hold.
(function () {
  "use strict";
  const words = document.currentScript.dataset;
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const filters = document.querySelector(".filters");
  const list = document.querySelector(".cards");
  if (!filters || !list) return;
  const cards = all(".card", list).map(card => ({ card, facets: all("[data-facet]", card).map(part => part.dataset.facet) }));

  const buttons = all(".chip", filters).map(chip => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "chip";
    button.dataset.facet = chip.dataset.facet;
    button.append(...chip.childNodes);
    button.addEventListener("click", () => {
      press(button, button.getAttribute("aria-pressed") !== "true");
      show();
    });
    chip.replaceWith(button);
    return button;
  });
  const press = (button, on) => button.setAttribute("aria-pressed", String(on));
  const pressed = button => button.getAttribute("aria-pressed") === "true";

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
    const groups = Object.values(Object.groupBy(buttons.filter(pressed).map(button => button.dataset.facet), facet => facet.split(":")[0]));
    const fits = ({ facets }) => groups.every(group => group.some(facet => facets.includes(facet)));
    const shown = cards.filter(entry => {
      entry.card.hidden = !fits(entry);
      return !entry.card.hidden;
    });
    text.textContent = words.shown.replace("{n}", shown.length).replace("{m}", cards.length);
    reset.hidden = !groups.length;
    // The address carries the choice, so that Back and a shared link find it again.
    const url = new URL(location);
    url.searchParams.delete("show");
    groups.flat().forEach(facet => url.searchParams.append("show", facet));
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
