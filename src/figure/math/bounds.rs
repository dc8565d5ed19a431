//! Bounds on formulas: what a hostile one may cost.

use crate::figure::Mistake;
use crate::limit::{FORMULA_BYTES, FORMULA_DEPTH, FORMULA_MACRO_BYTES};

/// A formula longer than this may hold a chain of commands, such as `\sqrt\sqrt…`, that needs more stack than a thread
/// of the pool has.
const LONG: usize = 256;
/// Stack for the longest chain of commands that fits into a formula.
const DEEP_STACK: usize = 256 << 20;

/// Whether a formula keeps within the bounds.
pub(super) fn check(tex: &str, macros: &[(String, String)]) -> Result<(), Mistake> {
    let whole = |message: String| Mistake { range: 0..tex.len(), message };
    if tex.len() > FORMULA_BYTES {
        return Err(whole(format!("the formula has {} bytes; the most is {FORMULA_BYTES}", tex.len())));
    }
    if depth(tex) > FORMULA_DEPTH {
        return Err(whole(format!("groups are nested deeper than {FORMULA_DEPTH}")));
    }
    if written(tex, macros) > FORMULA_MACRO_BYTES {
        return Err(whole("macros that repeat their argument make the formula too large".to_owned()));
    }
    Ok(())
}

fn depth(tex: &str) -> usize {
    let mut depth = 0usize;
    let mut deepest = 0;
    let mut escaped = false;
    for byte in tex.bytes() {
        match byte {
            b'{' if !escaped => depth += 1,
            b'}' if !escaped => depth = depth.saturating_sub(1),
            _ => {}
        }
        escaped = byte == b'\\' && !escaped;
        deepest = deepest.max(depth);
    }
    deepest + tex.matches("\\left").count() + tex.matches("\\begin").count()
}

/// An upper bound of what the macros write: each use may repeat all that the others have written.
fn written(tex: &str, macros: &[(String, String)]) -> usize {
    let mut size = tex.len();
    for (name, text) in macros {
        let uses = tex.match_indices('\\').filter(|(at, _)| tex[at + 1..].starts_with(name.as_str())).count();
        let repeats = (b'1'..=b'9').map(|digit| text.matches(&format!("#{}", char::from(digit))).count()).max();
        size = size.saturating_add(uses.saturating_mul(text.len()));
        let factor = repeats.unwrap_or(0).max(1).saturating_pow(u32::try_from(uses).unwrap_or(u32::MAX));
        size = size.saturating_mul(factor);
    }
    size
}

/// Runs on a thread with a deep stack where one of the formulas may need it.
pub(super) fn with_deep_stack<T: Send, D>(formulas: &[(&str, D)], run: impl FnOnce() -> Vec<T> + Send) -> Vec<T> {
    if formulas.iter().all(|(tex, _)| tex.len() <= LONG) {
        return run();
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(DEEP_STACK).spawn_scoped(scope, run);
        // Where no thread can be had, or the converter panics, the formulas are shown as their source.
        thread.ok().and_then(|thread| thread.join().ok()).unwrap_or_default()
    })
}
