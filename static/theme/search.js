// Search: asks the index under search/ and shows what it finds in a dialog. Loaded when a reader first wants to search.
//
// The index comes in pieces, each a script that calls docentSearch.add(name, data), so that it works from file:// and
// where a policy forbids to fetch. Its format is described where it is written: src/export/search/mod.rs.
// What pages say enters the document as text only; no markup is ever made of it.
(() => {
  "use strict";
  const root = document.documentElement.dataset.root ?? "";
  const SHOWN = 8; // passages whose text is loaded for one answer
  const FILES = 3; // files of words that one word may load
  const REST = 150; // milliseconds without typing after which something may be loaded
  const WEIGHTS = [12, 8, 5, 3, 2, 1]; // by place: topic, title, heading, often in prose, prose, code

  // ---- the pieces of the index

  const pieces = new Map();
  let index;

  function add(name, data) {
    pieces.set(name, data);
    if (name !== "index") return;
    const firsts = [], runs = numbers(data.texts);
    for (let i = 0, passage = 0; i < runs.length; i += 2) {
      for (let n = 0; n < runs[i + 1]; n++, passage += runs[i]) firsts.push(passage);
    }
    index = { ...data, firsts, words: data.words.split(" "), spellings: data.spellings?.split(" ") };
  }

  const loading = new Map();
  function load(name) {
    if (!loading.has(name) && !pieces.has(name)) loading.set(name, new Promise((resolve, reject) => {
      const script = document.createElement("script");
      // The head is asked for anew each minute, everything else by the version that the head names.
      script.src = `${root}search/${name}.js?${index?.version ?? Math.floor(Date.now() / 60000)}`;
      script.onload = script.onerror = () => {
        script.remove();
        loading.delete(name);
        pieces.has(name) ? resolve() : reject(new Error(script.src));
      };
      document.head.append(script);
    }));
    return loading.get(name);
  }

  // Answers are worked out from the pieces that are there. Where one is missing, it is noted and the work given up;
  // when all that are noted are loaded, the work starts again.
  const missing = new Set(), GIVEN_UP = Symbol("given up");

  function read(names) {
    const absent = names.filter(name => !pieces.has(name));
    absent.forEach(name => missing.add(name));
    if (absent.length) throw GIVEN_UP;
    return names.map(name => pieces.get(name));
  }

  function attempt(work) {
    try {
      return work();
    } catch (error) {
      if (error !== GIVEN_UP) throw error;
    }
  }

  // ---- numbers as text, see numbers.rs

  const digits = new Map();
  for (let code = 33; code < 126; code++) {
    const character = String.fromCharCode(code);
    if (!/["\\<0-9]/.test(character)) digits.set(character, digits.size);
  }

  function numbers(text) {
    const found = [];
    let number = 0, place = 1;
    for (const character of text) {
      const digit = digits.get(character);
      number += digit % 40 * place;
      place *= 40;
      if (digit < 40) {
        found.push(number);
        number = 0;
        place = 1;
      }
    }
    return found;
  }

  // Calls visit(passage, place) for the postings of a term.
  function eachPosting(postings, visit) {
    for (const [, place, set] of postings.matchAll(/(\d)(\D+)/g)) {
      if (set[0] === "~") {
        for (let i = 1; i < set.length; i++) {
          for (let bits = digits.get(set[i]), bit = 0; bits; bits >>= 1, bit++) {
            if (bits & 1) visit((i - 1) * 6 + bit, place);
          }
        }
      } else {
        numbers(set).reduce((next, gap) => (visit(next + gap, place), next + gap + 1), 0);
      }
    }
  }

  // ---- words, see fold.rs and words.rs

  const PLAIN = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", ı: "i", þ: "th", ς: "σ", " ": "" };
  const fold = text => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").normalize("NFKC").toLowerCase()
    .replace(/[ßæœøđðłıþς ]/g, letter => PLAIN[letter]);

  const SCRIPTS = "\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30ff\\u3130-\\u318f"
    + "\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\uff66-\\uffdc\\u{20000}-\\u{3ffff}";
  const ANY = "[\\p{Alphabetic}\\p{N}\\p{M}]";
  const LETTERS = `(?:[A-Za-z0-9_]|(?![\\0-\\x7f${SCRIPTS}])${ANY})+`;
  const NAME = `${LETTERS}(?:(?:\\.|::|->|(?<![0-9])-)${LETTERS})*(?:(?:\\+\\+|#)(?!${LETTERS}))?`;
  const NAMES = new RegExp(`((?:(?=[${SCRIPTS}])${ANY})+)|${NAME}`, "gu");
  const SEGMENTS = new RegExp(LETTERS, "gu");
  const BOUNDARIES = /_|(?<=\p{Lowercase})(?=\p{Uppercase})|(?<=\p{Uppercase})(?=\p{Uppercase}\p{Lowercase})/gu;
  const cut = term => term.length > 64 ? [...term].slice(0, 64).join("") : term;

  // The names in a text: {terms: [term, start, end], whole, parts}. What a reader means by a name is the whole, or,
  // where that is not found, all of its parts.
  function* names(text) {
    for (const match of text.matchAll(NAMES)) {
      const { 0: name, 1: unspaced, index: start } = match;
      if (unspaced) yield runOf(name, start);
      else if (/^[a-z0-9]{1,64}$/.test(name)) yield { whole: name, parts: [name], terms: [[name, start, start + name.length]] };
      else yield nameOf(name, start);
    }
  }

  function runOf(text, start) {
    const characters = [], pairs = [];
    for (const character of text) {
      const end = start + character.length, before = characters.at(-1);
      characters.push([fold(character), start, end]);
      if (before) pairs.push([before[0] + fold(character), before[1], end]);
      start = end;
    }
    return { parts: (pairs.length ? pairs : characters).map(([term]) => term), terms: [...characters, ...pairs] };
  }

  function nameOf(text, start) {
    const end = start + text.length, segments = [...text.matchAll(SEGMENTS)];
    let name = "";
    const starts = segments.map(({ 0: segment, index }, i) => {
      const at = name.length, join = text.slice(index + segment.length, segments[i + 1]?.index ?? text.length);
      name += fold(segment) + (/^(\.|::|->)$/.test(join) ? "." : join);
      return at;
    });
    if (segments.length > 1 && /^[0-9._-]+$/.test(name)) return { whole: cut(name), parts: [cut(name)], terms: [[cut(name), start, end]] };
    const whole = segments.length <= 6 && cut(name) === name ? name : undefined;
    const terms = [], parts = [];
    segments.forEach(({ 0: segment, index }, i) => {
      const first = start + index, term = cut(fold(segment));
      if (whole) terms.push([name.slice(starts[i]), first, end]);
      if (!whole || starts[i] + term.length < name.length) terms.push([term, first, first + segment.length]);
      const pieces = piecesOf(segment, first);
      terms.push(...pieces);
      parts.push(...pieces.length ? pieces.map(([piece]) => piece) : [term]);
    });
    return { whole, parts, terms };
  }

  function piecesOf(segment, first) {
    const boundaries = [...segment.matchAll(BOUNDARIES)], pieces = [];
    let at = 0;
    for (const { 0: sign, index } of boundaries.length ? [...boundaries, { 0: "", index: segment.length }] : []) {
      if (index > at) pieces.push([cut(fold(segment.slice(at, index))), first + at, first + index]);
      at = index + sign.length;
    }
    return pieces;
  }

  // ---- dictionaries, see dictionary.rs

  const parsed = new Map();
  function entries(data, fields) {
    if (!parsed.has(data)) {
      const found = new Map(), text = data.split(" ");
      for (let i = 0, term = ""; i < text.length; i += fields) {
        term = term.slice(0, digits.get(text[i][0])) + text[i].slice(1);
        found.set(term, text[i + 1]);
      }
      parsed.set(data, found);
    }
    return parsed.get(data);
  }

  // The file in which something stands, if it is there at all.
  function fileOf(starts, wanted) {
    let low = 0, high = starts.length;
    while (high - low > 1) {
      const middle = low + high >> 1;
      if (starts[middle] <= wanted) low = middle;
      else high = middle;
    }
    return low;
  }

  const postingsOf = word => entries(read([`words/${fileOf(index.words, word)}`])[0], 2).get(word);

  // Terms that stand with those that begin with `start`: of too many files, those nearest to `word`.
  function termsFrom(start, word) {
    const last = fileOf(index.words, `${start}\uffff`), home = fileOf(index.words, word);
    const from = Math.max(fileOf(index.words, start), Math.min(home - 1, last - FILES + 1));
    const names = [];
    for (let file = from; file <= last && file < from + FILES; file++) names.push(`words/${file}`);
    return read(names).flatMap(data => [...entries(data, 2)]);
  }

  // ---- what a word may mean: {term, near, postings} of the nearest kind that is found

  function exact(word) {
    const postings = postingsOf(word);
    return postings ? [{ term: word, near: 1, postings }] : [];
  }

  const longer = word => termsFrom(word, word).filter(([term]) => term.startsWith(word) && term !== word)
    .map(([term, postings]) => ({ term, near: .3 + .5 * word.length / term.length, postings, length: word.length }));

  function meanings(word, open) {
    const found = exact(word);
    if (open || !found.length) found.push(...longer(word));
    return found.length ? found : [...stem(word), ...misspelt(word, open)];
  }

  function stem(word) {
    for (let end = word.length - 1; end >= Math.max(4, word.length - 4); end--) {
      const found = exact(word.slice(0, end));
      if (found.length) return [{ ...found[0], near: .35 }];
    }
    return [];
  }

  // One typing error in words from 5 letters, two from 9.
  function misspelt(word, open) {
    for (const errors of word.length < 5 ? [] : word.length < 9 ? [1] : [1, 2]) {
      // An error near the end leaves the start alone, one elsewhere leaves the end alone.
      const terms = [...termsFrom(word.slice(0, -2 * errors), word), ...spelledAlike(word, errors)];
      const close = new Set(terms.map(([term]) => term).filter(term => distance(word, term, errors, open) <= errors));
      const files = new Set([...close].map(term => fileOf(index.words, term)).slice(0, FILES));
      read([...files].map(file => `words/${file}`));
      const found = [...close].filter(term => files.has(fileOf(index.words, term)));
      if (found.length) return found.map(term => ({ term, near: .4 / (1 + errors), postings: postingsOf(term) }));
    }
    return [];
  }

  function spelledAlike(word, errors) {
    if (!index.spellings) return [];
    const backwards = text => [...text].reverse().join("");
    const files = new Set(), length = [...word].length;
    for (let other = length - errors; other <= length + errors; other++) {
      const end = [...digits.keys()][other] + backwards(word).slice(0, 3 - errors);
      const last = fileOf(index.spellings, `${end}\uffff`);
      for (let file = fileOf(index.spellings, end); file <= last && files.size < 2 * FILES; file++) files.add(`spellings/${file}`);
    }
    return read([...files]).flatMap(data => [...entries(data, 1).keys()].map(term => [backwards(term.slice(1))]));
  }

  // Insertions, deletions, substitutions and swaps that lead to a term, or, while a word is being typed, to its start.
  function distance(word, term, most, open) {
    if (word.length - term.length > most || (!open && term.length - word.length > most)) return most + 1;
    const width = Math.min(term.length, word.length + most);
    let before, last, row = Array.from({ length: width + 1 }, (_, i) => i);
    for (let i = 1; i <= word.length; i++) {
      [before, last, row] = [last, row, [i]];
      for (let j = 1; j <= width; j++) {
        row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (word[i - 1] !== term[j - 1]));
        if (i > 1 && j > 1 && word[i - 1] === term[j - 2] && word[i - 2] === term[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
      }
      if (Math.min(...row) > most) return most + 1;
    }
    return open ? Math.min(...row) : row[width];
  }

  // ---- ranking

  // How well each passage answers a name; `wanted` learns which terms are meant.
  function scores(name, open, wanted) {
    const single = name.parts.length < 2;
    if (name.whole) {
      const { whole } = name;
      // A qualified name also means what is below it.
      const found = single ? meanings(whole, open) : [...exact(whole), ...open || whole.includes(".") ? longer(whole) : []];
      if (found.length || single) return scoresOf(found, wanted);
    }
    const all = name.parts.map((part, i) => scoresOf(meanings(part, open && i === name.parts.length - 1), wanted));
    // Where no passage has all parts, those with the most, but not with less than half.
    const counts = all[0].map((_, passage) => all.filter(part => part[passage]).length);
    const most = Math.max(all.length / 2, greatest(counts));
    return counts.map((count, passage) => count < most ? 0 : all.reduce((sum, part) => sum + part[passage], 0) / all.length);
  }

  function scoresOf(found, wanted) {
    const need = wanted.needs++, best = new Float32Array(index.passages);
    for (const { term, near, postings, length = term.length } of found) {
      wanted.terms.set(term, [...wanted.terms.get(term) ?? [], [need, near, length]]);
      eachPosting(postings, (passage, place) => { best[passage] = Math.max(best[passage], near * WEIGHTS[place]); });
    }
    return best;
  }

  const greatest = numbers => numbers.reduce((a, b) => Math.max(a, b), 0);

  // All words are required; where no passage has them all, those with the most.
  function rank(asked, open, wanted) {
    const sums = new Float32Array(index.passages), counts = new Uint8Array(index.passages);
    asked.forEach((name, i) => {
      const found = attempt(() => scores(name, open && i === asked.length - 1, wanted)) ?? sums.map(() => 0);
      const rarity = Math.log(1 + index.passages / (1 + found.filter(score => score).length));
      found.forEach((score, passage) => {
        sums[passage] += score * rarity;
        counts[passage] += score > 0;
      });
    });
    if (missing.size) throw GIVEN_UP;
    const most = greatest(counts);
    const passages = most ? [...counts.keys()].filter(passage => counts[passage] === most) : [];
    return [passages.sort((a, b) => sums[b] - sums[a] || a - b), sums];
  }

  // ---- results

  // Answers a question: {total, results: [{route, anchor, title, trail, heading, text, …Marks}]}, marks as [start, end].
  async function find(text, question = { over: () => false }) {
    for (;;) {
      missing.clear();
      const answer = attempt(() => answerTo(text.normalize("NFC")));
      if (answer) return answer;
      const names = [...missing];
      await question.rest;
      // A question that a newer one has overtaken loads nothing.
      if (question.over()) throw question;
      await Promise.all(names.map(load));
    }
  }

  function answerTo(text) {
    read(["index"]);
    const asked = [...names(text)].slice(0, 8);
    const wanted = { terms: new Map(), needs: 0 };
    const [passages, sums] = rank(asked, !/\s$/.test(text), wanted);
    const shown = passages.slice(0, SHOWN), files = shown.map(passage => fileOf(index.firsts, passage));
    const texts = read(files.map(file => `texts/${file}`));
    const results = shown.flatMap((passage, i) => {
      const found = sections(texts[i][passage - index.firsts[files[i]]], wanted, fold(text.trim()));
      const best = found.filter((section, i) => !i || section.complete).slice(0, shown.length > 4 ? 1 : 3);
      return best.map(section => ({ ...section, ...snippet(section), order: sums[passage] + best[0].score }));
    });
    return { total: passages.length, results: results.sort((a, b) => b.order - a.order) };
  }

  // The sections of a passage, best first; a passage that starts a page also stands for the page as a whole.
  function sections([route, title, trail, description, excerpts], { terms, needs }, phrase) {
    const titleMarks = marks(title, terms);
    const field = (text, weight) => ({ text, weight, found: marks(text, terms), folded: fold(text) });
    const candidates = excerpts.map(([anchor, heading, text, code]) => [anchor, heading, [field(heading, 5), field(text, 2), field(code, 1)]]);
    // Its first text is only shown where there is no description: the section that it belongs to is found by it.
    const first = excerpts.map(excerpt => excerpt[2]).find(text => text) ?? "";
    if (description !== null) candidates.unshift(["", "", [field(title, 8), description ? field(description, 3) : field(first, 0)]]);
    const anchors = new Set();
    return candidates.map(([anchor, heading, fields]) => {
      const best = new Float32Array(needs);
      let score = 0;
      for (const { weight, found, folded } of fields) {
        for (const [, , need, near] of found) best[need] = Math.max(best[need], weight * near);
        score += Math.min(found.length, 5) / 20;
        if (folded.includes(phrase)) score += folded === phrase ? 2 * weight : weight;
      }
      const [{ found }, prose, code] = fields;
      return {
        route, title, titleMarks, trail, anchor, heading, headingMarks: heading ? found : [],
        body: !prose.found.length && code?.found.length ? code : prose,
        score: best.reduce((a, b) => a + b, score), complete: best.every(need => need),
      };
    }).sort((a, b) => b.score - a.score).filter(({ anchor }) => anchors.size < anchors.add(anchor).size);
  }

  // Where wanted terms stand in a text: [start, end, need, near].
  function marks(text, wanted) {
    const found = [];
    for (const { terms } of names(text)) {
      for (const [term, start, end] of terms) {
        // Of a longer term only its beginning, unless folding has changed its length.
        for (const [need, near, length] of wanted.get(term) ?? []) found.push([start, end - start === term.length ? start + length : end, need, near]);
      }
    }
    return found.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  }

  // The part of a section's text that answers the most.
  function snippet({ body: { text, found } }) {
    const LENGTH = 160;
    let from = 0, most = 0;
    for (const [start] of found) {
      const inside = found.filter(mark => mark[0] >= start && mark[1] <= start + LENGTH - 40);
      const value = new Set(inside.map(mark => mark[2])).size * 10 + Math.min(inside.length, 9);
      if (value > most) [from, most] = [start, value];
    }
    // From some words before it, up to the end of a word.
    const first = from;
    from = from < 60 ? 0 : text.indexOf(" ", from - 40) + 1;
    if (from > first) from = first;
    let to = text.length;
    if (from + LENGTH < to) {
      to = text.lastIndexOf(" ", from + LENGTH);
      if (to <= first) to = from + LENGTH;
    }
    const shift = from ? 2 - from : 0;
    return {
      text: (from ? "… " : "") + text.slice(from, to) + (to < text.length ? " …" : ""),
      textMarks: found.filter(mark => mark[0] >= from && mark[1] <= to).map(mark => [mark[0] + shift, mark[1] + shift]),
    };
  }

  // ---- the dialog

  function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const name in attributes) made.setAttribute(name, attributes[name]);
    made.append(...children);
    return made;
  }

  const input = element("input", {
    type: "text", role: "combobox", "aria-expanded": "false", "aria-controls": "search-results", "aria-autocomplete": "list",
    autocomplete: "off", autocapitalize: "none", spellcheck: "false", enterkeyhint: "go",
  });
  const close = element("button", { type: "button" });
  const list = element("ul", { class: "search-results", id: "search-results", role: "listbox" });
  const empty = element("p", { class: "search-empty" });
  const status = element("p", { class: "search-status", role: "status" });
  const dialog = element("dialog", { class: "search" }, element("div", { class: "search-box", role: "search" }, input, close), list, empty, status);
  document.body.append(dialog);

  let labels = { search: "Search", close: "Close", results: "Results", nothing: "Nothing found", failed: "The search index could not be loaded" };
  function label() {
    dialog.setAttribute("aria-label", labels.search);
    input.setAttribute("aria-label", labels.search);
    input.setAttribute("placeholder", labels.search);
    list.setAttribute("aria-label", labels.results);
    close.textContent = labels.close;
  }

  let options = [], active = 0;
  function activate(number) {
    options[active]?.setAttribute("aria-selected", "false");
    active = (number + options.length) % options.length;
    const option = options[active];
    if (!option) return input.removeAttribute("aria-activedescendant");
    option.setAttribute("aria-selected", "true");
    option.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", option.id);
  }

  function show({ results, total } = { results: [] }, text = "", failure = "") {
    options = results.map(option);
    list.replaceChildren(...options.map(option => element("li", { role: "none" }, option)));
    list.hidden = !options.length;
    input.setAttribute("aria-expanded", String(!list.hidden));
    activate(0);
    empty.hidden = total !== 0;
    empty.textContent = empty.hidden ? "" : `${labels.nothing}: ${text}`;
    const all = total > options.length ? ` / ${total}` : "";
    status.textContent = total === undefined ? failure : `${labels.results}: ${options.length}${all}`;
  }

  // The option is the link itself: a link inside an option would be out of reach of assistive technology.
  function option(result, number) {
    const { route, anchor, title, titleMarks, trail, heading, headingMarks, text, textMarks } = result;
    const part = (name, ...children) => element("span", { class: `search-result-${name}` }, ...children);
    const href = root + route.split("/").map(encodeURIComponent).join("/") + (anchor && `#${encodeURIComponent(anchor)}`);
    const link = element("a", { role: "option", id: `search-result-${number}`, href, tabindex: "-1", "aria-selected": "false" });
    if (trail.length) link.append(part("trail", trail.join(" › ")), " ");
    link.append(part("title", ...marked(title, titleMarks)), " ");
    if (heading) link.append(part("heading", ...marked(heading, headingMarks)), " ");
    link.append(part("text", ...marked(text, textMarks)));
    link.addEventListener("mousemove", () => number === active || activate(number));
    link.addEventListener("click", event => event.ctrlKey || event.metaKey || event.shiftKey || dialog.close());
    return link;
  }

  function marked(text, marks) {
    const nodes = [];
    let at = 0;
    for (const [start, end] of marks) {
      if (end <= at) continue;
      const from = Math.max(at, start);
      nodes.push(text.slice(at, from), element("mark", {}, text.slice(from, end)));
      at = end;
    }
    return [...nodes, text.slice(at)];
  }

  let latest = 0, before = "";
  async function ask() {
    const mine = ++latest, text = input.value;
    // What is pasted is complete; what is typed letter by letter may go on.
    const rest = Math.abs(text.length - before.length) > 1 ? 0 : REST;
    const question = { rest: new Promise(resolve => setTimeout(resolve, rest)), over: () => mine !== latest };
    before = text;
    // One letter says too little to load anything for; one character of a script without spaces may be a word.
    if (/^\s*[\x21-\x7e]?\s*$/.test(text)) return show();
    try {
      const answer = await find(text, question);
      if (!question.over()) show(answer, text.trim());
    } catch (error) {
      if (error !== question && !question.over()) show(undefined, text, labels.failed);
    }
  }

  input.addEventListener("input", ask);
  input.addEventListener("keydown", event => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown") activate(active + 1);
    else if (event.key === "ArrowUp") activate(active - 1);
    else if (event.key === "Enter") options[active]?.click();
    else return;
    event.preventDefault();
  });
  close.addEventListener("click", () => dialog.close());
  // A press on what lies behind the dialog reaches the dialog itself.
  dialog.addEventListener("click", event => event.target === dialog && dialog.close());

  function open() {
    if (!dialog.open) dialog.showModal();
    input.select();
    input.focus();
    Promise.all([load("index")]).then(() => {
      labels = index.labels;
      label();
    }, () => show(undefined, "", labels.failed));
  }

  window.docentSearch = { add, open, find, names, fold };
  // Later wishes to search come as an event; the first one is why this script was loaded.
  document.addEventListener("docent:search", open);
  label();
  show();
  open();
})();
