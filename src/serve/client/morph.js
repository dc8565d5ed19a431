// ---- morph: brings the page to a new version by touching only what differs
//
// Scripts of the page add nodes and attributes of their own. So three trees are kept apart: the page as it was served,
// the page as it is served now, and the live one. What differs between the first two is done to the third, and
// whatever is not part of it stays: focus, open details, ticks, buttons that scripts have made.
const { dataset: told } = document.currentScript;

// For each served node the live one that shows it.
const shown = new WeakMap();
// The live nodes that were served, in contrast to those that scripts have made.
const own = new WeakSet();

function pair(served, live) {
  shown.set(served, live);
  own.add(live);
  served.childNodes.forEach((child, i) => pair(child, live.childNodes[i]));
}

function withoutClient(body) {
  body.querySelectorAll("script[src^='/_docent/']").forEach(script => script.remove());
  return body;
}

// This script runs before those of the page: they are deferred, and it is not.
let served = document.body.cloneNode(true);
pair(served, document.body);
withoutClient(served);

// Morphs the live body to that of a new page. Tells which live elements changed; null where only a reload will do.
function morph(page) {
  const fresh = withoutClient(page.body);
  const changed = new Set();
  try {
    update(served, fresh, changed);
  } catch (error) {
    if (error !== "reload") throw error;
    return null;
  }
  served = fresh;
  return changed;
}

function update(old, fresh, changed) {
  const live = shown.get(old);
  shown.set(fresh, live);
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) {
      live.nodeValue = fresh.nodeValue;
      changed.add(live.parentElement);
    }
    return;
  }
  if (old.isEqualNode(fresh)) return keep(old, fresh);
  // A script that ran cannot be taken back. What a `noscript` holds is read differently where scripts run.
  if (old.nodeName === "SCRIPT") throw "reload";
  if (old.nodeName === "NOSCRIPT") return;
  // Scripts that arrange the parts of an element mark it as ready: they begin anew with new parts.
  if (live.hasAttribute("data-ready") && !old.hasAttribute("data-ready")) return rebuild(live, fresh, changed);
  updateAttributes(old, fresh, live, changed);
  const steps = align([...old.childNodes], [...fresh.childNodes], [content, kind]);
  if ([...old.childNodes].some(child => shown.get(child).parentNode !== live)) return rebuild(live, fresh, changed);
  let place = null;
  for (const [before, now] of steps) {
    if (!now) {
      refuseScript(before);
      changed.add(live);
      shown.get(before).remove();
      continue;
    }
    if (before) {
      update(before, now, changed);
    } else {
      const node = make(now);
      if (place) place.after(node);
      else live.prepend(node);
      changed.add(node.nodeType === Node.ELEMENT_NODE ? node : live);
    }
    place = shown.get(now);
  }
}

function updateAttributes(old, fresh, live, changed) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) live.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) === value) continue;
    live.setAttribute(name, value);
    changed.add(live);
  }
}

function keep(old, fresh) {
  shown.set(fresh, shown.get(old));
  fresh.childNodes.forEach((child, i) => keep(old.childNodes[i], child));
}

function make(fresh) {
  refuseScript(fresh);
  const live = document.importNode(fresh, true);
  pair(fresh, live);
  return live;
}

function rebuild(live, fresh, changed) {
  if (live === document.body) throw "reload";
  const anew = make(fresh);
  live.replaceWith(anew);
  changed.add(anew);
}

function refuseScript(node) {
  if (node.nodeName === "SCRIPT" || node.querySelector?.("script")) throw "reload";
}

const content = node => node.outerHTML ?? node.nodeValue;
const kind = node => node.nodeType === Node.ELEMENT_NODE ? `${node.nodeName}#${node.id}` : node.nodeName;

// Pairs nodes of two lists in order: those that are equal by the first key, in the gaps those equal by the next.
function align(olds, freshes, keys) {
  if (!keys.length || !olds.length || !freshes.length) {
    return [...olds.map(old => [old, null]), ...freshes.map(fresh => [null, fresh])];
  }
  const [key, ...others] = keys;
  const [a, b] = [olds.map(key), freshes.map(key)];
  const steps = [];
  let [i, j] = [0, 0];
  for (const [x, y] of [...common(a, b), [a.length, b.length]]) {
    steps.push(...align(olds.slice(i, x), freshes.slice(j, y), others));
    if (x < a.length) steps.push([olds[x], freshes[y]]);
    [i, j] = [x + 1, y + 1];
  }
  return steps;
}

// The longest common subsequence of two lists, as pairs of places.
function common(a, b) {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [rows, columns] = [a.length - start - end, b.length - start - end];
  const pairs = Array.from({ length: start }, (_, i) => [i, i]);
  // Lists that long and that different are not worth the table: what is between the ends is made anew.
  if (rows * columns < 1e6) {
    const best = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1));
    for (let x = rows - 1; x >= 0; x -= 1) {
      for (let y = columns - 1; y >= 0; y -= 1) {
        best[x][y] = a[start + x] === b[start + y] ? best[x + 1][y + 1] + 1 : Math.max(best[x + 1][y], best[x][y + 1]);
      }
    }
    for (let [x, y] = [0, 0]; x < rows && y < columns;) {
      if (a[start + x] === b[start + y]) pairs.push([start + x++, start + y++]);
      else if (best[x + 1][y] >= best[x][y + 1]) x += 1;
      else y += 1;
    }
  }
  for (let i = end; i > 0; i -= 1) pairs.push([a.length - i, b.length - i]);
  return pairs;
}
