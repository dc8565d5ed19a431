//! Bare URLs in text, as GitHub links them: `https://…`, `http://…` and `www.…`.

use std::ops::Range;

use memchr::memmem;
use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};

/// Turns the bare URLs in text into links, but not in code, nor within a link or an image, in Markdown or in HTML.
#[derive(Default)]
pub(super) struct BareUrls {
    /// Where the file has what each of them has, in order: most texts hold none of it.
    signs: Vec<usize>,
    closed: usize,
    in_html_link: bool,
}

impl BareUrls {
    /// For the events of this file.
    pub(super) fn of(file: &str) -> Self {
        let places = |sign: &'static str| memmem::find_iter(file.as_bytes(), sign);
        let mut signs: Vec<_> = places("://").chain(places("www.")).collect();
        signs.sort_unstable();
        Self { signs, ..Self::default() }
    }

    /// Passes an event on, or what stands for it.
    pub(super) fn link<'s>(
        &mut self,
        file: &str,
        event: Event<'s>,
        range: Range<usize>,
        mut push: impl FnMut(Event<'s>, Range<usize>),
    ) {
        match &event {
            _ if self.signs.is_empty() => {}
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_) | Tag::HtmlBlock) => self.closed += 1,
            Event::End(TagEnd::Link | TagEnd::Image | TagEnd::CodeBlock | TagEnd::HtmlBlock) => {
                self.closed = self.closed.saturating_sub(1);
            }
            Event::InlineHtml(tag) if is_tag(tag, "<a") => self.in_html_link = true,
            Event::InlineHtml(tag) if is_tag(tag, "</a") => self.in_html_link = false,
            // A link that nobody closes ends with its block.
            Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::TableCell | TagEnd::Item) => {
                self.in_html_link = false;
            }
            Event::Text(text) if self.closed == 0 && !self.in_html_link && self.may_stand_in(&range) => {
                let urls = find(text);
                if !urls.is_empty() {
                    return split_text(file, text, &range, &urls, push);
                }
            }
            _ => {}
        }
        push(event, range);
    }

    fn may_stand_in(&self, range: &Range<usize>) -> bool {
        let next = self.signs.partition_point(|&sign| sign < range.start);
        self.signs.get(next).is_some_and(|&sign| sign < range.end)
    }
}

fn is_tag(html: &str, start: &str) -> bool {
    let rest = html.get(start.len()..).filter(|_| html[..start.len()].eq_ignore_ascii_case(start));
    rest.is_some_and(|rest| rest.starts_with(['>', '/']) || rest.starts_with(char::is_whitespace))
}

fn split_text<'s>(
    file: &str,
    text: &str,
    range: &Range<usize>,
    urls: &[Range<usize>],
    mut push: impl FnMut(Event<'s>, Range<usize>),
) {
    // Where an entity made the text differ from the file, the whole text is as near as a place can be told.
    let verbatim = file.get(range.clone()) == Some(text);
    let place =
        |part: Range<usize>| if verbatim { range.start + part.start..range.start + part.end } else { range.clone() };
    let part = |part: Range<usize>| CowStr::from(text[part].to_owned());
    let mut from = 0;
    for url in urls {
        if from < url.start {
            push(Event::Text(part(from..url.start)), place(from..url.start));
        }
        let dest_url = CowStr::from(target(&text[url.clone()]));
        let link = Tag::Link {
            link_type: LinkType::Autolink,
            dest_url,
            title: CowStr::Borrowed(""),
            id: CowStr::Borrowed(""),
        };
        push(Event::Start(link), place(url.clone()));
        push(Event::Text(part(url.clone())), place(url.clone()));
        push(Event::End(TagEnd::Link), place(url.clone()));
        from = url.end;
    }
    if from < text.len() {
        push(Event::Text(part(from..text.len())), place(from..text.len()));
    }
}

/// The bare URLs of `text`, in order.
fn find(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    let mut starts = Starts { text, next: PREFIXES.map(|prefix| text.find(prefix)) };
    while let Some(start) = starts.next(from) {
        match url_at(text, start) {
            Some(end) => {
                found.push(start..end);
                from = end;
            }
            None => from = start + 1,
        }
    }
    found
}

/// The link target of a bare URL.
fn target(url: &str) -> String {
    if url.starts_with("www.") { format!("http://{url}") } else { url.to_owned() }
}

const PREFIXES: [&str; 3] = ["http://", "https://", "www."];
/// A longer name is no domain, and whoever it belongs to is no reason to read on.
const LONGEST_HOST: usize = 512;

