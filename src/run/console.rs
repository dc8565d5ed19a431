//! The commands of a transcript, and what it shows of their output.

use crate::document::transcript::{self, Role};

/// A command of a transcript.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Typed {
    /// The command, without prompts.
    pub(super) code: String,
    /// The line of the transcript that it starts at, counted from 0.
    pub(super) line: usize,
    /// Its lines as they are written.
    pub(super) written: String,
    /// What the transcript says that it prints.
    pub(super) shown: String,
}

/// The commands of a transcript, in order. What stands before the first is nobody's output.
pub(super) fn commands(code: &str) -> Vec<Typed> {
    let mut commands: Vec<Typed> = Vec::new();
    let lines = code.lines().zip(transcript::lines(code, transcript::SHELL));
    for (number, (written, line)) in lines.enumerate() {
        if line.role == Role::Command {
            commands.push(Typed { line: number, ..Typed::default() });
        }
        let Some(command) = commands.last_mut() else { continue };
        match line.role {
            Role::Output => command.shown.push_str(&format!("{}\n", line.text)),
            Role::Command | Role::More => {
                command.code.push_str(&format!("{}\n", line.text));
                command.written.push_str(&format!("{written}\n"));
            }
        }
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_their_lines_and_their_output() {
        let typed = |code: &str, line: usize, written: &str, shown: &str| Typed {
            code: code.to_owned(),
            line,
            written: written.to_owned(),
            shown: shown.to_owned(),
        };
        let found = commands("$ for x in 1 2; do\n> echo $x\n> done\n1\n2\n$ ls\n");
        let first = typed("for x in 1 2; do\necho $x\ndone\n", 0, "$ for x in 1 2; do\n> echo $x\n> done\n", "1\n2\n");
        assert_eq!(found, [first, typed("ls\n", 5, "$ ls\n", "")]);
    }
}
