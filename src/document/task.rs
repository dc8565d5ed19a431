//! What `docent test` does with a code block: the attributes of its fence, read.

use std::ops::Range;

use super::CodeBlock;
use super::code::{Attribute, FENCE_ATTRIBUTE};
use crate::diagnostic::{Edit, Finding, Fix, Problem, nearest};
use crate::source::{SitePath, Source};

/// What `docent test` does with a code block, and what it expects.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Task {
    /// Whether its fence asks for it to be run.
    pub run: bool,
    /// Why it is never run; empty where its author does not say.
    pub skip: Option<String>,
    /// What it is only run with.
    pub needs: Vec<Need>,
    /// How it ends.
    pub ending: Ending,
    /// How its output is compared.
    pub comparison: Comparison,
    /// The session that it belongs to.
    pub session: Session,
    /// Seconds that it may take.
    pub timeout: Option<u64>,
    /// The folder of the sandbox that it is run in.
    pub folder: Option<String>,
    /// Variables of its environment.
    pub variables: Vec<(String, String)>,
    /// The file of the sandbox that it is written into.
    pub write: Option<String>,
    /// The file of the sandbox that it is added to.
    pub append: Option<String>,
}

/// What a code block is only run with.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// A graphics processor.
    Gpu,
    /// The network.
    Network,
    /// A program that can be found.
    Tool(String),
    /// A variable of the environment, which the code then sees.
    Variable(String),
    /// A module that Python can import.
    Module(String),
}

/// How a code block ends.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Ending {
    /// It succeeds.
    #[default]
    Success,
    /// With this exit status.
    Status(i32),
    /// It fails: in Python with this exception, elsewhere saying this; any failure where nothing is named.
    Failure(Option<String>),
}

/// How the output of a code block is compared with what the page shows.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Comparison {
    /// Whether it is another one each time, so that nothing is compared.
    pub varies: bool,
    /// Which lines have to agree.
    pub agreement: Agreement,
    /// How far numbers may be apart.
    pub tolerance: Option<f64>,
}

/// Which lines of an output have to agree with those of the page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Agreement {
    /// All of them, in order.
    #[default]
    Exact,
    /// The page shows a part.
    Contains,
    /// All of them, in any order.
    Unordered,
}

/// The session that a code block belongs to.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Session {
    /// That of its language.
    #[default]
    OfLanguage,
    /// That of its language, begun anew.
    New,
    /// One of this name.
    Named(String),
}

impl Need {
    /// Reads one, as `needs` has it.
    pub fn read(text: &str) -> Option<Self> {
        let named = |kind: fn(String) -> Self, name: &str| (!name.is_empty()).then(|| kind(name.to_owned()));
        match text.split_once(':') {
            None if text == "gpu" => Some(Self::Gpu),
            None if text == "network" => Some(Self::Network),
            Some(("tool", name)) => named(Self::Tool, name),
            Some(("env", name)) => named(Self::Variable, name),
            Some(("python", name)) => named(Self::Module, name),
            _ => None,
        }
    }
}

impl std::fmt::Display for Need {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Gpu => f.write_str("gpu"),
            Self::Network => f.write_str("network"),
            Self::Tool(name) => write!(f, "tool:{name}"),
            Self::Variable(name) => write!(f, "env:{name}"),
            Self::Module(name) => write!(f, "python:{name}"),
        }
    }
}

/// What is wrong with the value of an attribute.
struct Fault {
    range: Range<usize>,
    message: String,
    help: &'static str,
    /// The attribute as it was probably meant.
    meant: Option<String>,
}

impl CodeBlock {
    /// What `docent test` does with it. Values that cannot be read count as absent: they were reported.
    pub fn task(&self) -> Task {
        read(&self.attributes).0
    }

    /// Whether its fence says anything about running it.
    pub fn speaks_of_running(&self) -> bool {
        self.attributes.iter().any(|attribute| is_of_task(&attribute.name))
    }
}

