//! What commands write: their answer to the standard output, what there is to say about it to the standard error.

use std::borrow::Cow;
use std::io::{self, ErrorKind, Write};

use anstream::adapter::strip_str;
use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, Result};

/// Writes the answer of a command, or a part of it.
///
/// # Errors
///
/// When not all of it can be written, as onto a full disk. A reader that wants no more of it has what it wanted.
pub(super) fn answer(text: &str) -> Result<()> {
    let mut out = anstream::stdout().lock();
    match out.write_all(shown(text, &io::stdout()).as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write the answer to the standard output"),
    }
}

/// Says something to the person at the terminal. Where nobody can be told, nobody can be told that either.
pub(super) fn say(text: &str) {
    let _ = anstream::stderr().lock().write_all(shown(text, &io::stderr()).as_bytes());
}

/// The text without its colours where none are shown: left to the stream, each piece between two colours would be written
/// by itself.
fn shown<'t>(text: &'t str, stream: &impl RawStream) -> Cow<'t, str> {
    match AutoStream::choice(stream) {
        ColorChoice::Never => Cow::Owned(strip_str(text).to_string()),
        _ => Cow::Borrowed(text),
    }
}

/// Says a line, with what `format!` takes.
macro_rules! tell {
    ($($line:tt)+) => {
        $crate::cli::terminal::say(&(format!($($line)+) + "\n"))
    };
}
pub(super) use tell;
