//! What commands write: their answer to the standard output, what there is to say about it to the standard error.

use std::io::{ErrorKind, Write};

use anyhow::{Context, Result};

/// Writes the answer of a command, or a part of it.
///
/// # Errors
///
/// When not all of it can be written, as onto a full disk. A reader that wants no more of it has what it wanted.
pub(super) fn answer(text: &str) -> Result<()> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write the answer to the standard output"),
    }
}

/// Says something to the person at the terminal. Where nobody can be told, nobody can be told that either.
pub(super) fn say(text: &str) {
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// Says a line, with what `format!` takes.
macro_rules! tell {
    ($($line:tt)+) => {
        $crate::cli::terminal::say(&(format!($($line)+) + "\n"))
    };
}
pub(super) use tell;
