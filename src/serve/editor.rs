//! Opens a file at a line in the author's editor, on the machine that serves.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// The command of an editor.
#[derive(Debug)]
pub(super) struct Editor {
    words: Vec<String>,
}

impl Editor {
    /// Takes a command such as `code`, or one that says where file and line go: `vim-in-tab {file} +{line}`.
    /// It is run as it is, without a shell. A blank command is none.
    pub(super) fn new(command: &str) -> Option<Self> {
        let words: Vec<_> = command.split_whitespace().map(str::to_owned).collect();
        (!words.is_empty()).then_some(Self { words })
    }

    /// Starts the editor, and does not wait for it.
    pub(super) fn open(&self, file: &Path, line: usize) -> io::Result<()> {
        let words = self.words_for(&file.to_string_lossy(), line);
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        // Somebody has to take note of its end, or it stays behind as a zombie.
        std::thread::spawn(move || child.wait());
        Ok(())
    }

    fn words_for(&self, file: &str, line: usize) -> Vec<String> {
        let place = format!("{file}:{line}");
        let line = line.to_string();
        if self.words.iter().any(|word| word.contains("{file}")) {
            let filled = |word: &String| word.replace("{line}", &line).replace("{file}", file);
            return self.words.iter().map(filled).collect();
        }
        let name = self.words.first().map(Path::new).and_then(Path::file_stem).unwrap_or_default().to_string_lossy();
        let behind = match &*name {
            "code" | "code-insiders" | "codium" | "cursor" | "windsurf" => vec!["--goto".to_owned(), place],
            "idea" | "pycharm" | "webstorm" | "rustrover" | "clion" | "goland" => {
                vec!["--line".to_owned(), line, file.to_owned()]
            }
            "kate" => vec!["--line".to_owned(), line, file.to_owned()],
            "gvim" | "mvim" | "emacsclient" | "emacs" | "gedit" | "nano" | "vim" | "nvim" | "vi" => {
                vec![format!("+{line}"), file.to_owned()]
            }
            _ => vec![place],
        };
        self.words.iter().cloned().chain(behind).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_editor_has_its_own_way_to_name_a_line() {
        let words = |command: &str| Editor::new(command).unwrap().words_for("/s/a b.md", 7);
        assert_eq!(words("code"), ["code", "--goto", "/s/a b.md:7"]);
        assert_eq!(words("/usr/bin/code --reuse-window"), ["/usr/bin/code", "--reuse-window", "--goto", "/s/a b.md:7"]);
        assert_eq!(words("emacsclient -n"), ["emacsclient", "-n", "+7", "/s/a b.md"]);
        assert_eq!(words("zed"), ["zed", "/s/a b.md:7"]);
        assert_eq!(words("ed --at={line} {file}"), ["ed", "--at=7", "/s/a b.md"]);
    }

    #[test]
    fn an_empty_command_opens_nothing() {
        assert!(Editor::new(" ").is_none());
    }
}
