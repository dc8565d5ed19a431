// The overview remembers what was looked at; a marked page goes from change to change. Without this script both are read
// from top to bottom.
(function () {
  "use strict";
  var root = document.documentElement;
  var status = document.getElementById("_status");

  function say(text) {
    if (status) status.textContent = text;
  }

  function remember(key, value) {
    try {
      if (value === undefined) return localStorage.getItem(key);
      localStorage.setItem(key, value);
    } catch (error) {
      // Storage is blocked: nothing is remembered.
    }
    return null;
  }

  // ---- the overview ----
  var head = document.body.dataset.head;
  Array.prototype.forEach.call(document.querySelectorAll(".tick input"), function (tick) {
    var key = "docent:preview:" + head + ":" + tick.value;
    tick.checked = remember(key) === "1";
    tick.addEventListener("change", function () {
      remember(key, tick.checked ? "1" : "0");
      var all = document.querySelectorAll(".tick input");
      var done = document.querySelectorAll(".tick input:checked").length;
      say(done + " of " + all.length + " looked at");
    });
  });

  // ---- a marked page ----
  var prose = document.querySelector(".marked .prose");
  if (!prose) return;
  var changes = document.querySelectorAll(".change");
  var count = document.querySelector("[data-count]");
  var current = -1;

  function go(to) {
    if (!changes.length) return;
    if (changes[current]) delete changes[current].dataset.current;
    current = (to + changes.length) % changes.length;
    var change = changes[current];
    change.dataset.current = "";
    change.focus({ preventScroll: true });
    change.scrollIntoView({ block: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    count.textContent = (current + 1) + " of " + changes.length;
  }

  function toggleMarks() {
    var off = root.dataset.marks !== "off";
    root.dataset.marks = off ? "off" : "on";
    button("marks").setAttribute("aria-pressed", String(!off));
    say(off ? "The page as it will be" : "Changes are marked");
  }

  // Each block stands beside what it was: the earlier page on the left, the later one on the right.
  function toggleSplit() {
    var split = root.dataset.view !== "split";
    if (split) {
      Array.prototype.slice.call(prose.children).forEach(function (block) {
        var was = block.cloneNode(true);
        was.removeAttribute("id");
        // What is new is not hidden but taken out: drawings refer to their parts by id, and would find hidden ones.
        Array.prototype.forEach.call(was.querySelectorAll("ins, .added, .later, .line.ins"), function (element) { element.remove(); });
        if (/\b(added|moved)\b/.test(was.className)) {
          was.className = "";
          was.textContent = "";
        }
        Array.prototype.forEach.call(was.querySelectorAll("[id]"), function (element) {
          // Drawings refer to their own parts by id: the same parts are in the other copy.
          if (!element.closest("svg")) element.removeAttribute("id");
        });
        was.classList.add("was");
        was.setAttribute("inert", "");
        block.classList.add("is");
        prose.insertBefore(was, block);
      });
      root.dataset.view = "split";
    } else {
      Array.prototype.slice.call(prose.querySelectorAll(":scope > .was")).forEach(function (was) { was.remove(); });
      Array.prototype.forEach.call(prose.children, function (block) { block.classList.remove("is"); });
      delete root.dataset.view;
    }
    button("split").setAttribute("aria-pressed", String(split));
    say(split ? "Side by side" : "In one column");
  }

  function button(name) {
    return document.querySelector('[data-do="' + name + '"]');
  }

  var actions = {
    next: function () { go(current + 1); },
    previous: function () { go(current < 0 ? -1 : current - 1); },
    marks: toggleMarks,
    split: function () {
      if (matchMedia("(width >= 62rem)").matches || root.dataset.view === "split") toggleSplit();
    }
  };
  Object.keys(actions).forEach(function (name) { button(name).addEventListener("click", actions[name]); });

  var keys = { j: "next", k: "previous", d: "marks", s: "split" };
  addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    var name = keys[event.key.toLowerCase()];
    if (!name) return;
    event.preventDefault();
    actions[name]();
  });
  // A link to a change makes it the current one.
  var linked = /^#_change-(\d+)$/.exec(location.hash);
  if (linked) go(Number(linked[1]) - 1);
})();
