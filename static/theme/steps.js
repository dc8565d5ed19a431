// Tutorials: each step can be ticked; the browser remembers it and offers to resume.
(function () {
  "use strict";
  const words = document.currentScript.dataset;
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const article = document.querySelector("[data-route]");
  const level = heading => Number(heading.tagName[1]);

  // What stands between a heading and the next one of its level; for the steps within a section, of any level.
  function section(heading, deepest = level(heading)) {
    const parts = [];
    let next = heading.nextElementSibling;
    while (next && !(/^H\d$/.test(next.tagName) && level(next) <= deepest) && !next.matches(".footnotes")) {
      if (!next.matches(".step-done")) parts.push(next);
      next = next.nextElementSibling;
    }
    return parts;
  }
  const isWork = part => part.matches(".code, .tabs") || part.querySelector(".code, .task");
  let steps = [];
  let areNumbered = false;
  function find() {
    const headings = all(".prose > :is(h2, h3)[id]", article);
    const numbered = headings.filter(heading => /^\D{0,12}\d+\s*[.:)–—-]/.test(heading.textContent));
    const sections = headings.filter(heading => level(heading) === 2);
    // What is left when all is done, and help on the way, are no steps.
    const around = /^(introduction|next-steps|what-next|summary|conclusion|troubleshooting|further-reading|see-also|examples)$/;
    const doing = sections.filter(heading => !around.test(heading.id));
    const working = sections.filter(heading => section(heading).some(isWork));
    const within = headings.filter(heading => section(heading, 3).some(isWork));
    // Steps are what the author numbers; else the sections in which there is something to do; else what they consist of.
    steps = [[numbered, 2], [working, 3], [within, 3], [doing, 2]].find(([found, least]) => found.length >= least)?.[0] || [];
    areNumbered = steps === numbered;
  }

  const key = `docent:steps:${article.dataset.route}`;
  let done = new Set();
  try {
    done = new Set(JSON.parse(localStorage.getItem(key)).done);
  } catch (error) {
    // Nothing is stored, or storage is blocked.
  }
  const title = heading => {
    const copy = heading.cloneNode(true);
    all(".anchor", copy).forEach(anchor => anchor.remove());
    return copy.textContent.trim();
  };
  const fill = (pattern, values) => pattern.replace(/\{(\w)\}/g, (whole, name) => values[name]);

  let boxes = [];
  const labels = new Map();
  function make(id) {
    const label = document.createElement("label");
    label.className = "step-done";
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = done.has(id);
    const name = document.createElement("span");
    name.className = "visually-hidden";
    label.append(box, words.mark, name);
    box.addEventListener("change", () => {
      if (box.checked) done.add(id);
      else done.delete(id);
      try {
        localStorage.setItem(key, JSON.stringify({ done: [...done], of: steps.length }));
      } catch (error) {
        // Storage is blocked: the ticks hold for this visit.
      }
      show();
      document.getElementById("_status").textContent = count();
    });
    labels.set(id, label);
    return label;
  }
  // Gives every step its box. Those that stand where they should are not touched, so that they keep the focus.
  function place() {
    find();
    const deepest = Math.max(...steps.map(level));
    boxes = steps.map(heading => {
      const label = labels.get(heading.id) || make(heading.id);
      label.lastChild.textContent = `: ${title(heading)}`;
      const last = section(heading, deepest).at(-1) || heading;
      if (last.nextElementSibling !== label) last.after(label);
      return label.firstChild;
    });
    labels.forEach((label, id) => { if (!steps.some(step => step.id === id)) label.remove(); });
    show();
  }
  function count() {
    const n = boxes.filter(box => box.checked).length;
    const pattern = n === 0 ? words.none : n === steps.length ? words.all : words.done;
    return fill(pattern, { n, m: steps.length });
  }
  function show() {
    if (!steps.length) return all(".progress").forEach(place => place.replaceChildren());
    const first = boxes.findIndex(box => !box.checked);
    const begun = boxes.some(box => box.checked);
    all(".progress").forEach(place => {
      place.hidden = !begun && place.closest(".finish") !== null;
      const bar = document.createElement("span");
      bar.className = "progress-steps";
      boxes.forEach(box => {
        const part = document.createElement("i");
        if (box.checked) part.className = "done";
        bar.append(part);
      });
      const text = document.createElement("span");
      text.textContent = count();
      place.replaceChildren(bar, text);
      if (begun && first >= 0) {
        const link = document.createElement("a");
        link.href = `#${encodeURIComponent(steps[first].id)}`;
        const resume = fill(words.resume, { n: first + 1 });
        link.textContent = areNumbered ? resume : `${resume}: ${title(steps[first])}`;
        place.append(link);
      }
    });
    all(".outline-list li > a").forEach(link => {
      const index = steps.findIndex(step => step.id === decodeURIComponent(link.hash.slice(1)));
      link.classList.toggle("done", index >= 0 && boxes[index].checked);
    });
  }
  place();
  document.addEventListener("docent:update", place);
})();
