//! Suppressions: `<!-- allow: rule — reason -->` before a block, or `allow:` in the front matter.

use std::ops::Range;

use rayon::prelude::*;

use super::{Rule, find_rule};
use crate::calendar::Date;
use crate::diagnostic::{Diagnostic, Edit, Finding, Fix, nearest};
use crate::document::front_matter::Allow;
use crate::document::{BlockKind, Document};
use crate::site::{DocumentId, Site};
use crate::source::Placed;

/// A rule that an author allows some place to break.
struct Suppression {
    rule: Placed<String>,
    has_reason: bool,
    until: Option<Placed<String>>,
    /// The bytes whose findings it suppresses; `None` where it stands before no block.
    covers: Option<Range<usize>>,
    /// What has to go, should it be of no use.
    deletion: Option<Edit>,
    used: bool,
}

/// Takes out the findings that authors suppressed, and gives what is wrong with suppressions.
///
/// That a suppression is of no use can be said only of rules that have looked at its document.
pub(super) fn apply(
    site: &Site,
    diagnostics: &mut Vec<Diagnostic>,
    has_looked: impl Fn(&Rule, DocumentId) -> bool,
) -> Vec<Finding> {
    let mut all: Vec<_> = (0..site.documents.len()).into_par_iter().map(|id| of_document(site, id)).collect();
    if all.iter().all(Vec::is_empty) {
        return Vec::new();
    }
    let covered: Vec<_> = all.iter().map(|suppressions| Covered::by(suppressions)).collect();
    diagnostics.retain(|diagnostic| {
        let span = &diagnostic.finding.span;
        let Some(id) = site.document_at(&span.path) else { return true };
        let fits = |&place: &usize| all[id][place].names(diagnostic) && all[id][place].applies(site.today);
        match covered[id].at(span.range.start).filter(fits).min() {
            Some(place) => {
                all[id][place].used = true;
                false
            }
            None => true,
        }
    });
    let mut findings = Vec::new();
    for (id, suppressions) in all.iter().enumerate() {
        let document = &site.documents[id];
        for suppression in suppressions {
            match find_rule(&suppression.rule.value) {
                Some(rule) if has_looked(rule, id) => findings.extend(suppression.finding(document, site.today)),
                Some(_) => {}
                // One that names no rule is told once, by the command that looks for suppressions.
                None if find_rule(super::UNUSED).is_some_and(|rule| has_looked(rule, id)) => {
                    findings.push(suppression.unknown_rule(document));
                }
                None => {}
            }
        }
    }
    findings
}

/// What the suppressions of a document cover, to be found by place: there can be as many of them as findings.
struct Covered {
    /// Where each begins and ends, and its place among the suppressions; by where they begin.
    ranges: Vec<(usize, usize, usize)>,
    /// The furthest end of all up to each.
    reach: Vec<usize>,
}

impl Covered {
    fn by(suppressions: &[Suppression]) -> Self {
        let covers = suppressions.iter().enumerate().filter_map(|(place, it)| it.covers.clone().zip(Some(place)));
        let mut ranges: Vec<_> = covers.map(|(range, place)| (range.start, range.end, place)).collect();
        ranges.sort_unstable();
        let furthest = |reach: &mut usize, &(_, end, _): &(usize, usize, usize)| {
            *reach = end.max(*reach);
            Some(*reach)
        };
        let reach = ranges.iter().scan(0, furthest).collect();
        Self { ranges, reach }
    }

    /// The places of the suppressions that cover an offset.
    fn at(&self, offset: usize) -> impl Iterator<Item = usize> + '_ {
        let begun = self.ranges.partition_point(|&(start, ..)| start <= offset);
        let near = (0..begun).rev().take_while(move |&at| self.reach[at] > offset);
        near.map(|at| self.ranges[at]).filter(move |&(_, end, _)| end > offset).map(|(.., place)| place)
    }
}

impl Suppression {
    fn names(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic.name == self.rule.value || diagnostic.code.eq_ignore_ascii_case(&self.rule.value)
    }

    fn ends(&self) -> Option<Date> {
        self.until.as_ref().and_then(|until| Date::parse(&until.value))
    }

    fn is_past(&self, today: Option<Date>) -> bool {
        today.zip(self.ends()).is_some_and(|(today, end)| today > end)
    }

