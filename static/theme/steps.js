// Tutorials: each step can be ticked; the browser remembers it and offers to resume.
(function () {
  "use strict";
  const words = document.currentScript.dataset;
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const article = document.querySelector("[data-route]");
  const prose = article.querySelector(".prose");
  const headings = all(":scope > :is(h2, h3)[id]", prose);
  const level = heading => Number(heading.tagName[1]);

  // What stands between a heading and the next one of its level; for the steps within a section, of any level.
  function section(heading, deepest = level(heading)) {
    const parts = [];
    let next = heading.nextElementSibling;
    while (next && !(/^H\d$/.test(next.tagName) && level(next) <= deepest) && !next.matches(".footnotes, .step-done")) {
      parts.push(next);
      next = next.nextElementSibling;
    }
    return parts;
  }
  const isWork = part => part.matches(".code, .tabs") || part.querySelector(".code, .task");
  const numbered = headings.filter(heading => /^\D{0,12}\d+\s*[.:)–—-]/.test(heading.textContent));
  const sections = headings.filter(heading => level(heading) === 2);
  const working = sections.filter(heading => section(heading).some(isWork));
  const within = headings.filter(heading => section(heading, 3).some(isWork));
  // Steps are what the author numbers; else the sections in which there is something to do; else what they consist of.
  const steps = [[numbered, 2], [working, 3], [within, 3], [sections, 2]].find(([found, least]) => found.length >= least)?.[0];
  if (!steps) return;
  const deepest = Math.max(...steps.map(level));

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

  const boxes = steps.map(heading => {
    const label = document.createElement("label");
    label.className = "step-done";
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = done.has(heading.id);
    const name = document.createElement("span");
    name.className = "visually-hidden";
    name.textContent = `: ${title(heading)}`;
    label.append(box, words.mark, name);
    (section(heading, deepest).at(-1) || heading).after(label);
    box.addEventListener("change", () => {
      if (box.checked) done.add(heading.id);
      else done.delete(heading.id);
      try {
        localStorage.setItem(key, JSON.stringify({ done: [...done], of: steps.length }));
      } catch (error) {
        // Storage is blocked: the ticks hold for this visit.
      }
      show();
      document.getElementById("_status").textContent = count();
    });
    return box;
  });
  function count() {
    const n = boxes.filter(box => box.checked).length;
    const pattern = n === 0 ? words.none : n === steps.length ? words.all : words.done;
    return fill(pattern, { n, m: steps.length });
  }
  function show() {
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
        link.textContent = steps === numbered ? resume : `${resume}: ${title(steps[first])}`;
        place.append(link);
      }
    });
    all(".outline-list li > a").forEach(link => {
      const index = steps.findIndex(step => step.id === decodeURIComponent(link.hash.slice(1)));
      if (index >= 0) link.classList.toggle("done", boxes[index].checked);
    });
  }
  show();
})();
