//! The reader's script under Node, see `tests/search/client.mjs`.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use super::super::{SearchLabels, SearchPage, index};

/// An index on the disk, as a site publishes it.
pub(super) struct Client {
    output: TempDir,
}

impl Client {
    pub(super) fn new(pages: &[SearchPage]) -> Client {
        Client::of(&index(pages, &SearchLabels::default()))
    }

    pub(super) fn of(files: &[(String, Vec<u8>)]) -> Client {
        let output = tempfile::tempdir().expect("a temporary folder");
        for (path, bytes) in files {
            let file = output.path().join(path);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("the folder is made");
            std::fs::write(file, bytes).expect("the file is written");
        }
        Client { output }
    }

    /// Runs steps; nothing when Node is missing, which is said, and is an error where everything is to be tested.
    pub(super) fn run(&self, steps: &Value) -> Option<Vec<Value>> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut command = Command::new("node");
        command.arg(root.join("tests/search/client.mjs")).arg(root.join("static/theme/search.js"));
        let child = command.arg(self.output.path()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let Ok(mut child) = child else {
            missing_node();
            return None;
        };
        let mut input = child.stdin.take().expect("standard input");
        input.write_all(steps.to_string().as_bytes()).expect("Node reads the steps");
        drop(input);
        let output = child.wait_with_output().expect("Node ends");
        assert!(output.status.success(), "the script failed under Node");
        Some(serde_json::from_slice(&output.stdout).expect("Node answers with JSON"))
    }

    /// Asks each question as a new reader.
    pub(super) fn find(&self, questions: &[&str]) -> Option<Vec<Answer>> {
        let steps = questions.iter().map(|question| serde_json::json!({ "fresh": true, "find": question }));
        let answers = self.run(&steps.collect())?;
        Some(
            questions
                .iter()
                .zip(answers)
                .map(|(question, value)| Answer { question: (*question).to_owned(), value })
                .collect(),
        )
    }
}

#[expect(clippy::print_stderr, reason = "a developer without Node must learn that something was not tested")]
fn missing_node() {
    assert!(std::env::var_os("CI").is_none(), "Node is not on PATH: the search script cannot be tested");
    eprintln!("Node is not on PATH: the search script is not tested");
}

/// What a question found.
pub(super) struct Answer {
    pub(super) question: String,
    pub(super) value: Value,
}

impl Answer {
    /// Routes with anchors, in order.
    pub(super) fn places(&self) -> Vec<String> {
        let results = self.value["results"].as_array().expect("results");
        let place = |result: &Value| match (result["route"].as_str(), result["anchor"].as_str()) {
            (Some(route), Some("")) => route.to_owned(),
            (Some(route), Some(anchor)) => format!("{route}#{anchor}"),
            _ => String::new(),
        };
        results.iter().map(place).collect()
    }

    /// The words that the first result marks in its text.
    pub(super) fn marked(&self) -> Vec<String> {
        let result = &self.value["results"][0];
        let text: Vec<char> = result["text"].as_str().unwrap_or_default().chars().collect();
        let marks = result["textMarks"].as_array().expect("marks");
        let bound =
            |mark: &Value, at: usize| usize::try_from(mark[at].as_u64().unwrap_or_default()).unwrap_or_default();
        marks.iter().map(|mark| text[bound(mark, 0)..bound(mark, 1)].iter().collect()).collect()
    }

    /// Bytes of all files that were loaded.
    pub(super) fn bytes(&self) -> u64 {
        self.value["bytes"].as_u64().unwrap_or(u64::MAX)
    }
}
