// Tutorials: each step can be ticked; the browser remembers it and offers to resume.
(function () {
  "use strict";
  const words = document.currentScript.dataset;
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const article = document.querySelector("[data-route]");
  const prose = article.querySelector(".prose");
  const headings = all(":scope > h2[id]", prose);
  // Where the author numbers steps, only those count; else each section is one.
  const numbered = headings.filter(heading => /^\D{0,12}\d+\s*[.:)–—-]/.test(heading.textContent));
  const steps = numbered.length > 1 ? numbered : headings;
  if (steps.length < 2) return;

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
    let end = heading.nextElementSibling;
    while (end && !end.matches("h1, h2, .footnotes")) end = end.nextElementSibling;
    prose.insertBefore(label, end);
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
        link.textContent = fill(words.resume, { n: first + 1 });
        link.title = title(steps[first]);
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
