//! Sessions: one process for blocks that build on each other, or one for each block.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::process::{GLANCE, Process};
use super::sandbox::Sandbox;
use crate::limit::RUN_OUTPUT_BYTES;

const PYTHON: &str = include_str!("python.py");
const SHELL: &str = include_str!("shell.sh");

/// A piece of code for a session.
pub(super) struct Step<'c> {
    /// Names it in what the session answers.
    pub(super) number: usize,
    pub(super) code: &'c str,
    pub(super) folder: Option<&'c str>,
    pub(super) variables: &'c [(String, String)],
    pub(super) patience: Duration,
}

/// What became of a piece of code.
pub(super) struct Outcome {
    pub(super) end: End,
    pub(super) printed: String,
}

/// How a piece of code ended.
pub(super) enum End {
    /// By itself.
    Done(Answer),
    /// It took the process of the session with it, which had this exit status.
    Gone(i32),
    /// It took too long.
    TimedOut,
    /// It printed too much.
    TooMuch,
}

/// How a session says that a piece of code ended.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Answer {
    /// As a process would have ended.
    pub(super) status: i32,
    /// The exception that ended it, and what that is derived from.
    #[serde(default)]
    pub(super) exception: Vec<String>,
    /// What the exception says.
    #[serde(default)]
    pub(super) message: String,
    /// The steps and the lines in them, counted from 1, that led to where it ended.
    #[serde(default)]
    pub(super) places: Vec<(usize, usize)>,
}

/// What runs the blocks of a session.
pub(super) enum Session {
    Python(Connection),
    Shell(Connection),
    /// A process for each block.
    Each(Vec<String>),
}

/// A process that is given one piece of code after the other.
pub(super) struct Connection {
    process: Process,
    orders: ChildStdin,
    answers: Receiver<String>,
}

impl Session {
    /// Starts a session with the command of a runner.
    pub(super) fn start(language: &str, command: &[String], sandbox: &Sandbox) -> io::Result<Self> {
        match language {
            "python" => Connection::open(&with_program(command, PYTHON), sandbox).map(Self::Python),
            "bash" | "console" => Connection::open(&with_program(command, SHELL), sandbox).map(Self::Shell),
            _ => Ok(Self::Each(command.to_vec())),
        }
    }

    /// Runs a piece of code.
    pub(super) fn run(&mut self, step: &Step<'_>, sandbox: &Sandbox) -> io::Result<Outcome> {
        let output = sandbox.write_own(&format!("output-{}", step.number), "")?;
        let end = match self {
            Self::Python(connection) => connection.python(step, &output, sandbox)?,
            Self::Shell(connection) => connection.shell(step, &output, sandbox)?,
            Self::Each(command) => alone(command, step, &output, sandbox)?,
        };
        if let (Self::Python(connection) | Self::Shell(connection), End::TimedOut | End::TooMuch) = (self, &end) {
            // Before its output is read: it must not grow meanwhile.
            connection.process.end();
        }
        Ok(Outcome { end, printed: sandbox.read_own(&output) })
    }
}

/// The command with a program in place of the `-` that stands for one.
fn with_program(command: &[String], program: &str) -> Vec<String> {
    let mut words: Vec<_> = command.iter().filter(|word| *word != "-").cloned().collect();
    words.extend(["-c".to_owned(), program.to_owned()]);
    words
}

