// What every page has: colour scheme, opening the search, menus, the outline's current section, boxes that scroll.
(function () {
  "use strict";
  const words = document.currentScript.dataset;
  const root = document.documentElement;
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];

  // ---- colour scheme: system, light, dark
  const schemes = ["system", "light", "dark"];
  all(".theme-toggle").forEach(button => {
    const show = () => {
      const scheme = root.dataset.scheme || "system";
      button.setAttribute("aria-label", `${words.colorTheme}: ${words[scheme]}`);
      button.title = button.getAttribute("aria-label");
      button.firstElementChild.className = `icon icon-${scheme}`;
    };
    button.addEventListener("click", () => {
      const scheme = schemes[(schemes.indexOf(root.dataset.scheme || "system") + 1) % 3];
      if (scheme === "system") delete root.dataset.scheme;
      else root.dataset.scheme = scheme;
      try {
        if (scheme === "system") localStorage.removeItem("docent:scheme");
        else localStorage.setItem("docent:scheme", scheme);
      } catch (error) {
        // Storage is blocked: the choice holds for this page.
      }
      show();
      document.getElementById("_status").textContent = button.title;
    });
    show();
  });

  // ---- search: its script is loaded when it is first wanted, and hears of later wishes by an event
  let searching = false;
  function search() {
    if (searching) return document.dispatchEvent(new Event("docent:search"));
    searching = true;
    const script = document.createElement("script");
    script.src = `${root.dataset.root}theme/search.js`;
    script.onerror = () => { searching = false; script.remove(); };
    document.head.append(script);
  }
  const openers = all(".search-open");
  openers.forEach(button => button.addEventListener("click", search));
  addEventListener("keydown", event => {
    const typing = event.target.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable]");
    const slash = event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
    const control = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (!openers.length || event.defaultPrevented || !(slash || control)) return;
    event.preventDefault();
    search();
  });

  // ---- the two menus of small screens close when a link is followed, on Escape, and on a press elsewhere
  const kind = "details.menu, details.outline";
  const overlaid = menu => menu.open && getComputedStyle(menu.querySelector("summary")).display !== "none";
  addEventListener("click", event => {
    const menu = event.target.closest?.("a")?.closest(kind);
    if (menu && overlaid(menu)) menu.open = false;
  });
  addEventListener("keydown", event => {
    const menu = event.key === "Escape" && all(kind).find(overlaid);
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  addEventListener("pointerdown", event => {
    all(kind).filter(menu => overlaid(menu) && !menu.contains(event.target)).forEach(menu => { menu.open = false; });
  });
  // On wide screens both stand open beside the text: the style sheet shows them, and what reads the page should know.
  const wide = matchMedia("(min-width: 75rem)");
  const unfold = () => all(kind).forEach(menu => { menu.open = wide.matches; });
  wide.addEventListener("change", unfold);
  unfold();
  // A long navigation starts where this page stands in it.
  const nav = document.querySelector(".menu");
  const here = nav?.querySelector("[aria-current]");
  if (here && here.offsetTop > nav.clientHeight) nav.scrollTop = here.offsetTop - nav.clientHeight / 2;

  // ---- outline: which section is being read
  let entries = [];
  let bar = null;
  let current = null;
  let pinned = null;
  function select(entry) {
    if (entry === current) return;
    current?.link.removeAttribute("aria-current");
    current = entry;
    if (bar) bar.textContent = entry ? entry.link.textContent : "";
    if (!entry) return;
    entry.link.setAttribute("aria-current", "true");
    const box = entry.link.closest(".outline");
    const [from, to] = [box.getBoundingClientRect(), entry.link.getBoundingClientRect()];
    if (wide.matches && (to.top < from.top || to.bottom > from.bottom)) box.scrollTop += to.top - from.top - from.height / 2;
  }
  function follow() {
    // The line that a heading has to pass lies below the header; in the page's last screen it sinks to the bottom,
    // so that short last sections get their turn.
    const left = root.scrollHeight - innerHeight - scrollY;
    const top = parseFloat(getComputedStyle(root).scrollPaddingTop) + innerHeight / 8;
    const line = top + (innerHeight - top) * Math.max(0, 1 - left / Math.min(innerHeight, root.scrollHeight - innerHeight || 1));
    const passed = entries.filter(entry => entry.heading.getBoundingClientRect().top <= line);
    select(pinned || (scrollY < 8 ? null : passed.at(-1)) || null);
  }
  function pin() {
    pinned = location.hash && entries.find(entry => entry.link.hash === location.hash) || null;
    follow();
  }
  function outline() {
    entries = all(".outline-list li > a")
      .map(link => ({ link, heading: document.getElementById(decodeURIComponent(link.hash.slice(1))) }))
      .filter(entry => entry.heading);
    bar = document.querySelector(".outline .here");
  }
  let waiting = false;
  addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; follow(); });
  }, { passive: true });
  ["wheel", "touchmove", "keydown"].forEach(kind => addEventListener(kind, () => { pinned = null; }, { passive: true }));
  addEventListener("hashchange", pin);
  addEventListener("resize", follow);
  outline();
  pin();

  // ---- boxes that scroll sideways can be reached and have a name, others are no Tab stop
  const kinds = [["pre", "code"], [".table", "table"], [".diagram .scroll", "figure"], [".math", "figure"]];
  const watch = new ResizeObserver(seen => seen.forEach(({ target: box }) => {
    if (box.scrollWidth > box.clientWidth + 1) {
      const caption = box.closest("figure")?.querySelector("figcaption")?.textContent.trim();
      const kind = words[kinds.find(([selector]) => box.matches(selector))[1]];
      box.tabIndex = 0;
      box.setAttribute("role", "group");
      box.setAttribute("aria-label", caption ? `${kind}: ${caption}` : kind);
    } else {
      ["tabindex", "role", "aria-label"].forEach(name => box.removeAttribute(name));
    }
  }));
  const watchBoxes = () => kinds.forEach(([selector]) => all(`main ${selector}`).forEach(box => watch.observe(box)));
  watchBoxes();

  // ---- an update may have brought sections and boxes
  document.addEventListener("docent:update", () => {
    const hash = pinned?.link.hash;
    outline();
    pinned = hash && entries.find(entry => entry.link.hash === hash) || null;
    follow();
    watchBoxes();
  });

  // ---- a report names the section that was on the screen
  all("a.report").forEach(link => link.addEventListener("click", () => {
    const section = current || entries.findLast(entry => entry.heading.getBoundingClientRect().top < innerHeight);
    const url = new URL(link.href);
    const body = url.searchParams.get("body");
    if (!section || body === null || link.dataset.told) return;
    link.dataset.told = "";
    url.searchParams.set("body", `${body}\n${words.section}: ${section.link.textContent} (#${section.heading.id})\n`);
    link.href = url.href;
  }));
})();
