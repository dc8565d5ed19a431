// Code blocks: a button that copies exactly the code, and tabs that remember the reader's choice.
(function () {
  "use strict";
  const words = document.currentScript.dataset;
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const say = text => { document.getElementById("_status").textContent = text; };

  // ---- copy: of a console the commands without prompts, of a diff the new side without signs
  function payload(figure) {
    const code = figure.querySelector("code");
    const wanted = figure.classList.contains("diff") ? ".line:not(.del, .meta)" : all(".line.in", code).length ? ".line.in" : null;
    const parts = wanted ? all(wanted, code) : [code];
    const text = parts.map(part => {
      const copy = part.cloneNode(true);
      all(".prompt, .sign", copy).forEach(mark => mark.remove());
      return copy.textContent;
    }).join("");
    return text.replace(/\n$/, "");
  }
  async function copy(text) {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    // Pages that are served without TLS have no clipboard object.
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "visually-hidden";
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (!done) throw new Error("copy");
  }
  function addCopyButton(figure) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.setAttribute("aria-label", words.copy);
    button.title = words.copy;
    // What became of it is a sign on the button for a moment; the page's status line says it aloud.
    const tell = answer => {
      button.title = answer || words.copy;
      button.setAttribute("aria-label", answer ? `${words.copy}: ${answer}` : words.copy);
    };
    let timer;
    button.addEventListener("click", async () => {
      let answer = words.copied;
      delete button.dataset.failed;
      try {
        await copy(payload(figure));
        button.dataset.done = "";
      } catch (error) {
        answer = words.failed;
        button.dataset.failed = "";
      }
      tell(answer);
      say("");
      setTimeout(say, 50, answer);
      clearTimeout(timer);
      timer = setTimeout(() => { tell(""); delete button.dataset.done; delete button.dataset.failed; say(""); }, 2000);
    });
    figure.append(button);
  }

  // ---- tabs
  const key = "docent:tabs";
  let chosen = [];
  try {
    chosen = JSON.parse(localStorage.getItem(key)) || [];
  } catch (error) {
    // Nothing is stored, or storage is blocked.
  }
  let groups = [];
  let number = 0;
  function arrange(box) {
    number += 1;
    const panels = all(":scope > .tab", box);
    const list = document.createElement("div");
    list.className = "tab-list";
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", words.tabs);
    const tabs = panels.map((panel, index) => {
      const tab = document.createElement("button");
      tab.type = "button";
      tab.id = `_tab-${number}-${index}`;
      tab.textContent = panel.querySelector(".tab-title").textContent;
      tab.setAttribute("role", "tab");
      panel.id ||= `_panel-${number}-${index}`;
      tab.setAttribute("aria-controls", panel.id);
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tab.id);
      tab.addEventListener("click", () => choose(group, index));
      panel.addEventListener("beforematch", () => show(group, index));
      list.append(tab);
      return tab;
    });
    list.addEventListener("keydown", event => {
      const from = tabs.indexOf(document.activeElement);
      const sign = getComputedStyle(list).direction === "rtl" ? -1 : 1;
      const to = { ArrowRight: from + sign, ArrowLeft: from - sign, Home: 0, End: tabs.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      const index = (to + tabs.length) % tabs.length;
      choose(group, index);
      tabs[index].focus();
    });
    box.prepend(list);
    box.dataset.ready = "";
    const group = { box, tabs, panels, names: panels.map(panel => panel.dataset.tab) };
    const known = chosen.find(name => group.names.includes(name));
    show(group, known === undefined ? 0 : group.names.indexOf(known));
    return group;
  }
  function show(group, index) {
    group.tabs.forEach((tab, at) => {
      tab.setAttribute("aria-selected", String(at === index));
      tab.tabIndex = at === index ? 0 : -1;
    });
    // "until-found" lets the browser's own search look into the closed ones.
    group.panels.forEach((panel, at) => {
      if (at === index) panel.removeAttribute("hidden");
      else panel.setAttribute("hidden", "until-found");
    });
  }
  function choose(group, index) {
    const name = group.names[index];
    const before = group.box.getBoundingClientRect().top;
    groups.forEach(other => {
      const at = other === group ? index : other.names.indexOf(name);
      if (at >= 0) show(other, at);
    });
    // Groups above may have changed their height: what the reader pressed stays under the finger.
    scrollBy(0, group.box.getBoundingClientRect().top - before);
    chosen = [name, ...chosen.filter(other => other !== name)].slice(0, 12);
    try {
      localStorage.setItem(key, JSON.stringify(chosen));
    } catch (error) {
      // Storage is blocked: the choice holds for this page.
    }
  }

  // ---- all that is not dressed yet: of the page, and of what an update has brought
  function dress() {
    all("figure.code").filter(figure => !figure.querySelector(".copy")).forEach(addCopyButton);
    // A screen reader says the command, not the prompt before it.
    all(".prompt").forEach(prompt => prompt.setAttribute("aria-hidden", "true"));
    groups = groups.filter(group => group.box.isConnected).concat(all(".tabs:not([data-ready])").map(arrange));
  }
  dress();
  document.addEventListener("docent:update", dress);
})();
