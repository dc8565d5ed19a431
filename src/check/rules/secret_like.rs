//! C11: keys and tokens in code that everybody can read.

use std::ops::Range;
use std::sync::LazyLock;

use crate::check::phrases::Phrases;
use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::site::{DocumentId, Site};

declare_rule! {
    /// ## What it does
    /// Reports text in code blocks that has the form of a key or token of a well-known service, or of a private key.
    /// Keys that call themselves an example, or that are one sign repeated, are left alone.
    "C11", "secret-like", "who finds a key in a page can use it", Some(Severity::Error), Check::Document(check),
}

/// How a token begins, and how many signs follow at least.
const TOKENS: [(&str, usize); 12] = [
    ("AKIA", 16),
    ("ASIA", 16),
    ("ghp_", 36),
    ("gho_", 36),
    ("ghs_", 36),
    ("github_pat_", 40),
    ("glpat-", 20),
    ("xoxb-", 24),
    ("xoxp-", 24),
    ("sk_live_", 24),
    ("AIza", 35),
    ("hf_", 34),
];

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for block in &document.code_blocks {
        for secret in secrets(block.code.text()) {
            findings.push(
                Finding::new(document.source.span(block.code.places(secret)), "this looks like a real key")
                    .help("revoke the key, and show a made-up one that says EXAMPLE"),
            );
        }
    }
}

fn secrets(code: &str) -> Vec<Range<usize>> {
    static STARTS: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(&TOKENS.map(|(start, _)| start)));
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '-');
    let tokens = STARTS.find(code).filter_map(|(token, start)| {
        let end = code[start.start..].find(|sign| !is_sign(sign)).map_or(code.len(), |end| start.start + end);
        let whole = !code[..start.start].ends_with(is_sign);
        let signs = &code[start.end..end];
        (whole && signs.len() >= TOKENS[token].1 && is_random(signs)).then_some(start.start..end)
    });
    tokens.collect()
}

/// Whether signs look as if nobody had chosen them.
fn is_random(text: &str) -> bool {
    let mut signs: Vec<_> = text.bytes().collect();
    signs.sort_unstable();
    signs.dedup();
    let lower = text.to_lowercase();
    let says_so =
        ["example", "xxxx", "your", "token", "secret", "12345", "abcdef"].iter().any(|word| lower.contains(word));
    signs.len() >= 9 && !says_so && text.bytes().any(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use crate::check::tests::marks;

    #[test]
    fn keys_are_found() {
        // Put together here, so that no scanner takes the test for a leak.
        let key = ["AKIA", "Q3Z7PL0MW8R2T6VB"].concat();
        marks(
            "secret-like",
            &format!("```bash\nexport KEY={key}\n           ^^^^^^^^^^^^^^^^^^^^ looks like a real key\n```\n"),
        );
    }

    #[test]
    fn examples_are_left_alone() {
        let page = ["```bash\nexport KEY=AKIAIOSFODNN7", "EXAMPLE TOKEN=ghp_", &"x".repeat(36), "\n```\n"].concat();
        marks("secret-like", &page);
    }
}
