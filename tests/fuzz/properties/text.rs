//! Texts that are parsed: whatever they say, there is a result, and each place in it lies in its text.

use std::collections::BTreeSet;
use std::ops::Range;

use docent::config::Config;
use docent::diagnostic::Problem;
use docent::document::Document;
use docent::document::region::Regions;
use docent::source::{SitePath, Source, Span};

fn source(path: &str, text: &str) -> Source {
    Source::new(SitePath::new(path), text)
}

/// A document has a value for everything, with a place in the text.
pub(super) fn parse(text: &str) {
    let document = Document::parse(&source("content/page.md", text));
    let text = document.source.text();
    let within = |range: &Range<usize>, what: &str| {
        assert!(text.get(range.clone()).is_some(), "{what} at {range:?} of {} bytes", text.len());
    };
    within(&document.body, "the body");
    document.headings.iter().for_each(|heading| within(&heading.range, "a heading"));
    document.links.iter().for_each(|link| within(&link.range, "a link"));
    document.blocks.iter().for_each(|block| within(&block.range, "a block"));
    document.comments.iter().for_each(|comment| within(&comment.range, "a comment"));
    document.code_blocks.iter().for_each(|block| {
        within(&block.range, "a code block");
        block.attributes.iter().for_each(|attribute| within(&attribute.range, "an attribute"));
        block.include().iter().for_each(|include| within(&include.range, "an include"));
    });
    problems_lie_within(&document.source, &document.problems);
    let anchors: Vec<_> = document.headings.iter().map(|heading| &heading.anchor).collect();
    assert_eq!(
        anchors.iter().collect::<BTreeSet<_>>().len(),
        anchors.len(),
        "two headings share an anchor: {anchors:?}"
    );
}

/// The same of a text that is front matter and nothing else.
pub(super) fn front_matter(text: &str) {
    let whole = if text.starts_with("---") { text.to_owned() } else { format!("---\n{text}\n---\n") };
    parse(&whole);
    let document = Document::parse(&source("content/page.md", &whole));
    for key in &document.front_matter.keys {
        for range in [&key.range, &key.value] {
            assert!(document.source.text().get(range.clone()).is_some(), "{} at {range:?}", key.name);
        }
    }
}

/// A configuration is read, whatever it is, and its mistakes have a place.
pub(super) fn config(text: &str) {
    let source = source("docent.yml", text);
    let (config, problems) = Config::read(source.clone());
    problems_lie_within(&source, &problems);
    assert!(config.kind("tutorial").is_some(), "a built-in kind is gone");
    let root = config.root_path();
    assert!(root.starts_with('/') && root.ends_with('/'), "{root} is no path of a folder");
    let repository = config.repository.unwrap_or_else(|| "https://".to_owned());
    assert!(
        repository.starts_with("http") || repository.starts_with("mailto:"),
        "{repository} is nothing to be led to"
    );
}

/// The first line is the info string of a fence, the rest is a file that it shows.
pub(super) fn fence(text: &str) {
    let (info, file) = text.split_once('\n').unwrap_or((text, text));
    parse(&format!("```{info}\n{file}\n```\n"));
    let file = source("code/file", file);
    let regions = Regions::read(&file);
    let count = regions.line_count();
    for name in regions.names() {
        let lines = regions.get(name).map_or(0..0, |region| region.lines.clone());
        assert!(lines.start <= lines.end && lines.end <= count, "{name}: {lines:?} of {count}");
        regions.text(&file, lines);
    }
    assert!(regions.mistakes().iter().all(|mistake| mistake.line < count));
    let all = regions.text(&file, 0..count);
    assert!(all.is_empty() || all.ends_with('\n'));
    let again = source("code/file", &all);
    assert_eq!(Regions::read(&again).names().count(), 0, "a marker is shown");
}

fn problems_lie_within(source: &Source, problems: &[Problem]) {
    for problem in problems {
        let finding = &problem.finding;
        let edits = finding.fix.iter().flat_map(|fix| &fix.edits).map(|edit| &edit.span);
        let others = finding.others.iter().map(|other| &other.span);
        for Span { path, range } in
            others.chain(edits).chain([&finding.span]).filter(|span| &span.path == source.path())
        {
            assert!(source.text().get(range.clone()).is_some(), "{path} at {range:?}: {finding:?}");
        }
    }
}
