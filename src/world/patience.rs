//! Waiting for a program, and no longer than it may take.

use std::io::{self, IsTerminal, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// How often the program is looked at.
const GLANCE: Duration = Duration::from_millis(20);
/// How long is waited for the last words of a program that has ended: what it has started may hold on to them.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How a program ended, and what it said on its standard error; `None` where it took too long and was ended.
pub(super) fn ended(command: &mut Command, patience: Duration) -> io::Result<Option<(ExitStatus, String)>> {
    // A person at a terminal may be asked for a passphrase, which only a program of the terminal's own group can do.
    let is_watched = io::stdin().is_terminal();
    #[cfg(unix)]
    if !is_watched {
        std::os::unix::process::CommandExt::process_group(command, 0);
    }
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    let said = words(&mut child);
    let since = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some((status, said.recv_timeout(LAST_WORDS).unwrap_or_default())));
        }
        if since.elapsed() > patience {
            end(&mut child, !is_watched);
            return Ok(None);
        }
        thread::sleep(GLANCE);
    }
}

/// What a program says, once it has said all, and as much of it as is read.
fn words(child: &mut Child) -> mpsc::Receiver<String> {
    const MOST: u64 = 64 * 1024;
    let (sender, receiver) = mpsc::channel();
    if let Some(mut said) = child.stderr.take() {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = said.by_ref().take(MOST).read_to_end(&mut bytes);
            // A program whose words nobody takes would wait for ever.
            let _ = io::copy(&mut said, &mut io::sink());
            let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
        });
    }
    receiver
}

/// Ends a program, and what it has started where that is a group of its own.
fn end(child: &mut Child, has_group: bool) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw).filter(|_| has_group) {
        // What has ended by itself is no fault.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}