    /// Whether it does anything at all: without a reason, and past its date, it does not.
    fn applies(&self, today: Option<Date>) -> bool {
        self.has_reason && !self.is_past(today) && self.until.is_none() == self.ends().is_none()
    }

    fn unknown_rule(&self, document: &Document) -> Finding {
        let name = &self.rule.value;
        let span = document.source.span(self.rule.range.clone());
        let finding = Finding::new(span.clone(), format!("no rule is called `{name}`"));
        match nearest(name, super::RULES.iter().map(|rule| rule.name)) {
            Some(near) => finding
                .help(format!("did you mean `{near}`?"))
                .fix(Fix::safe(format!("write `{near}`"), vec![Edit::replace(span, near)])),
            None => finding.help("`docent rules` lists them"),
        }
    }

    fn finding(&self, document: &Document, today: Option<Date>) -> Option<Finding> {
        let source = &document.source;
        let name = &self.rule.value;
        let span = source.span(self.rule.range.clone());
        let at = |message: String| Finding::new(span.clone(), message);
        let deleted = |finding: Finding| match &self.deletion {
            Some(edit) => finding.fix(Fix::safe("take the suppression out", vec![edit.clone()])),
            None => finding,
        };
        if let Some(until) = self.until.as_ref().filter(|_| self.ends().is_none()) {
            let message = format!("`until` is a date such as `2027-01-01`, found `{}`", until.value);
            return Some(
                Finding::new(source.span(until.range.clone()), message).help("nothing is suppressed until it is one"),
            );
        }
        if !self.has_reason {
            let help = "say why behind the rule, as in `<!-- allow: link-text — readers know this name -->`; until then nothing is suppressed";
            return Some(at(format!("`{name}` is suppressed without a reason")).help(help));
        }
        if let Some(until) = self.until.as_ref().filter(|_| self.is_past(today)) {
            let message = format!("the suppression of `{name}` ended on {}", until.value);
            return Some(deleted(at(message).help("mend what it hid, and take it out")));
        }
        if self.covers.is_none() {
            let help =
                "put it on a line of its own before the block that it is for, or into `allow:` of the front matter";
            return Some(at(format!("this suppression of `{name}` stands before no block")).help(help));
        }
        // Rules that compare two states of a site find nothing in one.
        let is_of_base = find_rule(name).is_some_and(|rule| matches!(rule.check, super::Check::Base(_)));
        (!self.used && !is_of_base)
            .then(|| deleted(at(format!("`{name}` finds nothing here")).help("take the suppression out")))
    }
}

/// The suppressions of a document, those of comments first: what is nearest to a finding is used.
fn of_document(site: &Site, id: DocumentId) -> Vec<Suppression> {
    let document = &site.documents[id];
    let behind = if document.comments.is_empty() { Vec::new() } else { shown_behind(document) };
    let comments = document.comments.iter().flat_map(|comment| of_comment(document, comment, &behind));
    let allowed = document.front_matter.allow.iter().map(|allow| of_front_matter(document, allow));
    comments.chain(allowed).collect()
}

fn of_front_matter(document: &Document, allow: &Allow) -> Suppression {
    Suppression {
        rule: allow.rule.clone(),
        has_reason: allow.has_reason,
        until: allow.until.clone(),
        covers: Some(0..document.source.text().len() + 1),
        deletion: allow.lines.clone().map(|lines| Edit::replace(document.source.span(lines), "")),
        used: false,
    }
}

