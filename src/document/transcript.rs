//! Transcripts of terminals: which lines are typed, and which are printed.

/// A line of a transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line<'t> {
    /// The prompt before what is typed; empty on a line that only goes on, and on one that is printed.
    pub prompt: &'t str,
    /// What is typed or printed.
    pub text: &'t str,
    /// What it is.
    pub role: Role,
}

/// What a line of a transcript is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It begins a command.
    Command,
    /// It goes on with the command of the line before.
    More,
    /// It is printed.
    Output,
}

/// The prompts of a shell: those that begin a command, and the one that goes on.
pub const SHELL: (&[&str], &str) = (&["$ ", "# "], "> ");
/// The prompts of Python.
pub const PYTHON: (&[&str], &str) = (&[">>> "], "... ");

/// Reads a transcript.
///
/// Lines behind a prompt are typed, and so is what goes on with one: a line behind a trailing backslash, or behind the
/// second prompt, which means nothing elsewhere, for output can start with the same sign.
pub fn lines<'t>(code: &'t str, (openings, continuation): (&[&str], &str)) -> Vec<Line<'t>> {
    // A transcript has one prompt: below a `$ `, a line that starts with `# ` is a comment or output.
    let opening = openings.iter().find(|prompt| code.lines().any(|line| behind(line, prompt).is_some()));
    let (mut typing, mut goes_on) = (false, false);
    let mut lines = Vec::new();
    for line in code.lines() {
        let command = opening.and_then(|opening| behind(line, opening)).map(|text| (text, Role::Command));
        let more = || behind(line, continuation).filter(|_| typing).map(|text| (text, Role::More));
        let typed = command.or_else(more).or_else(|| goes_on.then_some((line, Role::More)));
        let (text, role) = typed.unwrap_or((line, Role::Output));
        lines.push(Line { prompt: &line[..line.len() - text.len()], text, role });
        typing = role != Role::Output;
        goes_on = typing && line.ends_with('\\');
    }
    lines
}

/// What stands behind a prompt.
fn behind<'t>(line: &'t str, prompt: &str) -> Option<&'t str> {
    line.strip_prefix(prompt).or_else(|| (line == prompt.trim_end()).then_some(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roles(code: &str) -> String {
        let sign = |line: &Line<'_>| match line.role {
            Role::Command => 'c',
            Role::More => 'm',
            Role::Output => 'o',
        };
        lines(code, SHELL).iter().map(sign).collect()
    }

    #[test]
    fn a_transcript_is_input_and_output() {
        assert_eq!(roles("$ cat <<X\n> a\n> b\nout\n> out\n$ ls"), "cmmooc");
        assert_eq!(roles("$ run \\\n    --fast\nresult\n# not a prompt"), "cmoo");
        assert_eq!(roles("# apt install x\nok"), "co");
        assert_eq!(roles("$\n$ x"), "cc");
    }

    #[test]
    fn prompt_and_text_are_the_line() {
        for line in lines("$ a \\\n  b\n> c\nout", SHELL) {
            assert!(["$ a \\", "  b", "> c", "out"].contains(&format!("{}{}", line.prompt, line.text).as_str()));
        }
    }
}
