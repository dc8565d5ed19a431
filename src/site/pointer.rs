//! Pointers: links into the site's own repository, to a file and lines of it.

use std::ops::RangeInclusive;

use super::route;
use crate::config::Config;
use crate::source::SitePath;

/// What a link into the site's own repository points at.
#[derive(Debug, Clone, PartialEq)]
pub struct Pointer {
    /// The file, from the site's root.
    pub path: SitePath,
    /// The lines, counted from 1.
    pub lines: Option<RangeInclusive<usize>>,
}

impl Pointer {
    /// Reads a link to a file of the site's repository on the branch that is checked out. A link to a tag or a commit
    /// says what another state of the file holds, which nobody here can tell.
    pub fn read(config: &Config, destination: &str) -> Option<Self> {
        let within = destination.strip_prefix(config.repository.as_deref()?)?;
        let within = within.strip_prefix("/-").unwrap_or(within);
        let within = within.strip_prefix("/blob/").or_else(|| within.strip_prefix("/raw/"))?;
        let branch = within.strip_prefix(&config.branch).or_else(|| within.strip_prefix("HEAD"))?;
        let rest = branch.strip_prefix('/')?;
        let (path, fragment) = rest.split_once('#').map_or((rest, ""), |(path, fragment)| (path, fragment));
        let path = route::decode(path.split('?').next().unwrap_or_default());
        Some(Self { path: SitePath::resolve("", &path)?, lines: lines(fragment) })
    }
}

/// `L10`, `L10-L20` and `L10-20`.
fn lines(fragment: &str) -> Option<RangeInclusive<usize>> {
    let number = |text: &str| text.trim_start_matches('L').split('C').next()?.parse::<usize>().ok();
    let fragment = fragment.strip_prefix('L')?;
    match fragment.split_once('-') {
        Some((first, last)) => Some(number(first)?..=number(last)?),
        None => number(fragment).map(|line| line..=line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_read_from_links() {
        let config = Config { repository: Some("https://github.com/a/b".to_owned()), ..Config::default() };
        let read =
            |url: &str| Pointer::read(&config, url).map(|pointer| (pointer.path.as_str().to_owned(), pointer.lines));
        let file = |lines| Some(("src/a b.rs".to_owned(), lines));
        assert_eq!(read("https://github.com/a/b/blob/main/src/a%20b.rs"), file(None));
        assert_eq!(read("https://github.com/a/b/blob/main/src/a%20b.rs#L3-L9"), file(Some(3..=9)));
        assert_eq!(read("https://github.com/a/b/blob/HEAD/src/a%20b.rs#L3"), file(Some(3..=3)));
        assert_eq!(read("https://github.com/a/b/blob/v1.0/src/a.rs"), None);
        assert_eq!(read("https://github.com/a/bc/blob/main/src/a.rs"), None);
        assert_eq!(read("https://github.com/a/b/issues/3"), None);
    }
}