fn of_comment(document: &Document, comment: &Placed<String>, behind: &[Option<usize>]) -> Vec<Suppression> {
    let text = comment.value.as_str();
    let Some(at) = text.find("allow:").filter(|&at| text[..at].trim() == "<!--") else { return Vec::new() };
    let end = text.strip_suffix("-->").map_or(text.len(), |inner| inner.trim_end().len());
    let start = at + "allow:".len();
    let inner = &text[start..end];
    let (rules, reason) = split(inner);
    let place = |range: Range<usize>| {
        let offset = comment.range.start + start;
        offset + range.start..offset + range.end
    };
    let (has_reason, until) = read_reason(inner, reason);
    let names = names(&inner[rules]);
    let covers = covered(document, comment, behind);
    let suppression = |number: usize, range: &Range<usize>| Suppression {
        rule: Placed { value: inner[range.clone()].to_owned(), range: place(range.clone()) },
        has_reason,
        until: until.clone().map(|until| Placed { value: inner[until.clone()].to_owned(), range: place(until) }),
        covers: covers.clone(),
        deletion: Some(match (names.get(number + 1), number.checked_sub(1).and_then(|before| names.get(before))) {
            (Some(next), _) => Edit::replace(document.source.span(place(range.start..next.start)), ""),
            (None, Some(before)) => Edit::replace(document.source.span(place(before.end..range.end)), ""),
            (None, None) => Edit::replace(document.source.span(line_of(document, comment)), ""),
        }),
        used: false,
    };
    names.iter().enumerate().map(|(number, range)| suppression(number, range)).collect()
}

/// Where the rules stand, and where the reason behind the dash does.
fn split(text: &str) -> (Range<usize>, Range<usize>) {
    let dashes = ["—", "–", " -- ", " - "];
    let found = dashes.iter().filter_map(|dash| Some((text.find(dash)?, dash.len()))).min();
    found.map_or((0..text.len(), text.len()..text.len()), |(at, length)| (0..at, at + length..text.len()))
}

/// Where each of the names between commas stands.
fn names(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut names = Vec::new();
    for part in text.split(',') {
        let name = part.trim();
        let at = start + (part.len() - part.trim_start().len());
        if !name.is_empty() {
            names.push(at..at + name.len());
        }
        start += part.len() + 1;
    }
    names
}

/// Whether there is a reason, and where the date stands behind `until:` in it.
fn read_reason(text: &str, reason: Range<usize>) -> (bool, Option<Range<usize>>) {
    const UNTIL: &str = "until:";
    let is_there = |range: Range<usize>| text[range].contains(char::is_alphanumeric);
    let Some(at) = text[reason.clone()].find(UNTIL).map(|at| reason.start + at) else {
        return (is_there(reason), None);
    };
    let rest = &text[at + UNTIL.len()..reason.end];
    let start = at + UNTIL.len() + (rest.len() - rest.trim_start().len());
    let length = text[start..reason.end]
        .find(|sign: char| sign.is_whitespace() || matches!(sign, ',' | ';' | ')'))
        .unwrap_or(reason.end - start);
    let has_reason = is_there(reason.start..at) || is_there(start + length..reason.end);
    (has_reason, Some(start..start + length))
}

/// What a comment covers: all up to the end of the block that follows it. A comment within a block covers nothing.
fn covered(document: &Document, comment: &Placed<String>, behind: &[Option<usize>]) -> Option<Range<usize>> {
    let blocks = &document.blocks;
    let from = |offset: usize| blocks.partition_point(|block| block.range.start < offset);
    let here = &blocks[from(comment.range.start + 1).checked_sub(1)?];
    if here.kind != BlockKind::Comment || !here.range.contains(&comment.range.start) {
        return None;
    }
    let next = behind.get(from(comment.range.end)).copied().flatten();
    Some(comment.range.end..next.map_or(document.body.end, |next| blocks[next].range.end))
}

/// For each block, the first at or behind it that is no comment.
fn shown_behind(document: &Document) -> Vec<Option<usize>> {
    let mut behind = vec![None; document.blocks.len()];
    let mut next = None;
    for (place, block) in document.blocks.iter().enumerate().rev() {
        if block.kind != BlockKind::Comment {
            next = Some(place);
        }
        behind[place] = next;
    }
    behind
}

