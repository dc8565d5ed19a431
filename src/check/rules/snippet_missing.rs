//! C02: code blocks whose file, region or lines do not exist.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Edit, Finding, Fix, Severity};
use crate::document::include::Part;
use crate::document::{CodeBlock, Document};
use crate::site::include::{Fault, Inclusion, Unreadable};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports code blocks that name a file which does not exist or lies outside the site, a region that the file does
    /// not have, or lines past its end. A path leads from the document's folder, or from the site's root if it starts
    /// with `/`. Symbolic links are followed first: what they lead to has to lie in the site too.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// ```python file="hook.py#register"
    /// ```
    /// ~~~~
    "C02", "snippet-missing", "the code is not there to be shown", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for block in &document.code_blocks {
        findings.extend(site.inclusion(id, block).and_then(|inclusion| finding(document, block, &inclusion)));
    }
}

fn finding(document: &Document, block: &CodeBlock, inclusion: &Inclusion<'_>) -> Option<Finding> {
    // A part can have an attribute of its own, in which the name of the file does not stand.
    let place = match &inclusion.text {
        Err(Fault::Outside | Fault::Unreadable(_)) => block.attribute("file")?.range.clone(),
        _ => inclusion.include.range.clone(),
    };
    let span = document.source.span(place);
    let at = |message: String| Finding::new(span.clone(), message);
    let written = &inclusion.include.path;
    let path = inclusion.path.as_ref().map_or(written.as_str(), |path| path.as_str());
    // `mean` also stands in `file="means.py#mean"` where it is not meant: what is wrong is the end of what was written.
    let meant = |finding: Finding, written: &str, wrong: &str, near: &str| {
        let finding = finding.help(format!("did you mean `{near}`?"));
        let Some(at) = document.source.text()[span.range.clone()].rfind(written) else { return finding };
        let end = span.range.start + at + written.len();
        let edit = Edit::replace(document.source.span(end - wrong.len()..end), near);
        finding.fix(Fix::risky(format!("write `{near}`"), vec![edit]))
    };
    Some(match inclusion.text.as_ref().err()? {
        Fault::Outside => at(format!("`{written}` leads out of the site"))
            .help("only files of the site are shown: copy the file into it, or move the site's root up"),
        Fault::Unreadable(Unreadable::Missing(near)) => match near {
            Some(near) => meant(at(format!("`{path}` does not exist")), written, name_of(written), near),
            None if written.starts_with('/') => at(format!("`{written}` does not exist within the site"))
                .help("a path that starts with `/` starts at the site's root; nothing outside the site is read"),
            None => at(format!("`{path}` does not exist"))
                .help("a path leads from the document's folder, or from the site's root if it starts with `/`"),
        },
        Fault::Unreadable(Unreadable::NotUtf8) => {
            at(format!("`{path}` is not valid UTF-8")).help("save the file as UTF-8")
        }
        Fault::Unreadable(Unreadable::Refused(why)) => at(format!("`{path}` cannot be read: {why}")),
        Fault::NoRegion(near) => {
            let Part::Region(name) = &inclusion.include.part else { return None };
            let finding = at(format!("`{path}` has no region `{name}`"));
            match near {
                Some(near) => meant(finding, name, name, near),
                None => finding.help(format!("mark it there with comments `region: {name}` and `endregion: {name}`")),
            }
        }
        Fault::NotLines => at("the lines are no numbers".to_owned()).help("write `#L10-L20`, or `#L10` for one line"),
        Fault::Reversed => {
            let (first, last) = lines(&inclusion.include.part)?;
            at(format!("line {last} stands before line {first}")).help("put the smaller number first")
        }
        Fault::PastEnd(count) => {
            let (first, last) = lines(&inclusion.include.part)?;
            let wanted =
                if first == last { format!("line {last} is") } else { format!("lines {first} to {last} reach") };
            at(format!("{wanted} past the end of `{path}`, which has {count} lines"))
                .help("name a region instead: it stays right when the file changes")
        }
        Fault::Malformed | Fault::Empty => return None,
    })
}

fn lines(part: &Part) -> Option<(usize, usize)> {
    match part {
        Part::Lines(first, last) => Some((*first, *last)),
        _ => None,
    }
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks_in, mended_in};

    const FILE: [(&str, &str); 1] = [("code/a.py", "# region: hook\n1\n# endregion: hook\n# region: open\n2\n")];

    #[test]
    fn each_fault_is_told_apart() {
        for (file, message) in [
            ("../code/a.py#hok", "`code/a.py` has no region `hok`"),
            ("../code/b.py", "`code/b.py` does not exist"),
            ("/code/gone/a.py", "`/code/gone/a.py` does not exist within the site"),
            ("../../../etc/hostname", "`../../../etc/hostname` leads out of the site"),
            ("../code/a.py#L2-L90", "lines 2 to 90 reach past the end of `code/a.py`, which has 5 lines"),
            ("../code/a.py#L5-L2", "line 2 stands before line 5"),
            ("../code/a.py#L2-x", "the lines are no numbers"),
        ] {
            let carets = "^".repeat(file.len() + "file=\"\"".len());
            marks_in(
                "snippet-missing",
                &format!("```python file=\"{file}\"\n          {carets} {message}\n```\n"),
                &FILE,
            );
        }
    }

    #[test]
    fn what_is_there_is_not_missing() {
        for file in ["../code/a.py", "/code/a.py#hook", "../code/a.py#L1-L2", "../code/a.py#open"] {
            marks_in("snippet-missing", &format!("```python file=\"{file}\"\n```\n"), &FILE);
        }
    }

    #[test]
    fn a_near_region_is_probably_meant() {
        let page = |region: &str| format!("```python file=\"../code/a.py\" region={region}\n```\n");
        assert_eq!(mended_in("snippet-missing", &page("hok"), &FILE)[0], page("hook"));
    }

    #[test]
    fn only_the_wrong_name_is_replaced() {
        let files = [("code/means.py", "# region: means\n1\n# endregion: means\n")];
        for (wrong, right) in [
            ("file=\"../code/means.py#mean\"", "file=\"../code/means.py#means\""),
            ("file=../code/means.py region=mean", "file=../code/means.py region=means"),
        ] {
            let page = |attributes: &str| format!("```python {attributes}\n```\n");
            assert_eq!(mended_in("snippet-missing", &page(wrong), &files)[0], page(right));
        }
    }
}
