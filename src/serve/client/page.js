// ---- page: hears what was built anew and brings this page to it
const { token, route } = told;
let { version } = told;
const missing = "missing" in told;
const blocks = "p, li, ul, ol, dt, dd, dl, h1, h2, h3, h4, h5, h6, tr, pre, hr, figure, blockquote, details, .table, .tabs, .alert, .math";
const within = path => new URL(path, document.baseURI).pathname;
const here = () => document.querySelector("main") ?? document.body;

let source = null;
function listen() {
  source?.close();
  source = null;
  // A browser opens only few connections to a server: pages in the background leave theirs to others.
  if (document.hidden) return;
  source = new EventSource("/_docent/events");
  source.addEventListener("state", event => {
    const state = JSON.parse(event.data);
    showReport(state.report);
    // Something was built while this page did not listen, and what it was cannot be known.
    if (state.version !== version) location.reload();
  });
  source.addEventListener("report", event => showReport(JSON.parse(event.data).report));
  let turn = Promise.resolve();
  source.addEventListener("update", event => {
    const message = JSON.parse(event.data);
    turn = turn.then(() => follow(message)).catch(() => location.reload());
  });
}
document.addEventListener("visibilitychange", listen);
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", event => { if (event.persisted) listen(); });
listen();

async function follow(message) {
  version = message.version;
  const touches = test => message.everything || message.changed.some(test);
  if (missing) return touches(() => true) && (await fetch(location.href, { method: "HEAD" })).ok && location.reload();
  const runs = [...document.scripts].map(script => script.src && within(script.src)).filter(Boolean);
  if (touches(path => path.endsWith(".js") && runs.includes(`/${encodeURI(path)}`))) return location.reload();
  const mine = touches(path => path === route);
  if (mine && message.layout) return location.reload();
  if (touches(path => path.endsWith(".css"))) swapStyles(message);
  swapImages(message);
  if (!mine) return;
  const answer = await fetch(location.href, { cache: "no-store" });
  if (!answer.ok) return location.reload();
  replace(new DOMParser().parseFromString(await answer.text(), "text/html"));
}

function replace(page) {
  const back = anchor();
  const focused = document.activeElement;
  const changed = morph(page);
  if (!changed) return location.reload();
  document.title = page.title;
  if (!focused.isConnected && focused.id) document.getElementById(focused.id)?.focus({ preventScroll: true });
  // Scripts of the page take care of what is new.
  document.dispatchEvent(new CustomEvent("docent:update"));
  back(changed);
  const main = here();
  const places = [...changed].map(place => place.closest(blocks)).filter(place => place && main.contains(place));
  highlight([...new Set(places)]);
}

// Remembers where the blocks on the screen are. The answer brings the first back to its place that is still the same.
function anchor() {
  const root = document.documentElement;
  // A header may stand over the top of the page.
  const line = parseFloat(getComputedStyle(root).scrollPaddingTop) || 0;
  if (scrollY < 4) return () => {};
  const seen = [...here().querySelectorAll(blocks)].map(block => [block, block.getBoundingClientRect()])
    .filter(([, box]) => box.height > 0 && box.bottom > 0);
  // First those that begin on the screen, from its top; then those that began above it.
  const distance = box => box.top >= line - 1 ? box.top : 1e6 - box.top;
  seen.sort(([, a], [, b]) => distance(a) - distance(b));
  // The browser's own anchoring would move the page a second time.
  root.style.overflowAnchor = "none";
  return changed => {
    const same = block => block.isConnected && ![...changed].some(place => block.contains(place));
    const kept = seen.find(([block]) => same(block)) ?? seen.find(([block]) => block.isConnected);
    if (kept) scrollBy({ top: kept[0].getBoundingClientRect().top - kept[1].top, behavior: "instant" });
    requestAnimationFrame(() => root.style.removeProperty("overflow-anchor"));
  };
}

const inView = place => {
  const box = place.getBoundingClientRect();
  return box.bottom > 0 && box.top < innerHeight;
};

// Outlines what changed for a second; where none of it is on the screen a button leads there.
function highlight(places) {
  chip.hidden = true;
  places.forEach(place => place.animate(
    [{ outline: "2px solid currentColor", outlineOffset: "4px" }, { outline: "2px solid transparent", outlineOffset: "4px" }],
    { duration: 1000, easing: "ease-in" }));
  if (!places.length || places.some(inView)) return;
  [ahead] = places;
  chip.textContent = `Changed ${ahead.getBoundingClientRect().top < 0 ? "↑" : "↓"}`;
  chip.hidden = false;
  chip.onclick = () => {
    ahead.scrollIntoView({ block: "center" });
    highlight(places);
  };
}
// What changed and is not on the screen.
let ahead = null;
addEventListener("scroll", () => { if (ahead && inView(ahead)) chip.hidden = true; }, { passive: true });

function swapStyles({ changed, everything }) {
  const links = [...document.querySelectorAll("link[rel~=stylesheet]")].filter(link => new URL(link.href).origin === location.origin);
  const named = links.filter(link => changed.includes(decodeURI(within(link.href).slice(1))));
  // A sheet that no page names is imported by another one.
  (named.length && !everything ? named : links).forEach(link => {
    const next = link.cloneNode();
    next.href = renewed(link.href);
    next.addEventListener("load", () => link.remove());
    next.addEventListener("error", () => next.remove());
    link.after(next);
  });
}

function swapImages({ changed, everything }) {
  document.querySelectorAll("img[src]").forEach(image => {
    const { origin, pathname } = new URL(image.src);
    if (origin !== location.origin || !(everything || changed.includes(decodeURI(pathname.slice(1))))) return;
    image.src = renewed(image.src);
  });
}

function renewed(address) {
  const url = new URL(address);
  url.searchParams.set("docent", version);
  return url.href;
}

// ---- a click with Alt held opens the source of a block
addEventListener("click", event => {
  if (!event.altKey || event.button !== 0) return;
  const place = event.target.closest?.("main *");
  if (!place) return;
  event.preventDefault();
  event.stopPropagation();
  openSource({ route, ...spot(place) });
}, true);

// Where a block is: so many blocks behind the heading before it, counting only what was served.
function spot(place) {
  const text = (place.closest(blocks) ?? place).textContent.slice(0, 200);
  const prose = place.closest(".prose");
  if (!prose || place === prose) return { anchor: place.closest("section")?.querySelector("h2[id]")?.id ?? "", block: 0, text };
  let block = place;
  while (block.parentElement !== prose) block = block.parentElement;
  let count = 0;
  for (let at = block; at; at = at.previousElementSibling) {
    if (/^H[1-6]$/.test(at.nodeName) && at.id) return { anchor: at.id, block: count, text };
    if (own.has(at)) count += 1;
  }
  return { anchor: "", block: count, text };
}

// Has something done by the server. Its answer says what came of it, or why nothing did.
async function ask(what, about) {
  const headers = { "x-docent-token": token, "content-type": "application/json" };
  try {
    return await (await fetch(`/_docent/${what}`, { method: "POST", headers, body: JSON.stringify(about) })).json();
  } catch (error) {
    return { error: "docent serve does not answer" };
  }
}

async function openSource(place) {
  const { path, line, opened, error } = await ask("open", place);
  if (!path) return say(`Not opened: ${error}`);
  if (opened) return say(`Opened ${path}:${line}`);
  say(error ? `${path}:${line} – the editor does not start: ${error}` : `${path}:${line} – docent serve --editor COMMAND opens it`);
}
