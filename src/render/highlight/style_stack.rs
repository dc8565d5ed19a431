//! The scopes that are open, reduced to what they look like.
//!
//! Two scope stacks that look the same are the same here, which makes far more lines of code recur.

use std::cell::RefCell;
use std::collections::HashMap;

use syntect::parsing::{ClearAmount, Scope, ScopeStackOp};

use super::class::{Class, Style};

/// The styles that are open, innermost last, and those that contexts have put aside.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct StyleStack {
    open: Vec<Style>,
    aside: Vec<Vec<Style>>,
}

impl StyleStack {
    /// Follows one operation of the parser.
    pub(super) fn apply(&mut self, operation: &ScopeStackOp) {
        match operation {
            ScopeStackOp::Push(scope) => self.open.push(style_of(*scope)),
            ScopeStackOp::Pop(count) => self.open.truncate(self.open.len().saturating_sub(*count)),
            ScopeStackOp::Clear(amount) => {
                let left = match amount {
                    ClearAmount::TopN(count) => self.open.len().saturating_sub(*count),
                    ClearAmount::All => 0,
                };
                self.aside.push(self.open.split_off(left));
            }
            ScopeStackOp::Restore => self.open.extend(self.aside.pop().unwrap_or_default()),
            ScopeStackOp::Noop => {}
        }
    }

    /// What text looks like here.
    pub(super) fn class(&self) -> Option<Class> {
        self.open.iter().fold(Style::Through, |around, &style| around.with(style)).class()
    }
}

/// The style of a scope; building its name is slow, and there are only so many scopes.
fn style_of(scope: Scope) -> Style {
    thread_local! {
        static STYLES: RefCell<HashMap<Scope, Style>> = RefCell::default();
    }
    STYLES.with_borrow_mut(|styles| *styles.entry(scope).or_insert_with(|| Style::of(&scope.build_string())))
}