impl Connection {
    fn open(command: &[String], sandbox: &Sandbox) -> io::Result<Self> {
        let mut command = sandbox.command(command);
        // What the program says before it serves is said to nobody: a session that does not come up is noticed.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = Process::start(&mut command)?;
        let (orders, out) = (process.child.stdin.take(), process.child.stdout.take());
        let (Some(orders), Some(out)) = (orders, out) else { return Err(io::ErrorKind::BrokenPipe.into()) };
        let (sender, answers) = channel();
        thread::spawn(move || {
            let lines = BufReader::new(out).lines().map_while(Result::ok);
            for line in lines {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { process, orders, answers })
    }

    fn python(&mut self, step: &Step<'_>, output: &Path, sandbox: &Sandbox) -> io::Result<End> {
        let variables: serde_json::Map<_, _> =
            step.variables.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
        let order = serde_json::json!({
            "number": step.number,
            "code": sandbox.write_own(&format!("code-{}", step.number), step.code)?,
            "output": output,
            "folder": step.folder,
            "variables": variables,
        });
        let read = |line: &str| serde_json::from_str(line).ok();
        Ok(self.order(&order.to_string(), step.patience, output, read))
    }

    fn shell(&mut self, step: &Step<'_>, output: &Path, sandbox: &Sandbox) -> io::Result<End> {
        let code = sandbox.write_own(&format!("code-{}", step.number), step.code)?;
        let variables: String =
            step.variables.iter().map(|(name, value)| format!("{name}={} ", quoted(value))).collect();
        let (enter, leave) = match step.folder {
            Some(folder) => (format!("__docent_was=$PWD; cd -- {} && ", quoted(folder)), "cd -- \"$__docent_was\"\n"),
            None => (String::new(), ""),
        };
        let (code, out) = (quoted(&code.to_string_lossy()), quoted(&output.to_string_lossy()));
        // The first command that fails ends the step, but not the session: `return` leaves the file that is read.
        let request = format!(
            "__docent_line=0\n__docent_code={code}\n\
             trap '__docent_status=$?; if [ \"$BASH_SOURCE\" = \"$__docent_code\" ]; then __docent_line=$LINENO; \
             trap - ERR; return $__docent_status; fi' ERR\n\
             {{ {enter}{variables}. {code}; }} >>{out} 2>&1 3<&- 4>&-\n\
             __docent_status=$?\ntrap - ERR\n{leave}\
             printf '%s %s\\n' \"$__docent_status\" \"$__docent_line\" >&4\n"
        );
        let file = sandbox.write_own(&format!("step-{}", step.number), &request)?;
        let read = |line: &str| {
            let (status, line) = line.split_once(' ')?;
            let (status, line) = (status.parse().ok()?, line.parse().ok()?);
            let places = if line > 0 { vec![(step.number, line)] } else { Vec::new() };
            Some(Answer { status, places, ..Answer::default() })
        };
        Ok(self.order(&file.to_string_lossy(), step.patience, output, read))
    }

    /// Gives an order, and waits for what becomes of it.
    fn order(&mut self, order: &str, patience: Duration, output: &Path, read: impl Fn(&str) -> Option<Answer>) -> End {
        let since = Instant::now();
        // An order to a process that has ended goes nowhere, which the loop notices.
        let _ = writeln!(self.orders, "{order}").and_then(|()| self.orders.flush());
        loop {
            // What has ended may have answered before.
            let status = self.process.status();
            match self.answers.recv_timeout(GLANCE) {
                Ok(line) => match read(&line) {
                    Some(answer) => return End::Done(answer),
                    None => continue,
                },
                Err(RecvTimeoutError::Timeout) => {}
                // Code can close what its session answers by, and go on.
                Err(RecvTimeoutError::Disconnected) => thread::sleep(GLANCE),
            }
            if let Some(status) = status {
                return End::Gone(status);
            }
            if let Some(end) = overdue(since, patience, output) {
                return end;
            }
        }
    }
}

fn overdue(since: Instant, patience: Duration, output: &Path) -> Option<End> {
    if since.elapsed() > patience {
        return Some(End::TimedOut);
    }
    fs::metadata(output).is_ok_and(|metadata| metadata.len() > RUN_OUTPUT_BYTES as u64).then_some(End::TooMuch)
}

/// Runs code by a process of its own, which reads it from its standard input.
fn alone(command: &[String], step: &Step<'_>, output: &Path, sandbox: &Sandbox) -> io::Result<End> {
    let code = sandbox.write_own(&format!("code-{}", step.number), step.code)?;
    let out = File::options().append(true).open(output)?;
    let mut command = sandbox.command(command);
    command.stdin(File::open(code)?).stdout(out.try_clone()?).stderr(out);
    command.envs(step.variables.iter().map(|(name, value)| (name, value)));
    if let Some(folder) = step.folder {
        command.current_dir(sandbox.root().join(folder));
    }
    let mut process = Process::start(&mut command)?;
    let since = Instant::now();
    loop {
        if let Some(status) = process.status() {
            return Ok(End::Done(Answer { status, ..Answer::default() }));
        }
        if let Some(end) = overdue(since, step.patience, output) {
            return Ok(end);
        }
        thread::sleep(GLANCE);
    }
}

/// A word that a shell reads as it is.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read() {
        let answer: Result<Answer, _> = serde_json::from_str("{\"status\": 0}");
        assert_eq!(answer.unwrap(), Answer::default());
        let text = r#"{"status": 1, "exception": ["A"], "message": "a", "places": [[0, 2]]}"#;
        let answer: Answer = serde_json::from_str(text).unwrap();
        assert_eq!(answer.places, [(0, 2)]);
    }
}
