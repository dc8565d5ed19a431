//! In place of the renderer, where Docent is built without it: no diagram is read or drawn.

use std::sync::Arc;

use super::Diagram;
use crate::figure::Mistake;

pub(super) fn read(_text: &str) -> Option<Result<Arc<Diagram>, Mistake>> {
    None
}
