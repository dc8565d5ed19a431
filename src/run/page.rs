//! Runs the code of one page.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};

use super::console::{self, Typed};
use super::finding::{Findings, Trace};
use super::plan::{Intent, Step, plan};
use super::process::program;
use super::sandbox::Sandbox;
use super::session::{Outcome, Session};
use super::{BlockRun, PageRun, Status, Tester, session};
use crate::config::Runner;
use crate::document::task::{self, Need};
use crate::limit::RUN_SECONDS;
use crate::site::DocumentId;

/// The language of a session, and its name where it has one.
type SessionKey = (String, Option<String>);

/// A page that is being run.
pub(super) struct Page<'t> {
    tester: &'t Tester<'t>,
    id: DocumentId,
    steps: Vec<Step<'t>>,
    sandbox: Sandbox,
    /// The sessions that are open; `None` for one that failed.
    sessions: BTreeMap<SessionKey, Option<Session>>,
    /// How many pieces of code were run, and which step each of them is of, with the line of the block that it starts at.
    pieces: Vec<(usize, usize)>,
    findings: Findings<'t>,
}

/// Runs the code of a page from beginning to end.
pub(super) fn run(tester: &Tester<'_>, id: DocumentId) -> Result<PageRun> {
    let steps = plan(tester.site, id);
    let sandbox = tester.sandbox(id, &steps)?;
    let mut page = Page {
        tester,
        id,
        steps: Vec::new(),
        sandbox,
        sessions: BTreeMap::new(),
        pieces: Vec::new(),
        findings: Findings::new(tester.site, id),
    };
    page.put_files()?;
    page.findings.report_missing_files();
    let mut blocks = Vec::new();
    page.steps = steps;
    for at in 0..page.steps.len() {
        let status = page.step(at)?;
        let Step { language, block, hidden, .. } = &page.steps[at];
        blocks.extend(status.filter(|_| !hidden).map(|status| BlockRun {
            language: language.clone(),
            place: block.range.start,
            status,
        }));
    }
    let with = tester.versions(&page.steps, &page.sandbox, id);
    let Page { findings, .. } = page;
    Ok(PageRun { document: id, blocks, problems: findings.problems, with, remembered: false })
}

