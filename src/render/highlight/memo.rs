//! Lines that were highlighted before: the same line in the same state gives the same tokens and the same next state.
//!
//! Lines recur within a block and, far more, between the blocks of a site, and following the grammar is nearly all the
//! cost of highlighting. Each thread has a memo of its own: the states of onig cannot be shared.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use syntect::parsing::ParseState;

use super::style_stack::StyleStack;

/// Where a grammar is between two lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct State {
    pub(super) parse: ParseState,
    pub(super) styles: StyleStack,
}

/// Number of a state among those of all grammars.
pub(super) type StateId = usize;

/// A highlighted line and the state behind it.
#[derive(Debug, Clone)]
pub(super) struct Line {
    pub(super) html: Arc<str>,
    pub(super) next: StateId,
}

/// The states and lines of one thread.
#[derive(Debug, Default)]
pub(super) struct LineMemo {
    states: Vec<Rc<State>>,
    /// States that look the same, among which the one that is equal is searched.
    by_styles: HashMap<StyleStack, Vec<StateId>>,
    /// For each state, the lines that were met in it.
    lines: Vec<HashMap<Box<str>, Kept>>,
    bytes: usize,
}

/// A line, and whether it was met again since the memo was last cleared of what does not recur.
#[derive(Debug)]
struct Kept {
    line: Line,
    recurs: Cell<bool>,
}

/// A memo that has grown beyond this is cleared of the lines that do not recur: a large site, or a long-lived process,
/// must not keep every line that it has ever seen.
const MOST_BYTES: usize = 64 << 20;

/// So many states that look the same a new one is compared with. A state within a heredoc holds what opened it, and is
/// equal to no other: a large site has thousands of them.
const MOST_COMPARED: usize = 32;
/// A memo of more states is begun anew.
const MOST_STATES: usize = 1 << 14;

impl LineMemo {
    /// The number of a state; equal states have one number, unless many others that look the same came between them.
    pub(super) fn intern(&mut self, state: State) -> StateId {
        let alike = self.by_styles.entry(state.styles.clone()).or_default();
        if let Some(&id) = alike.iter().rev().take(MOST_COMPARED).find(|&&id| *self.states[id] == state) {
            return id;
        }
        let id = self.states.len();
        alike.push(id);
        self.states.push(Rc::new(state));
        self.lines.push(HashMap::new());
        id
    }

    /// The state of a number.
    pub(super) fn state(&self, id: StateId) -> Rc<State> {
        Rc::clone(&self.states[id])
    }

    /// The line as it was highlighted before in this state.
    pub(super) fn line(&self, state: StateId, text: &str) -> Option<Line> {
        let kept = self.lines[state].get(text)?;
        kept.recurs.set(true);
        Some(kept.line.clone())
    }

    /// Remembers a line.
    pub(super) fn remember(&mut self, state: StateId, text: &str, line: Line) {
        self.bytes += bytes(text, &line);
        self.lines[state].insert(text.into(), Kept { line, recurs: Cell::new(false) });
    }

    /// Forgets what does not recur when it has grown too large; all of it where that is not enough. Numbers of states
    /// given out before are void then.
    pub(super) fn bound(&mut self) {
        if self.states.len() > MOST_STATES {
            *self = Self::default();
        }
        self.bound_to(MOST_BYTES);
    }

    fn bound_to(&mut self, most: usize) {
        if self.bytes <= most {
            return;
        }
        self.bytes = 0;
        for lines in &mut self.lines {
            lines.retain(|text, kept| {
                let recurs = kept.recurs.replace(false);
                self.bytes += if recurs { bytes(text, &kept.line) } else { 0 };
                recurs
            });
        }
        if self.bytes > most / 2 {
            *self = Self::default();
        }
    }
}

/// What a line takes in memory, nearly.
fn bytes(text: &str, line: &Line) -> usize {
    text.len() + line.html.len() + size_of::<(Box<str>, Kept)>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_told_apart_and_bounded() {
        let syntaxes = two_face::syntax::extra_newlines();
        let bash = syntaxes.find_syntax_by_token("bash").unwrap();
        let mut memo = LineMemo::default();
        let mut state_behind = |line: &str| {
            let mut parse = ParseState::new(bash);
            parse.parse_line(line, &syntaxes).unwrap();
            memo.intern(State { parse, styles: StyleStack::default() })
        };
        assert_eq!(state_behind("echo a\n"), state_behind("echo b\n"));
        assert_ne!(state_behind("echo a\n"), state_behind("cat <<END\n"));
        for _ in 0..=MOST_STATES {
            state_behind("cat <<END\n");
        }
        memo.bound();
        assert!(memo.states.is_empty());
    }

    #[test]
    fn lines_that_recur_are_kept() {
        let syntaxes = two_face::syntax::extra_newlines();
        let mut memo = LineMemo::default();
        let parse = ParseState::new(syntaxes.find_syntax_plain_text());
        let state = memo.intern(State { parse, styles: StyleStack::default() });
        let line = Line { html: "x".into(), next: state };
        for text in ["import torch", "once = 1", "once = 2", "once = 3", "once = 4"] {
            memo.remember(state, text, line.clone());
        }
        let kept = memo.line(state, "import torch").unwrap();
        let held = memo.bytes;
        memo.bound_to(held);
        assert_eq!(memo.bytes, held, "there is room for all of them");
        memo.bound_to(held - 1);
        assert!(memo.line(state, "once = 1").is_none() && memo.bytes < held);
        assert!(Arc::ptr_eq(&memo.line(state, "import torch").unwrap().html, &kept.html));
        memo.bound_to(memo.bytes - 1);
        assert_eq!((memo.bytes, memo.lines.len()), (0, 0), "what recurs is too much as well");
    }
}
