//! Routes: where a source is published, and the URL that leads from one page to another. The only place that knows how.

use std::fmt;

use crate::config::CONTENT;
use crate::source::SitePath;

/// A path below the output's root, with `/` between its parts: `tutorials/autoloading.html`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Route(String);

impl Route {
    /// Takes a path below the output's root.
    pub fn new(path: impl Into<String>) -> Self {
        Self(path.into())
    }

    /// The page of a document: `content/a/b.md` is published as `a/b.html`.
    pub fn of_document(path: &SitePath) -> Self {
        let within = below_content(path);
        Self(format!("{}.html", within.strip_suffix(".md").unwrap_or(within)))
    }

    /// A file beside the documents is published where it stands.
    pub fn of_file(path: &SitePath) -> Self {
        Self(below_content(path).to_owned())
    }

    /// An earlier path of a page: `old/path`, `old/path/`, `old/path.html` and `old/path.md` are pages in their own right.
    pub fn of_alias(alias: &str) -> Self {
        let path = alias.trim().trim_start_matches('/');
        match path.rsplit('/').next() {
            Some("") | None => Self(format!("{path}index.html")),
            Some(name) if name.ends_with(".md") => Self(format!("{}html", &path[..path.len() - "md".len()])),
            Some(name) if name.contains('.') => Self(path.to_owned()),
            Some(_) => Self(format!("{path}.html")),
        }
    }

    /// The same path with another ending: the Markdown twin of `a/b.html` is `a/b.md`.
    #[must_use]
    pub fn with_ending(&self, ending: &str) -> Self {
        Self(format!("{}.{ending}", self.0.strip_suffix(".html").unwrap_or(&self.0)))
    }

    /// The same path in a folder of the output's root.
    #[must_use]
    pub fn within(&self, folder: &str) -> Self {
        Self(format!("{folder}/{}", self.0))
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// `../` for each folder that the page is in: what leads from it to the root.
    pub fn to_root(&self) -> String {
        "../".repeat(self.0.matches('/').count())
    }

    /// The relative URL that leads from this page to another file of the output.
    pub fn to(&self, target: &Self) -> String {
        let folder = folder_of(self.0.as_bytes());
        let same = folder.iter().zip(target.0.as_bytes()).take_while(|(here, there)| here == there).count();
        let shared = folder_of(&folder[..same]).len();
        let up = folder[shared..].iter().filter(|&&byte| byte == b'/').count();
        let down = &target.0[shared..];
        let mut url = String::with_capacity("../".len() * up + down.len());
        (0..up).for_each(|_| url.push_str("../"));
        encode(down, &mut url);
        // A first part with a colon would be read as a scheme.
        let ends_like_a_scheme = url.bytes().find(|byte| matches!(byte, b'/' | b':')) == Some(b':');
        if ends_like_a_scheme { format!("./{url}") } else { url }
    }

    /// The absolute URL below a base that ends in a slash; a folder's index goes by the folder's own URL.
    ///
    /// It is of ASCII alone, as sitemaps must be: whoever compares it with another finds one spelling.
    pub fn below(&self, base: &str) -> String {
        let mut url = base.to_owned();
        let path = self.0.strip_suffix("index.html").filter(|folder| folder.is_empty() || folder.ends_with('/'));
        for (i, part) in path.unwrap_or(&self.0).split('/').enumerate() {
            if i > 0 {
                url.push('/');
            }
            encode_all(part, &mut url);
        }
        url
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A path without its last part.
fn folder_of(path: &[u8]) -> &[u8] {
    &path[..path.iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1)]
}

fn below_content(path: &SitePath) -> &str {
    path.as_str().strip_prefix(CONTENT).map_or(path.as_str(), |rest| rest.trim_start_matches('/'))
}

/// Writes a path so that it means itself in a URL; letters of all scripts stay readable.
fn encode(path: &str, url: &mut String) {
    // Nearly every path does.
    if path.bytes().all(|byte| matches!(byte, b'-' | b'.' | b'/' | b'0'..=b'9' | b'A'..=b'Z' | b'_' | b'a'..=b'z')) {
        return url.push_str(path);
    }
    for character in path.chars() {
        match character {
            ' ' | '"' | '#' | '%' | '<' | '>' | '?' | '[' | '\\' | ']' | '^' | '`' | '{' | '|' | '}' => {
                url.push_str(&format!("%{:02X}", character as u32));
            }
            character if character.is_control() || (character.is_whitespace() && character != ' ') => {
                let mut bytes = [0; 4];
                for byte in character.encode_utf8(&mut bytes).bytes() {
                    url.push_str(&format!("%{byte:02X}"));
                }
            }
            character => url.push(character),
        }
    }
}

/// Writes a part of a path in the characters that every reader of URLs takes.
fn encode_all(part: &str, url: &mut String) {
    for byte in part.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => url.push(char::from(byte)),
            b'-' | b'.' | b'_' | b'~' | b'!' | b'$' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=' | b':' | b'@' => {
                url.push(char::from(byte));
            }
            _ => url.push_str(&format!("%{byte:02X}")),
        }
    }
}

