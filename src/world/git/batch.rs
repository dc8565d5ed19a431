//! One git that is asked for one object after another.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use super::super::repository::Repository;
use crate::limit::FILE_BYTES;

/// `git cat-file --batch`, for as long as this is kept.
#[derive(Debug)]
pub(super) struct Batch(Mutex<Running>);

#[derive(Debug)]
struct Running {
    child: Child,
    /// Closed to end the process.
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Batch {
    pub(super) fn start(repository: &Repository) -> io::Result<Self> {
        let mut command = repository.git();
        command.args(["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(questions), Some(answers)) => {
                let answers = BufReader::new(answers);
                Ok(Self(Mutex::new(Running { child, questions: Some(questions), answers })))
            }
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// The bytes of a file.
    pub(super) fn read(&self, id: &str) -> io::Result<Arc<[u8]>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).read(id)
    }
}

impl Running {
    fn read(&mut self, id: &str) -> io::Result<Arc<[u8]>> {
        let questions = self.questions.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        questions.write_all(format!("{id}\n").as_bytes())?;
        questions.flush()?;
        let mut head = String::new();
        self.answers.read_line(&mut head)?;
        let size = head.trim_end().rsplit_once(' ').and_then(|(before, size)| {
            let is_file = before.ends_with(" blob");
            size.parse::<usize>().ok().filter(|_| is_file)
        });
        let Some(size) = size else {
            return Err(io::Error::other(format!("git does not have its content at hand ({})", head.trim_end())));
        };
        if size > FILE_BYTES {
            io::copy(&mut self.answers.by_ref().take(size as u64 + 1), &mut io::sink())?;
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it has {size} bytes")));
        }
        // A newline follows the bytes.
        let mut bytes = vec![0; size + 1];
        self.answers.read_exact(&mut bytes)?;
        bytes.truncate(size);
        Ok(bytes.into())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.questions.take());
        // It ends with its input; whether it ended well says nothing about what it has answered.
        let _ = self.child.wait();
    }
}
