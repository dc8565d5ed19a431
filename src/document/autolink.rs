//! Bare URLs in text, as GitHub links them: `https://…`, `http://…` and `www.…`.

use std::ops::Range;

/// The bare URLs of `text`, in order.
pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = next_start(text, from) {
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

fn next_start(text: &str, from: usize) -> Option<usize> {
    ["http://", "https://", "www."].iter().filter_map(|prefix| text.get(from..)?.find(prefix)).min().map(|at| from + at)
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
    let end = text[start..].find(|sign: char| sign.is_whitespace() || sign == '<').map_or(text.len(), |at| start + at);
    let end = start + trimmed(&text[start..end]).len();
    let url = &text[start..end];
    let host = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = host.split(['/', '?', '#']).next().unwrap_or_default();
    is_domain(host.rsplit('@').next().unwrap_or_default()).then_some(end)
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
    loop {
        let shorter = match url.chars().next_back() {
            Some('?' | '!' | '.' | ',' | ':' | '*' | '_' | '~' | '\'' | '"') => &url[..url.len() - 1],
            Some(')') if url.matches(')').count() > url.matches('(').count() => &url[..url.len() - 1],
            Some(';') => match url.rfind('&') {
                Some(at) if url[at + 1..url.len() - 1].chars().all(char::is_alphanumeric) => &url[..at],
                _ => &url[..url.len() - 1],
            },
            Some(last @ ('。' | '，' | '）' | '」' | '、')) => &url[..url.len() - last.len_utf8()],
            _ => return url,
        };
        url = shorter;
    }
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
