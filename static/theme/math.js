// What is copied of a formula is its TeX, between the dollar signs that it was written with.
(function () {
  "use strict";
  const tex = math => math.querySelector('annotation[encoding="application/x-tex"]')?.textContent.trim();
  document.addEventListener("copy", event => {
    const selection = getSelection();
    if (event.defaultPrevented || !selection.rangeCount || selection.isCollapsed) return;
    const range = selection.getRangeAt(0);
    // A selection that touches a part of a formula means all of it.
    const around = node => (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement)?.closest("math");
    const [first, last] = [around(range.startContainer), around(range.endContainer)];
    const wide = range.cloneRange();
    if (first) wide.setStartBefore(first);
    if (last) wide.setEndAfter(last);
    const copy = document.createElement("div");
    copy.append(wide.cloneContents());
    const formulas = [...copy.querySelectorAll("math")].filter(tex);
    if (!formulas.length) return;
    formulas.forEach(math => {
      const sign = math.getAttribute("display") === "block" ? "$$" : "$";
      math.replaceWith(`${sign}${tex(math)}${sign}`);
    });
    // Laid out for a moment, so that blocks are separated by lines as the reader sees them.
    copy.className = "visually-hidden";
    document.body.append(copy);
    event.clipboardData.setData("text/plain", copy.innerText);
    event.clipboardData.setData("text/html", copy.innerHTML);
    copy.remove();
    event.preventDefault();
  });
})();