/// Where URLs may start. The next place of each prefix is remembered, so that a text is searched once for each.
struct Starts<'t> {
    text: &'t str,
    next: [Option<usize>; PREFIXES.len()],
}

impl Starts<'_> {
    /// The first place at or behind `from`.
    fn next(&mut self, from: usize) -> Option<usize> {
        for (next, prefix) in self.next.iter_mut().zip(PREFIXES) {
            if next.is_some_and(|known| known < from) {
                *next = self.text.get(from..).and_then(|rest| rest.find(prefix)).map(|at| from + at);
            }
        }
        self.next.iter().flatten().min().copied()
    }
}

/// Where the URL that starts at `start` ends; `None` where GitHub would not link it.
fn url_at(text: &str, start: usize) -> Option<usize> {
    let before = text[..start].chars().next_back();
    if before.is_some_and(|before| {
        !before.is_whitespace()
            && !matches!(before, '*' | '_' | '~' | '(' | '"' | '\'' | '[' | '：' | '，' | '。' | '（')
    }) {
        return None;
    }
    let rest = &text[start..];
    let rest = rest.strip_prefix("http://").or_else(|| rest.strip_prefix("https://")).unwrap_or(rest);
    // The host is looked at first: a text of a thousand starts and no URL has no end that is worth to be looked for.
    let within = &rest[..rest.floor_char_boundary(LONGEST_HOST)];
    let host_end = within.find(|sign: char| sign.is_whitespace() || matches!(sign, '<' | '/' | '?' | '#'));
    let host = &within[..host_end.unwrap_or(within.len())];
    let host = if rest[host.len()..].starts_with('/') { host } else { trimmed(host) };
    if !is_domain(host.rsplit('@').next().unwrap_or_default()) {
        return None;
    }
    let end = text[start..].find(|sign: char| sign.is_whitespace() || sign == '<').map_or(text.len(), |at| start + at);
    Some(start + trimmed(&text[start..end]).len())
}

fn is_domain(host: &str) -> bool {
    let name = host.split(':').next().unwrap_or_default();
    let labels: Vec<&str> = name.split('.').collect();
    labels.len() > 1
        && labels.iter().all(|label| {
            !label.is_empty() && label.chars().all(|sign| sign.is_alphanumeric() || matches!(sign, '-' | '_'))
        })
        && labels.iter().rev().take(2).all(|label| !label.contains('_'))
}

/// The URL without the punctuation that ends the sentence around it.
fn trimmed(mut url: &str) -> &str {
    /// No character reference has a longer name.
    const LONGEST_REFERENCE: usize = 40;
    let opened = url.matches('(').count();
    let mut closed = url.matches(')').count();
    loop {
        let shorter = match url.chars().next_back() {
            Some('?' | '!' | '.' | ',' | ':' | '*' | '_' | '~' | '\'' | '"') => &url[..url.len() - 1],
            Some(')') if closed > opened => {
                closed -= 1;
                &url[..url.len() - 1]
            }
            Some(';') => {
                let end = near_end(url, LONGEST_REFERENCE);
                match end.rfind('&').map(|at| url.len() - end.len() + at) {
                    Some(at) if url[at + 1..url.len() - 1].chars().all(char::is_alphanumeric) => &url[..at],
                    _ => &url[..url.len() - 1],
                }
            }
            Some(last @ ('。' | '，' | '）' | '」' | '、')) => &url[..url.len() - last.len_utf8()],
            _ => return url,
        };
        url = shorter;
    }
}

/// The last so many bytes, or a few less.
fn near_end(text: &str, most: usize) -> &str {
    &text[text.ceil_char_boundary(text.len().saturating_sub(most))..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_end_where_github_ends_them() {
        for (text, urls) in [
            ("see https://example.org/a.", vec!["https://example.org/a"]),
            ("(https://example.org/a_(b))", vec!["https://example.org/a_(b)"]),
            ("www.example.org, http://a.b/?q=1&amp; x", vec!["www.example.org", "http://a.b/?q=1"]),
            ("https://localhost:8000/ and xhttps://example.org", vec![]),
            ("https://example.org:80/x#y", vec!["https://example.org:80/x#y"]),
            ("\u{ff08}https://example.org\u{ff09}", vec!["https://example.org"]),
            ("https:// www. nothing", vec![]),
        ] {
            let found: Vec<_> = find(text).into_iter().map(|range| &text[range]).collect();
            assert_eq!(found, urls, "{text}");
        }
    }
}