/// Whether an attribute is about running code, and not about showing it.
pub fn is_of_task(name: &str) -> bool {
    const NAMES: [&str; 13] = [
        "append", "cwd", "exit", "fails", "match", "needs", "output", "run", "session", "skip", "timeout", "tol",
        "write",
    ];
    NAMES.contains(&name) || name.starts_with("env.")
}

/// What is wrong with the attributes of a block.
pub(super) fn problems(source: &Source, block: &CodeBlock) -> Vec<Problem> {
    let problem = |fault: Fault| {
        let span = source.span(fault.range);
        let finding = Finding::new(span.clone(), fault.message);
        let finding = match fault.meant {
            Some(meant) => finding
                .help(format!("did you mean `{meant}`?"))
                .fix(Fix::safe(format!("write `{meant}`"), vec![Edit::replace(span, meant)])),
            None => finding.help(fault.help),
        };
        Problem::new(FENCE_ATTRIBUTE, finding)
    };
    read(&block.attributes).1.into_iter().map(problem).collect()
}

fn read(attributes: &[Attribute]) -> (Task, Vec<Fault>) {
    let mut task = Task::default();
    let mut faults = Vec::new();
    for attribute in attributes {
        if let Err(fault) = task.take(attribute) {
            faults.push(fault);
        }
    }
    (task, faults)
}

impl Task {
    fn take(&mut self, attribute: &Attribute) -> Result<(), Fault> {
        let value = attribute.value.as_deref();
        match attribute.name.as_str() {
            "run" => self.run = true,
            "skip" => self.skip = Some(value.unwrap_or_default().trim().to_owned()),
            "needs" => self.needs = needs(attribute)?,
            "exit" => {
                let status = number(attribute, 0..=255, "`exit` is an exit status from 0 to 255")?;
                self.ending = if status == 0 { Ending::Success } else { Ending::Status(status as i32) };
            }
            "fails" => self.ending = Ending::Failure(value.filter(|text| !text.is_empty()).map(str::to_owned)),
            "output" => {
                one_of(attribute, &["varies"])?;
                self.comparison.varies = true;
            }
            "match" => {
                self.comparison.agreement = match one_of(attribute, &["exact", "contains", "unordered"])? {
                    "contains" => Agreement::Contains,
                    "unordered" => Agreement::Unordered,
                    _ => Agreement::Exact,
                };
            }
            "tol" => {
                let tolerance = value.and_then(|text| text.parse().ok()).filter(|it: &f64| it.is_finite() && *it > 0.0);
                let help = "write how far numbers may be apart: `tol=1e-3`";
                self.comparison.tolerance = Some(tolerance.ok_or_else(|| attribute.fault("a number above 0", help))?);
            }
            "session" => {
                self.session = match value.filter(|name| !name.is_empty()) {
                    Some("new") => Session::New,
                    Some(name) => Session::Named(name.to_owned()),
                    None => return Err(attribute.fault("a name, or `new`", "name the session: `session=server`")),
                };
            }
            "timeout" => {
                self.timeout = Some(number(attribute, 1..=3600, "`timeout` is a number of seconds from 1 to 3600")?);
            }
            "cwd" => self.folder = Some(path(attribute)?),
            "write" => self.write = Some(path(attribute)?),
            "append" => self.append = Some(path(attribute)?),
            name => {
                if let Some(variable) = name.strip_prefix("env.") {
                    self.variables.push((variable.to_owned(), value.unwrap_or_default().to_owned()));
                }
            }
        }
        Ok(())
    }
}

impl Attribute {
    fn fault(&self, expected: &str, help: &'static str) -> Fault {
        let found = self.value.as_deref().unwrap_or_default();
        let message = format!("`{}` is {expected}, found `{found}`", self.name);
        Fault { range: self.range.clone(), message, help, meant: None }
    }
}

fn number(attribute: &Attribute, allowed: std::ops::RangeInclusive<u64>, help: &'static str) -> Result<u64, Fault> {
    let number = attribute.value.as_deref().and_then(|text| text.parse().ok()).filter(|it| allowed.contains(it));
    number.ok_or_else(|| attribute.fault(&format!("a number from {} to {}", allowed.start(), allowed.end()), help))
}