impl Page<'_> {
    /// Puts the files that the page names beside its code.
    fn put_files(&self) -> Result<()> {
        for (target, path) in self.tester.site.attached(self.id).files {
            let bytes = self.tester.world.read(&path).with_context(|| format!("cannot read `{path}`"))?;
            self.sandbox.write(&target, &bytes, false).with_context(|| format!("cannot write `{target}`"))?;
        }
        Ok(())
    }

    /// Does what a step says; the status of a block that could be run.
    fn step(&mut self, at: usize) -> Result<Option<Status>> {
        let step = &self.steps[at];
        let code = match (&step.intent, &step.code) {
            (Intent::Skip, _) => return Ok(Some(Status::Skipped(step.task.skip.clone().unwrap_or_default()))),
            (Intent::Leave, _) => return Ok(Some(Status::Left)),
            (Intent::NoRunner, _) => {
                self.findings.report_no_runner(step);
                return Ok(Some(Status::Failed));
            }
            (_, Ok(code)) => code.clone().into_owned(),
            (_, Err(_)) => {
                self.findings.report_no_code(step);
                return Ok(Some(Status::Failed));
            }
        };
        for (path, adds) in [(&step.task.write, false), (&step.task.append, true)] {
            if let Some(path) = path {
                self.sandbox
                    .write(path, code.as_bytes(), adds)
                    .with_context(|| format!("cannot write `{path}` into the sandbox of a page"))?;
            }
        }
        match step.intent {
            Intent::Run(runner) => self.run(at, runner, &code).map(Some),
            _ => Ok(None),
        }
    }

    fn run(&mut self, at: usize, runner: &Runner, code: &str) -> Result<Status> {
        let step = &self.steps[at];
        let document = &self.tester.site.documents[self.id];
        if let Some(lacking) = step.needs(document).find_map(|need| self.tester.lacking(need, &self.sandbox)) {
            return Ok(Status::Lacking(lacking));
        }
        let key = self.key(at, runner);
        if self.sessions.get(&key).is_some_and(Option::is_none) {
            return Ok(Status::NotRun("an earlier block of its session failed".to_owned()));
        }
        let problems = self.findings.failures;
        if self.steps[at].language == "console" {
            self.run_transcript(at, runner, &key, code)?;
        } else {
            let outcome = self.run_piece(at, runner, &key, code, 0)?;
            let trace = Trace { steps: &self.steps, pieces: &self.pieces };
            self.findings.judge_end(&self.steps[at], &outcome, trace);
            if self.findings.failures == problems {
                self.findings.judge_output(&self.steps[at], &outcome.printed);
            }
        }
        if self.findings.failures > problems {
            self.sessions.insert(key, None);
            return Ok(Status::Failed);
        }
        Ok(if self.findings.differs(&self.steps[at]) { Status::Failed } else { Status::Ran })
    }

    /// The session of a step, which is begun anew where its fence says so.
    fn key(&mut self, at: usize, runner: &Runner) -> SessionKey {
        let name = match &self.steps[at].task.session {
            task::Session::Named(name) => Some(name.clone()),
            task::Session::OfLanguage | task::Session::New => None,
        };
        let key = (runner.language.clone(), name);
        if self.steps[at].task.session == task::Session::New {
            self.sessions.remove(&key);
        }
        key
    }

    /// Runs the commands of a transcript, each by itself, up to the first that fails.
    fn run_transcript(&mut self, at: usize, runner: &Runner, key: &SessionKey, code: &str) -> Result<()> {
        let commands = console::commands(code);
        let failures = self.findings.failures;
        let mut printed = Vec::new();
        for (number, Typed { code, line, .. }) in commands.iter().enumerate() {
            let outcome = self.run_piece(at, runner, key, code, *line)?;
            let is_last = number + 1 == commands.len();
            let trace = Trace { steps: &self.steps, pieces: &self.pieces };
            if is_last {
                self.findings.judge_end(&self.steps[at], &outcome, trace);
            } else {
                self.findings.judge_success(&self.steps[at], &outcome, trace);
            }
            if self.findings.failures > failures {
                return Ok(());
            }
            printed.push(outcome.printed);
        }
        self.findings.judge_transcript(&self.steps[at], &commands, &printed);
        Ok(())
    }

    /// Runs a piece of code that starts at a line of its block.
    fn run_piece(&mut self, at: usize, runner: &Runner, key: &SessionKey, code: &str, line: usize) -> Result<Outcome> {
        let name = runner.command.first().map(String::as_str).unwrap_or_default();
        let missing = || anyhow!("`{name}`, which runs `{}`, is not on the PATH", runner.language);
        program(name).ok_or_else(missing)?;
        let failed = || format!("cannot run `{name}`, which runs `{}`", runner.language);
        let task = &self.steps[at].task;
        let code_settings = &self.tester.site.documents[self.id].front_matter.code;
        let seconds = task.timeout.or(code_settings.timeout).unwrap_or(RUN_SECONDS as u64);
        self.pieces.push((at, line));
        let piece = session::Step {
            number: self.pieces.len() - 1,
            code,
            folder: task.folder.as_deref(),
            variables: &task.variables,
            patience: Duration::from_secs(seconds),
        };
        if !self.sessions.contains_key(key) {
            let session = Session::start(&runner.language, &runner.command, &self.sandbox).with_context(failed)?;
            self.sessions.insert(key.clone(), Some(session));
        }
        let session = self.sessions.get_mut(key).and_then(Option::as_mut).with_context(failed)?;
        let outcome = session.run(&piece, &self.sandbox).with_context(failed)?;
        if !matches!(outcome.end, session::End::Done(_)) {
            // Its process is no longer there, or must not be.
            self.sessions.remove(key);
        }
        Ok(outcome)
    }
}

impl Tester<'_> {
    /// A sandbox that has what the page is allowed.
    fn sandbox(&self, id: DocumentId, steps: &[Step<'_>]) -> Result<Sandbox> {
        let document = &self.site.documents[id];
        let needs: Vec<_> = steps.iter().flat_map(|step| step.needs(document)).collect();
        let network = self.network && needs.iter().any(|need| **need == Need::Network);
        let variables = needs.iter().filter_map(|need| match need {
            Need::Variable(name) => Some(name.clone()),
            _ => None,
        });
        Sandbox::new((!network).then_some(self.isolation), variables.collect())
            .context("cannot make a temporary folder for the code of a page")
    }

    fn lacking(&self, need: &Need, sandbox: &Sandbox) -> Option<String> {
        self.probes.find(need, self.network, self.python(), sandbox).err()
    }

    /// What ran the code of a page, with versions.
    fn versions(&self, steps: &[Step<'_>], sandbox: &Sandbox, id: DocumentId) -> Vec<String> {
        let document = &self.site.documents[id];
        let mut versions = Vec::new();
        for step in steps {
            if let Intent::Run(runner) = step.intent {
                versions.extend(self.probes.version(runner, sandbox));
                let found = step.needs(document).map(|it| self.probes.find(it, self.network, self.python(), sandbox));
                versions.extend(found.filter_map(|found| found.ok().flatten()));
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        versions.retain(|version| seen.insert(version.clone()));
        versions
    }

    pub(super) fn python(&self) -> Option<&Runner> {
        self.site.config.runners.iter().rfind(|runner| runner.language == "python")
    }
}
