// Runs the reader's search script outside a browser: just enough of a document to load the files of an index as
// scripts and to build the dialog. Reads a JSON array of steps from standard input, writes a JSON array of answers.
//
//   node client.mjs search.js OUTPUT_ROOT
//
// Steps: {find}, what a question finds, with the bytes loaded for it; {fresh, …}, the same by a new reader;
// {show}, the markup of the results; {names}, the terms of a text; {fold}, each of several characters,
// null where this Node does not know it.
import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";

const [, , script, root] = process.argv;

class Element {
  constructor(tag) { Object.assign(this, { tag, attributes: {}, children: [], listeners: {}, value: "", open: false }); }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  removeAttribute(name) { delete this.attributes[name]; }
  append(...children) { this.children.push(...children); }
  replaceChildren(...children) { this.children = children; }
  addEventListener(kind, listener) { this.listeners[kind] = listener; }
  set textContent(text) { this.children = [text]; }
  get textContent() { return this.children.map(child => child.textContent ?? child).join(""); }
  set id(value) { this.attributes.id = value; }
  get id() { return this.attributes.id; }
  remove() {}
  select() {}
  focus() {}
  scrollIntoView() {}
  showModal() { this.open = true; }
  close() { this.open = false; }
  click() { this.listeners.click?.({ target: this }); }
  // As a browser serializes it: text is escaped, so an element in it could only come from an element that was made.
  get html() {
    const escape = text => String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
    const attributes = Object.entries(this.attributes).map(([name, value]) => ` ${name}="${escape(value)}"`).join("");
    return `<${this.tag}${attributes}>${this.children.map(child => child.html ?? escape(child)).join("")}</${this.tag}>`;
  }
}

function reader() {
  const loaded = [];
  const context = vm.createContext({ setTimeout, console });
  const load = element => {
    const file = path.join(root, element.src.replace(/\?.*$/, ""));
    setImmediate(() => {
      if (!fs.existsSync(file)) return element.onerror();
      const text = fs.readFileSync(file, "utf8");
      loaded.push([path.relative(root, file), Buffer.byteLength(text)]);
      vm.runInContext(text, context);
      element.onload();
    });
  };
  const created = [];
  Object.assign(context, {
    window: context,
    document: {
      documentElement: { dataset: { root: "./" } },
      head: { append: load },
      body: new Element("body"),
      createElement: tag => { const element = new Element(tag); created.push(element); return element; },
      addEventListener() {},
    },
  });
  vm.runInContext(fs.readFileSync(script, "utf8"), context);
  const one = tag => created.find(element => element.tag === tag);
  const named = name => created.find(element => element.attributes.class === name);
  const parts = { input: one("input"), list: one("ul"), dialog: one("dialog"), empty: named("search-empty"), status: named("search-status") };
  return { loaded, search: context.docentSearch, ...parts };
}

const wait = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

async function show(it, text) {
  it.status.textContent = "";
  it.input.value = text;
  it.input.listeners.input();
  for (let i = 0; i < 200 && !it.status.textContent; i++) await wait(10);
  return { html: it.list.html, status: it.status.textContent, empty: it.empty.textContent, input: { ...it.input.attributes }, open: it.dialog.open };
}

let it = reader();
const answers = [];
for (const step of JSON.parse(fs.readFileSync(0, "utf8"))) {
  if (step.fresh) it = reader();
  const before = step.fresh ? 0 : it.loaded.length;
  const start = performance.now();
  if ("find" in step) {
    const answer = await it.search.find(step.find);
    const milliseconds = performance.now() - start;
    answers.push({ ...answer, milliseconds, loaded: it.loaded.slice(before), bytes: it.loaded.slice(before).reduce((sum, [, bytes]) => sum + bytes, 0) });
  }
  if ("show" in step) answers.push(await show(it, step.show));
  if ("names" in step) answers.push([...it.search.names(step.names)].flatMap(name => name.terms.map(([term]) => term)));
  if ("fold" in step) answers.push(step.fold.map(text => /\p{Cn}/u.test(text) ? null : it.search.fold(text)));
}
console.log(JSON.stringify(answers));