/// Undoes percent-encoding once; bytes that are then no UTF-8 stay encoded.
pub fn decode(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = |byte: Option<&u8>| byte.and_then(|&byte| char::from(byte).to_digit(16));
        match (bytes[at], hex(bytes.get(at + 1)), hex(bytes.get(at + 2))) {
            (b'%', Some(high), Some(low)) => {
                decoded.push(u8::try_from(high * 16 + low).unwrap_or(b'?'));
                at += 3;
            }
            (byte, ..) => {
                decoded.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8(decoded).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_relative_to_the_page() {
        for (from, to, url) in [
            ("index.html", "index.html", "index.html"),
            ("a/b.html", "index.html", "../index.html"),
            ("a/b.html", "a/c.html", "c.html"),
            ("a/b.html", "c/d.html", "../c/d.html"),
            ("a/b/c.html", "a/d/e.html", "../d/e.html"),
            ("a.html", "a/b.html", "a/b.html"),
            ("index.html", "my page.html", "my%20page.html"),
            ("index.html", "50%#?.html", "50%25%23%3F.html"),
            ("index.html", "c:d.html", "./c:d.html"),
            ("index.html", "数据/é.html", "数据/é.html"),
        ] {
            assert_eq!(Route::new(from).to(&Route::new(to)), url, "{from} to {to}");
        }
    }

    #[test]
    fn documents_are_published_below_the_root() {
        let route = |path: &str| Route::of_document(&SitePath::new(path)).to_string();
        assert_eq!(route("content/a/b.md"), "a/b.html");
        assert_eq!(route("content/index.md"), "index.html");
        assert_eq!(Route::new("a/index.html").below("https://h.example/d/"), "https://h.example/d/a/");
        assert_eq!(Route::new("index.html").below("https://h.example/"), "https://h.example/");
        assert_eq!(
            Route::new("数 据/a&b.html").below("https://h.example/"),
            "https://h.example/%E6%95%B0%20%E6%8D%AE/a%26b.html"
        );
        assert_eq!(Route::new("a/b.html").to_root(), "../");
        assert_eq!(Route::new("a/b.html").with_ending("md").as_str(), "a/b.md");
    }

    #[test]
    fn earlier_paths_are_pages() {
        for (alias, route) in [
            ("old/path", "old/path.html"),
            ("/old/path/", "old/path/index.html"),
            ("old/path.html", "old/path.html"),
            ("old/path.md", "old/path.html"),
            ("/", "index.html"),
        ] {
            assert_eq!(Route::of_alias(alias).as_str(), route, "{alias}");
        }
    }

    #[test]
    fn decoding_is_done_once() {
        assert_eq!(decode("%E6%A6%82%E8%A6%81"), "概要");
        assert_eq!(decode("100%25%2"), "100%%2");
        assert_eq!(decode("%ff"), "%ff");
    }
}
