//! Bare URLs in text, as GitHub links them: `https://…`, `http://…` and `www.…`.

use std::ops::Range;

/// The bare URLs of `text`, in order.
pub(super) fn find(text: &str) -> Vec<Range<usize>> {
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
pub(super) fn target(url: &str) -> String {
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
