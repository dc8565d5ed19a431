//! The `docent` program.

use std::process::ExitCode;

/// A build makes millions of small strings on several threads, and a search of onig allocates too: a tenth of the time of
/// a build with the allocator of glibc.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    docent::cli::run()
}
