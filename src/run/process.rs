//! Processes in groups of their own, which end with all that they have started.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How often a process is looked at.
pub(super) const GLANCE: Duration = Duration::from_millis(10);

/// A process that ends when it is dropped, and with it all that it has started.
pub(super) struct Process {
    pub(super) child: Child,
}

impl Process {
    /// Starts a command in a group of its own.
    pub(super) fn start(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        Ok(Self { child: command.spawn()? })
    }

    /// Its exit status, where it has ended.
    pub(super) fn status(&mut self) -> Option<i32> {
        self.child.try_wait().ok().flatten().map(status)
    }

    /// Its exit status; `None` where it has not ended in time.
    pub(super) fn wait(&mut self, patience: Duration) -> Option<i32> {
        let since = Instant::now();
        loop {
            match self.status() {
                None if since.elapsed() < patience => thread::sleep(GLANCE),
                status => return status,
            }
        }
    }
}

impl Process {
    /// Ends it, and all that it has started.
    pub(super) fn end(&mut self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw) {
            // What has ended by itself is no fault.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// An exit status as a shell counts it: a signal is told by 128 and its number.
fn status(status: std::process::ExitStatus) -> i32 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return 128 + signal;
    }
    status.code().unwrap_or(1)
}

/// What a command prints; `None` where it fails, or takes long.
pub(super) fn answer(command: &mut Command) -> Option<String> {
    const PATIENCE: Duration = Duration::from_secs(60);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = Process::start(command).ok()?;
    let (mut out, mut err) = (process.child.stdout.take()?, process.child.stderr.take()?);
    // What is asked here answers with a line, which a pipe holds.
    let succeeded = process.wait(PATIENCE) == Some(0);
    let mut text = String::new();
    io::Read::read_to_string(&mut out, &mut text).ok()?;
    io::Read::read_to_string(&mut err, &mut text).ok()?;
    succeeded.then(|| text.trim().to_owned())
}

/// Where a program is, by its name or path.
pub(super) fn program(name: &str) -> Option<PathBuf> {
    let is_program = |path: &Path| path.is_file() && is_executable(path);
    if Path::new(name).components().count() > 1 {
        return Some(PathBuf::from(name)).filter(|path| is_program(path));
    }
    let folders = std::env::var_os("PATH")?;
    let endings: &[&str] = if cfg!(windows) { &[".exe", ".bat", ".cmd", ""] } else { &[""] };
    std::env::split_paths(&folders)
        .flat_map(|folder| endings.iter().map(move |ending| folder.join(format!("{name}{ending}"))))
        .find(|path| is_program(path))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|metadata| metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    true
}

/// How the network is switched off for a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Isolation {
    /// The system does not let us.
    Impossible,
    /// By a network of its own, in which only the machine itself can be reached.
    Network,
    /// By the same, as the owner of a world of users of its own: who is not root may only so.
    NetworkAndUsers,
}

impl Isolation {
    /// What this system lets us do.
    pub(super) fn of_system() -> Self {
        if cfg!(target_os = "linux") && program("unshare").is_some() {
            for isolation in [Self::Network, Self::NetworkAndUsers] {
                let mut words = isolation.words().iter();
                let mut command = Command::new(words.next().copied().unwrap_or_default());
                if answer(command.args(words).arg("true")).is_some() {
                    return isolation;
                }
            }
        }
        Self::Impossible
    }

    fn words(self) -> &'static [&'static str] {
        /// Brings up the one interface that there is, so that servers of the code can be reached by the code.
        const UP: &str = "ip link set lo up 2>/dev/null; exec \"$@\"";
        match self {
            Self::Impossible => &[],
            Self::Network => &["unshare", "--net", "--", "sh", "-c", UP, "sh"],
            Self::NetworkAndUsers => {
                &["unshare", "--user", "--map-current-user", "--keep-caps", "--net", "--", "sh", "-c", UP, "sh"]
            }
        }
    }

    /// A command that runs these words.
    pub(super) fn command<W: AsRef<OsStr>>(self, words: &[W]) -> Command {
        let all: Vec<&OsStr> = self.words().iter().map(OsStr::new).chain(words.iter().map(AsRef::as_ref)).collect();
        let (first, rest) = all.split_first().map_or((OsStr::new(""), &[][..]), |(first, rest)| (*first, rest));
        let mut command = Command::new(first);
        command.args(rest);
        command
    }
}