/// The comment with its line, where it has one for itself, and with one of two blank lines around it.
fn line_of(document: &Document, comment: &Placed<String>) -> Range<usize> {
    let text = document.source.text();
    let start = text[..comment.range.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[comment.range.end..].find('\n').map_or(text.len(), |at| comment.range.end + at + 1);
    let is_around = |text: &str| text.chars().all(|sign| sign.is_whitespace() || sign == '>');
    if !is_around(&text[start..comment.range.start]) || !text[comment.range.end..end].trim().is_empty() {
        return comment.range.clone();
    }
    let next = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    let blank_before = text[..start].ends_with("\n\n") || text[..start].ends_with("\n\r\n");
    let blank_behind = end < next && text[end..next].trim().is_empty();
    start..if blank_before && blank_behind { next } else { end }
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, mended, messages_in};

    #[test]
    fn a_comment_suppresses_what_the_next_block_holds() {
        for page in [
            "<!-- allow: link-text — the name of the site -->\nSee [here](#a).\n\n## A\n",
            "<!-- allow: E03 - the name of the site -->\n\n- See [here](#a).\n- And [here](#a).\n\n## A\n",
            "> <!-- allow: link-text, alt-missing — one reason for two -->\n> ![](example.md) [here](#a)\n\n## A\n",
            "<!-- allow: link-text — one -->\n<!-- allow: todo-left — two -->\n[here](#a) TODO: more\n\n## A\n",
        ] {
            let page = page.replace("![](example.md) ", "");
            let page = page.replace(", alt-missing", "");
            assert_eq!(messages_in("link-text", &page, &[]), [""; 0], "{page}");
            assert_eq!(messages_in("allow-unused", &page, &[]), [""; 0], "{page}");
        }
    }

    #[test]
    fn what_stands_further_on_is_reported() {
        let page = "<!-- allow: link-text — x -->\n[here](#a)\n\n[here](#a)\n\n## A\n";
        assert_eq!(messages_in("link-text", page, &[]).len(), 1);
    }

    #[test]
    fn the_front_matter_suppresses_for_the_page() {
        let page = "---\ntitle: A\nkind: page\nallow:\n  - rule: link-text\n    reason: as its author had it\n---\n[here](#a)\n\n[here](#a)\n\n## A\n";
        assert_eq!(messages_in("link-text", page, &[]), [""; 0]);
        assert_eq!(messages_in("allow-unused", page, &[]), [""; 0]);
    }

    #[test]
    fn suppressions_of_no_use_are_reported() {
        marks("allow-unused", "<!-- allow: link-text — x -->\n            ^^^^^^^^^ finds nothing here\nText.\n");
        marks(
            "allow-unused",
            "<!-- allow: link-txt — x -->\n            ^^^^^^^^ no rule is called\n[here](#a)\n\n## A\n",
        );
        marks(
            "allow-unused",
            "<!-- allow: link-text -->\n            ^^^^^^^^^ without a reason\n[here](#a)\n\n## A\n",
        );
        marks(
            "allow-unused",
            "<!-- allow: link-text — x, until: soon -->\n                                  ^^^^ found `soon`\n[here](#a)\n\n## A\n",
        );
        marks(
            "allow-unused",
            "[here](#a) <!-- allow: link-text — x -->\n                       ^^^^^^^^^ before no block\n\n## A\n",
        );
        marks(
            "allow-unused",
            "```html\n<!-- allow: link-text — x -->\n```\n\n`<!-- allow: x -->`\n\n<!-- allowed: x -->\n",
        );
    }

    #[test]
    fn suppressions_of_no_use_are_taken_out() {
        let fixed = |page: &str| mended("allow-unused", page);
        assert_eq!(fixed("One.\n\n<!-- allow: link-text — x -->\nTwo.\n"), "One.\n\nTwo.\n");
        assert_eq!(fixed("One.\n\n<!-- allow: link-text — x -->\n\nTwo.\n"), "One.\n\nTwo.\n");
        let page = "<!-- allow: todo-left, link-text — x -->\n[here](#a)\n\n## A\n";
        assert_eq!(fixed(page), page.replace("todo-left, ", ""));
        let page = "<!-- allow: link-text, todo-left — x -->\n[here](#a)\n\n## A\n";
        assert_eq!(fixed(page), page.replace(", todo-left", ""));
        let head = "---\ntitle: A\nkind: page\n";
        let allow = "allow:\n  - rule: link-text\n    reason: x\n";
        assert_eq!(fixed(&format!("{head}{allow}---\nText.\n")), format!("{head}---\nText.\n"));
        assert_eq!(
            fixed(&format!("{head}allow: [{{ rule: link-text, reason: x }}]\n---\nText.\n")),
            format!("{head}---\nText.\n")
        );
        let two = format!("{head}{allow}  - rule: todo-left\n    reason: y\n---\n[here](#a)\n\n## A\n");
        assert_eq!(fixed(&two), two.replace("  - rule: todo-left\n    reason: y\n", ""));
    }
}
