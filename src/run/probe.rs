//! Asks the machine what is there: what blocks need, and which versions ran them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::process::{answer, program};
use super::sandbox::Sandbox;
use crate::config::Runner;
use crate::document::task::Need;

const MODULE: &str = include_str!("probe.py");

/// What was asked before.
#[derive(Default)]
pub(super) struct Probes(Mutex<BTreeMap<Vec<String>, Option<String>>>);

impl Probes {
    /// Whether something that code needs is there, with its version where it has one.
    ///
    /// # Errors
    ///
    /// Says what is lacking.
    pub(super) fn find(
        &self,
        need: &Need,
        network: bool,
        python: Option<&Runner>,
        sandbox: &Sandbox,
    ) -> Result<Option<String>, String> {
        match need {
            Need::Gpu if !has_gpu() => Err("needs a GPU, and there is none".to_owned()),
            Need::Network if !network => Err("needs the network: allow it with `--allow network`".to_owned()),
            Need::Tool(name) if program(name).is_none() => Err(format!("needs `{name}`, which is not installed")),
            Need::Variable(name) if std::env::var_os(name).is_none() => {
                Err(format!("needs the variable `{name}`, which is not set"))
            }
            Need::Module(name) => {
                let lacking = || format!("needs the Python module `{name}`, which is not installed");
                let command = python.map(|runner| runner.command.iter().filter(|word| *word != "-").cloned());
                let mut words: Vec<_> = command.ok_or_else(lacking)?.collect();
                words.extend(["-c".to_owned(), MODULE.to_owned(), name.clone()]);
                let version = self.ask(words, sandbox).ok_or_else(lacking)?;
                Ok((!version.is_empty()).then_some(version))
            }
            Need::Gpu | Need::Network | Need::Tool(_) | Need::Variable(_) => Ok(None),
        }
    }

    /// The version of a runner's program, as it says it itself.
    pub(super) fn version(&self, runner: &Runner, sandbox: &Sandbox) -> Option<String> {
        let mut words: Vec<_> = runner.command.iter().take_while(|word| !word.starts_with('-')).cloned().collect();
        words.push("--version".to_owned());
        let answer = self.ask(words, sandbox)?;
        answer.lines().next().map(short)
    }

    fn ask(&self, words: Vec<String>, sandbox: &Sandbox) -> Option<String> {
        // Two pages that ask the same at once wait for one answer.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = known.get(&words) {
            return answer.clone();
        }
        let answer = answer(&mut sandbox.command(&words));
        known.insert(words, answer.clone());
        answer
    }
}

/// A version without the words that programs say around it: `GNU bash, version 5.2.15(1)-release (x86_64)`.
fn short(line: &str) -> String {
    let end = line.find('(').unwrap_or(line.len());
    line[..end].replace(", version", "").trim().to_owned()
}

fn has_gpu() -> bool {
    ["/dev/nvidia0", "/dev/kfd"].iter().any(|device| Path::new(device).exists()) || program("nvidia-smi").is_some()
}