fn one_of<'w>(attribute: &Attribute, words: &[&'w str]) -> Result<&'w str, Fault> {
    let written = attribute.value.as_deref().unwrap_or_default();
    words.iter().copied().find(|&word| word == written).ok_or_else(|| {
        let quoted: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
        let mut fault = attribute.fault(&quoted.join(" or "), "take one of these, or leave it out");
        fault.meant = nearest(written, words.iter().copied()).map(|word| format!("{}={word}", attribute.name));
        fault
    })
}

fn needs(attribute: &Attribute) -> Result<Vec<Need>, Fault> {
    let written = attribute.value.as_deref().unwrap_or_default();
    let needs: Option<Vec<_>> = written.split([' ', ',']).filter(|it| !it.is_empty()).map(Need::read).collect();
    needs.filter(|needs| !needs.is_empty()).ok_or_else(|| {
        let help = "write what the code is only run with: `needs=\"gpu tool:docker env:TOKEN python:torch\"`";
        attribute.fault("a list of `gpu`, `network`, `tool:NAME`, `env:NAME` or `python:MODULE`", help)
    })
}

/// A path that stays in the sandbox.
fn path(attribute: &Attribute) -> Result<String, Fault> {
    let written = attribute.value.as_deref().unwrap_or_default();
    let inside = SitePath::resolve("", written).filter(|_| !written.starts_with('/') && !written.contains('\\'));
    let inside = inside.filter(|path| !path.as_str().is_empty() || attribute.name == "cwd");
    let help = "name a path within the page's sandbox, such as `src/main.py`";
    inside.map(|path| path.to_string()).ok_or_else(|| attribute.fault("a path within the sandbox", help))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    fn task(attributes: &str) -> (Task, Vec<String>) {
        let source = Source::new(SitePath::new("content/a.md"), format!("```python {attributes}\nx\n```\n"));
        let document = Document::parse(&source);
        let messages = document.problems.iter().map(|problem| problem.finding.message.clone()).collect();
        (document.code_blocks[0].task(), messages)
    }

    #[test]
    fn attributes_are_read() {
        let (task, problems) = task(
            "run needs=\"gpu tool:docker env:X python:torch\" fails=\"TypeError\" match=contains tol=1e-3 \
             session=other timeout=5 cwd=src/./app env.A=\"1 2\" env.B=",
        );
        assert_eq!(problems, [""; 0]);
        let needs: Vec<_> = task.needs.iter().map(ToString::to_string).collect();
        assert_eq!(needs, ["gpu", "tool:docker", "env:X", "python:torch"]);
        assert_eq!(task.ending, Ending::Failure(Some("TypeError".to_owned())));
        let comparison = Comparison { varies: false, agreement: Agreement::Contains, tolerance: Some(1e-3) };
        assert_eq!(task.comparison, comparison);
        assert_eq!(task.session, Session::Named("other".to_owned()));
        assert_eq!((task.timeout, task.folder.as_deref()), (Some(5), Some("src/app")));
        let variables = [("A", "1 2"), ("B", "")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(task.variables, variables);
    }

    #[test]
    fn values_that_say_nothing_are_reported() {
        for (written, message) in [
            ("exit=300", "`exit` is a number from 0 to 255, found `300`"),
            ("timeout=5m", "`timeout` is a number from 1 to 3600, found `5m`"),
            ("tol=-1", "`tol` is a number above 0, found `-1`"),
            ("output=vary", "`output` is `varies`, found `vary`"),
            ("match=contain", "`match` is `exact` or `contains` or `unordered`, found `contain`"),
            ("session", "`session` is a name, or `new`, found ``"),
            ("write=../x", "`write` is a path within the sandbox, found `../x`"),
            ("cwd=/tmp", "`cwd` is a path within the sandbox, found `/tmp`"),
            (
                "needs=tool:",
                "`needs` is a list of `gpu`, `network`, `tool:NAME`, `env:NAME` or `python:MODULE`, found `tool:`",
            ),
        ] {
            assert_eq!(task(written).1, [message], "{written}");
        }
        assert_eq!(task("exit=0 skip run").0, Task { run: true, skip: Some(String::new()), ..Task::default() });
    }
}
