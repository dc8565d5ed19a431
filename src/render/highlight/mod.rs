//! Code to token spans: the only owner of syntect.
//!
//! A token is a run of text of one class, of which there are about a dozen; neighbours of one class are one span, and
//! text without a class has none. That is a tenth of what a span for each scope would be.

mod class;
mod memo;
mod style_stack;

use std::cell::RefCell;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use syntect::parsing::{ParseState, SyntaxReference, SyntaxSet};

use self::class::Class;
use self::memo::{Line, LineMemo, State, StateId};
use self::style_stack::StyleStack;
use super::escape;
use crate::document::language;
use crate::limit::{CODE_BYTES, CODE_LINE_BYTES, CODE_SECONDS};

/// The last safety, against patterns that search without end: what is left of a block is then shown as plain text.
const LONGEST_TIME: Duration = Duration::from_secs(CODE_SECONDS as u64);

static SYNTAXES: LazyLock<SyntaxSet> = LazyLock::new(two_face::syntax::extra_newlines);

thread_local! {
    static MEMO: RefCell<LineMemo> = RefCell::default();
}

/// The lines of a code block as HTML, without their line ends. A language that nobody knows is plain text.
pub(super) fn lines(name: &str, code: &str) -> Vec<Arc<str>> {
    let syntax = language::canonical(name).and_then(syntax);
    // Some patterns take a time that grows with the square of the line.
    let too_large = code.len() > CODE_BYTES || code.lines().any(|line| line.len() > CODE_LINE_BYTES);
    match syntax {
        Some(syntax) if !too_large => highlighted(syntax, code),
        _ => code.lines().map(plain).collect(),
    }
}

/// The grammar of a language by its canonical name; `None` for those that are shown as plain text.
fn syntax(canonical: &str) -> Option<&'static SyntaxReference> {
    let token = match canonical {
        "text" | "output" | "console" | "pycon" | "mermaid" | "math" => return None,
        "batch" => "bat",
        "bibtex" => "bib",
        "c#" => "cs",
        "c++" => "cpp",
        "clojure" => "clj",
        "dockerfile" => "Dockerfile",
        "dotenv" => ".env",
        "elixir" => "ex",
        "erlang" => "erl",
        "f#" => "fs",
        "fortran" => "f90",
        "gomod" => "go.mod",
        "hcl" => "tf",
        "haskell" => "hs",
        "jinja" => "html.j2",
        "julia" => "jl",
        "kotlin" => "kt",
        "llvm" => "ll",
        "javascript" => "js",
        "make" => "Makefile",
        "markdown" => "md",
        "matlab" => "matlab",
        "objective-c" => "m",
        "ocaml" => "ml",
        "pascal" => "pas",
        "perl" => "pl",
        "powershell" => "ps1",
        "protobuf" => "proto",
        "python" => "py",
        "racket" => "rkt",
        "regex" => "re",
        "requirements" => "requirements.txt",
        "ruby" => "rb",
        "rust" => "rs",
        "ssh-config" => "ssh_config",
        "solidity" => "sol",
        "systemverilog" => "sv",
        "typescript" => "ts",
        "typst" => "typ",
        "latex" => "tex",
        token => token,
    };
    SYNTAXES.find_syntax_by_extension(token).or_else(|| SYNTAXES.find_syntax_by_token(token))
}

fn plain(line: &str) -> Arc<str> {
    escape::escaped(line).into()
}

fn highlighted(syntax: &SyntaxReference, code: &str) -> Vec<Arc<str>> {
    MEMO.with_borrow_mut(|memo| {
        memo.bound();
        let mut at = memo.intern(State { parse: ParseState::new(syntax), styles: StyleStack::default() });
        let start = Instant::now();
        let mut text = String::new();
        code.lines()
            .map(|line| {
                let known = memo.line(at, line);
                if known.is_none() && start.elapsed() > LONGEST_TIME {
                    return plain(line);
                }
                let Line { html, next } = known.unwrap_or_else(|| highlight_line(memo, at, line, &mut text));
                at = next;
                html
            })
            .collect()
    })
}

/// Highlights a line that has not been seen in this state, and remembers it. `text` is a buffer that is used again.
fn highlight_line(memo: &mut LineMemo, at: StateId, line: &str, text: &mut String) -> Line {
    let State { mut parse, mut styles } = State::clone(&memo.state(at));
    // The grammars are written for lines with their line end.
    text.clear();
    text.push_str(line);
    text.push('\n');
    let Ok(operations) = parse.parse_line(text, &SYNTAXES) else {
        return Line { html: plain(line), next: at };
    };
    let mut html = String::with_capacity(line.len() * 2);
    let mut token = Token { class: styles.class(), start: 0 };
    let mut from = 0;
    for (place, operation) in &operations {
        let place = (*place).min(line.len());
        if place > from {
            from = place;
        }
        styles.apply(operation);
        token.change(styles.class(), from, line, &mut html);
    }
    token.change(None, line.len(), line, &mut html);
    token.end(line.len(), line, &mut html);
    let highlighted = Line { html: html.into(), next: memo.intern(State { parse, styles }) };
    memo.remember(at, line, highlighted.clone());
    highlighted
}

/// The token that is being written: it goes on while its neighbours have its class.
struct Token {
    class: Option<Class>,
    start: usize,
}

impl Token {
    fn change(&mut self, class: Option<Class>, at: usize, line: &str, html: &mut String) {
        if class != self.class {
            self.end(at, line, html);
            *self = Self { class, start: at };
        }
    }

    fn end(&self, at: usize, line: &str, html: &mut String) {
        let text = line.get(self.start..at).unwrap_or_default();
        match self.class {
            Some(class) if !text.trim().is_empty() => {
                html.push_str("<span class=\"");
                html.push(class.letter());
                html.push_str("\">");
                escape::text(text, html);
                html.push_str("</span>");
            }
            _ => escape::text(text, html),
        }
    }
}

#[cfg(test)]
mod tests;
