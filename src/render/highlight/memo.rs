//! Lines that were highlighted before: the same line in the same state gives the same tokens and the same next state.
//!
//! Lines recur within a block and, far more, between the blocks of a site, and following the grammar is nearly all the
//! cost of highlighting. Each thread has a memo of its own: the states of onig cannot be shared.

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
    lines: Vec<HashMap<Box<str>, Line>>,
    bytes: usize,
}

/// A memo that has grown beyond this starts anew: a long-lived process must not keep every line that it has ever seen.
const MOST_BYTES: usize = 64 << 20;

impl LineMemo {
    /// The number of a state; equal states have one number.
    pub(super) fn intern(&mut self, state: State) -> StateId {
        let alike = self.by_styles.entry(state.styles.clone()).or_default();
        if let Some(&id) = alike.iter().find(|&&id| *self.states[id] == state) {
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
        self.lines[state].get(text).cloned()
    }

    /// Remembers a line.
    pub(super) fn remember(&mut self, state: StateId, text: &str, line: Line) {
        self.bytes += text.len() + line.html.len() + size_of::<(Box<str>, Line)>();
        self.lines[state].insert(text.into(), line);
    }

    /// Starts anew when it has grown too large. Numbers of states given out before are void then.
    pub(super) fn bound(&mut self) {
        if self.bytes > MOST_BYTES {
            *self = Self::default();
        }
    }
}
