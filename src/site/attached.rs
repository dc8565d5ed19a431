//! The files beside a page that its code finds in its sandbox: `code: files` of the front matter.

use crate::document::Document;
use crate::source::{Placed, SitePath};

/// The files that the code of a page finds.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Attached {
    /// For each, its path in the sandbox and in the site, in the order in which they are named.
    pub files: Vec<(String, SitePath)>,
    /// What is named and not there.
    pub missing: Vec<Placed<String>>,
}

/// What a document names, among the files of its site.
pub fn attached<'f>(document: &Document, files: &(impl Iterator<Item = &'f SitePath> + Clone)) -> Attached {
    let mut attached = Attached::default();
    for named in &document.front_matter.code.files {
        let before = attached.files.len();
        if let Some(path) = SitePath::resolve(document.path().folder(), &named.value) {
            let keeps_name = !named.value.ends_with('/');
            let start = if keeps_name { path.folder() } else { path.as_str() };
            let within = files.clone().filter(|file| is_at_or_below(file, &path));
            let target = |file: &SitePath| {
                let below = file.as_str().strip_prefix(start).unwrap_or(file.as_str());
                below.trim_start_matches('/').to_owned()
            };
            attached.files.extend(within.map(|file| (target(file), file.clone())));
        }
        if attached.files.len() == before {
            attached.missing.push(named.clone());
        }
    }
    attached
}

fn is_at_or_below(file: &SitePath, path: &SitePath) -> bool {
    file.as_str().strip_prefix(path.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn files_and_folders_are_found_beside_the_page() {
        let text = "---\ncode: { files: [a.txt, code, code/sub/, gone] }\n---\n";
        let document = Document::parse(&Source::new(SitePath::new("content/page.md"), text));
        let files = ["content/a.txt", "content/code/b.py", "content/code/sub/c.py", "content/codes.py", "static/code"];
        let files = files.map(SitePath::new);
        let attached = attached(&document, &files.iter());
        let found: Vec<_> = attached.files.iter().map(|(target, path)| format!("{target} < {path}")).collect();
        let expected = [
            "a.txt < content/a.txt",
            "code/b.py < content/code/b.py",
            "code/sub/c.py < content/code/sub/c.py",
            "c.py < content/code/sub/c.py",
        ];
        assert_eq!(found, expected);
        assert_eq!(attached.missing.iter().map(|it| it.value.as_str()).collect::<Vec<_>>(), ["gone"]);
    }
}
