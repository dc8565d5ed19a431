// ---- panel: what is wrong, a counter of it, and short notices; apart from the page's own styles
const host = document.createElement("docent-panel");
const shadow = host.attachShadow({ mode: "open" });
const style = new CSSStyleSheet();
style.replaceSync(`
  :host { all: initial; color-scheme: light dark; --back: light-dark(#fff, #1c1e22); --text: light-dark(#1d2127, #e8e9eb);
    --soft: light-dark(#5b626d, #a3a9b3); --line: light-dark(#d9dce1, #3a3e45); --bad: light-dark(#b3261e, #ff8a80);
    --warn: light-dark(#8a5a00, #ffc46b); --mark: light-dark(#fde7e5, #5b2522); }
  :host([data-scheme=light]) { color-scheme: light } :host([data-scheme=dark]) { color-scheme: dark }
  * { box-sizing: border-box }
  .stack { position: fixed; inset: auto 1rem 1rem auto; z-index: 2147483647; display: flex; flex-direction: column; gap: .5rem;
    align-items: end; max-width: min(46rem, calc(100vw - 2rem)); font: 14px/1.5 system-ui, sans-serif; color: var(--text) }
  section, button.pill, p.notice { background: var(--back); border: 1px solid var(--line); box-shadow: 0 4px 20px #0003 }
  section { width: min(46rem, calc(100vw - 2rem)); max-height: min(60vh, 34rem); overflow: auto; border-radius: .6rem;
    border-top: 3px solid var(--bad) }
  section.mild { border-top-color: var(--warn) }
  header { position: sticky; top: 0; display: flex; justify-content: space-between; align-items: center; padding: .5rem 1rem;
    background: var(--back); border-bottom: 1px solid var(--line) }
  h2 { margin: 0; font-size: 15px } h3 { margin: 0; font-size: 14px; font-weight: 600 }
  article { padding: .75rem 1rem; border-bottom: 1px solid var(--line) } article:last-child { border: 0 }
  .severity-error { color: var(--bad) } .severity-warning { color: var(--warn) } .severity-advice { color: var(--soft) }
  pre { margin: .4rem 0; padding: .4rem .6rem; overflow-x: auto; font: 13px/1.5 ui-monospace, monospace; border: 1px solid var(--line); border-radius: .3rem }
  pre i { display: inline-block; min-width: 2.5em; color: var(--soft); font-style: normal; user-select: none }
  mark { color: inherit; background: var(--mark); border-bottom: 2px solid var(--bad) }
  p { margin: .2rem 0 } .soft { color: var(--soft) }
  button { font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: .3rem; padding: .1rem .5rem; cursor: pointer }
  button.link { border: 0; padding: 0; text-decoration: underline; color: var(--soft) }
  button.pill { border-radius: 2rem; padding: .25rem .9rem } button.pill.bad { color: var(--bad); border-color: currentColor }
  p.notice { margin: 0; padding: .3rem .9rem; border-radius: 2rem }
  button:focus-visible { outline: 2px solid; outline-offset: 2px }
  [hidden] { display: none }
`);
shadow.adoptedStyleSheets = [style];

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children.filter(child => child !== null));
  return made;
}

const findings = element("section", { hidden: true });
findings.setAttribute("aria-label", "Findings");
const chip = element("button", { type: "button", className: "pill", hidden: true });
const notice = element("p", { className: "notice", hidden: true });
notice.setAttribute("role", "status");
const counter = element("button", { type: "button", className: "pill", hidden: true, onclick: () => open(findings.hidden) });
shadow.append(element("div", { className: "stack" }, notice, chip, findings, counter));
document.documentElement.append(host);
findings.addEventListener("keydown", event => {
  if (event.key !== "Escape") return;
  open(false);
  counter.focus();
});

let report = null;
// What was wrong when the reader last closed the panel: it does not come back for that.
let closed = "";
const errorsOf = report => JSON.stringify(report.findings.filter(found => found.severity === "error").map(found => [found.code, found.path, found.message]));

// Shows what is wrong. Errors open the panel by themselves, warnings are only counted; mended, all of it goes away.
function showReport(now) {
  report = now;
  host.dataset.scheme = document.documentElement.dataset.scheme ?? "";
  const counts = [["error", now.errors], ["warning", now.warnings], ["advice", now.advice]].filter(([, n]) => n > 0);
  counter.hidden = !counts.length;
  counter.classList.toggle("bad", now.errors > 0);
  counter.textContent = counts.map(([word, n]) => `${n} ${word}${n > 1 && word !== "advice" ? "s" : ""}`).join(" · ");
  if (!counts.length) closed = "";
  if (now.errors > 0 && errorsOf(now) !== closed) open(true);
  else if (!findings.hidden) open(now.errors > 0 || (counts.length > 0 && !("byErrors" in findings.dataset)));
}

function open(wanted) {
  findings.hidden = !wanted;
  counter.setAttribute("aria-expanded", String(wanted));
  if (!wanted) {
    closed = report ? errorsOf(report) : "";
    return findings.replaceChildren();
  }
  closed = "";
  if (report.errors > 0) findings.dataset.byErrors = "";
  else delete findings.dataset.byErrors;
  findings.classList.toggle("mild", report.errors === 0);
  const rest = report.errors + report.warnings + report.advice - report.findings.length;
  findings.replaceChildren(
    element("header", {}, element("h2", { textContent: counter.textContent }),
      element("button", { type: "button", textContent: "Close", onclick: () => open(false) })),
    ...report.findings.map(article),
    ...(rest > 0 ? [element("article", { className: "soft", textContent: `… and ${rest} more: docent check shows them all` })] : []));
}

function article(found) {
  const place = `${found.path}:${found.line}:${found.column}`;
  const lines = found.excerpt.map(line => element("div", {}, element("i", { textContent: line.number }), line.before,
    line.marked ? element("mark", { textContent: line.marked }) : null, line.after));
  return element("article", {},
    element("h3", {}, element("span", { className: `severity-${found.severity}`, textContent: `${found.severity}[${found.code}] ` }), found.message),
    element("button", { type: "button", className: "link", textContent: place, title: "Open in the editor",
      onclick: () => openSource({ path: found.path, line: found.line }) }),
    lines.length ? element("pre", {}, ...lines) : null,
    found.label ? element("p", { className: "soft", textContent: found.label }) : null,
    found.help ? element("p", {}, element("strong", { textContent: "fix: " }), found.help) : null,
    found.fix ? fixButton(found) : null,
    element("p", { className: "soft", textContent: `why: ${found.why}` }));
}

// Asks the server to mend this finding. The page then changes as it does after every save.
function fixButton({ code, path, line, column, message, fix }) {
  const button = element("button", { type: "button", className: "fix", textContent: `Fix: ${fix}` });
  button.onclick = async () => {
    button.disabled = true;
    const { fixed, error } = await ask("fix", { code, path, line, column, message });
    button.disabled = false;
    say(error ? `Not fixed: ${error}` : `Fixed: ${fixed}`);
  };
  return button;
}

let noticeEnds;
function say(text) {
  notice.textContent = text;
  notice.hidden = false;
  clearTimeout(noticeEnds);
  noticeEnds = setTimeout(() => { notice.hidden = true; }, 5000);
}
