//! Words: cuts text into the terms under which it is found.
//!
//! A *name* is what a reader may paste: `autoload`, `torch.backends.fast_mode`, `Widget::setTimeout`, `c++`, `utf-8`.
//! It is found as a whole, from each of its segments to its end, by each segment, and by the pieces of a segment
//! (`fast`, `mode`, `set`, `timeout`). Scripts that are written without spaces are found by character and by pairs of
//! characters. `static/theme/search.js` cuts what a reader types in the same way; a test compares the two.

use super::fold::fold;
use super::letters::{Kind, kind};

/// Longer terms are cut: what is longer is a hash or an encoded picture, which nobody types.
const LONGEST_TERM: usize = 64;
/// A name of more segments is found by its segments only, since each suffix is a term of its own.
const MOST_SEGMENTS: usize = 6;

/// Cuts text into terms; one value serves many texts, so that its buffers are allocated once.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// Segments of the current name in the text: where each starts and ends.
    segments: Vec<(usize, usize)>,
    /// The current name, folded.
    name: String,
    /// Where the segments start and end in the folded name.
    folded: Vec<(usize, usize)>,
    /// The current piece or character, folded.
    piece: String,
}

impl Words {
    /// Calls `visit` with each term of `text`; a name's first term is the whole name.
    pub(super) fn each(&mut self, text: &str, visit: &mut impl FnMut(&str)) {
        let mut at = 0;
        while let Some(c) = char_at(text, at) {
            at = match kind(c) {
                Kind::Other => at + c.len_utf8(),
                Kind::Letter => self.name(text, at, visit),
                Kind::Unspaced => self.unspaced(text, at, visit),
            };
        }
    }

    /// Emits the terms of the name that starts at `start`; returns where it ends.
    fn name(&mut self, text: &str, start: usize, visit: &mut impl FnMut(&str)) -> usize {
        self.name.clear();
        self.segments.clear();
        self.folded.clear();
        let mut end = start;
        loop {
            let segment = end;
            end = skip_letters(text, segment);
            self.segments.push((segment, end));
            let folded = self.name.len();
            fold(&text[segment..end], &mut self.name);
            self.folded.push((folded, self.name.len()));
            let Some((join, next)) = join_at(text, end) else {
                break;
            };
            self.name.push(join);
            end = next;
        }
        let sign = sign_at(text, end);
        self.name.push_str(sign);
        self.emit(text, visit);
        end + sign.len()
    }

    fn emit(&mut self, text: &str, visit: &mut impl FnMut(&str)) {
        let count = self.segments.len();
        if count > 1 && self.name.bytes().all(|b| matches!(b, b'0'..=b'9' | b'.' | b'_' | b'-')) {
            // A number or a version: its digits on their own say nothing.
            return visit(cut(&self.name));
        }
        let whole = count <= MOST_SEGMENTS && cut(&self.name).len() == self.name.len();
        for (index, &(start, end)) in self.folded.iter().enumerate() {
            if whole {
                visit(&self.name[start..]);
            }
            if !whole || end < self.name.len() {
                visit(cut(&self.name[start..end]));
            }
            let (start, end) = self.segments[index];
            pieces(&text[start..end], |piece| {
                self.piece.clear();
                fold(piece, &mut self.piece);
                visit(cut(&self.piece));
            });
        }
    }

    /// Emits the characters and pairs of a run without spaces; returns where it ends.
    fn unspaced(&mut self, text: &str, start: usize, visit: &mut impl FnMut(&str)) -> usize {
        self.piece.clear();
        let mut before = 0;
        let mut end = start;
        while let Some(c) = char_at(text, end).filter(|&c| kind(c) == Kind::Unspaced) {
            let next = end + c.len_utf8();
            let length = self.piece.len();
            fold(&text[end..next], &mut self.piece);
            if end > start {
                visit(&self.piece[before..]);
            }
            visit(&self.piece[length..]);
            before = length;
            end = next;
        }
        end
    }
}

fn char_at(text: &str, at: usize) -> Option<char> {
    match text.as_bytes().get(at)? {
        byte if byte.is_ascii() => Some(char::from(*byte)),
        _ => text[at..].chars().next(),
    }
}

fn is_letter_at(text: &str, at: usize) -> bool {
    char_at(text, at).is_some_and(|c| kind(c) == Kind::Letter)
}

fn skip_letters(text: &str, mut at: usize) -> usize {
    // Nearly every name is ASCII, and this loop runs over every byte of the site.
    let bytes = text.as_bytes();
    while bytes.get(at).is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        at += 1;
    }
    while let Some(c) = char_at(text, at).filter(|&c| kind(c) == Kind::Letter) {
        at += c.len_utf8();
    }
    at
}

/// What joins two segments at `at`: how it is written in the term, and where the next segment starts.
fn join_at(text: &str, at: usize) -> Option<(char, usize)> {
    let rest = &text.as_bytes()[at..];
    let (join, length) = match rest {
        [b'.', ..] => ('.', 1),
        // A reader may write any of these for "the member of".
        [b':', b':', ..] | [b'-', b'>', ..] => ('.', 2),
        // After a digit it is a minus or a date.
        [b'-', ..] if !text.as_bytes()[at - 1].is_ascii_digit() => ('-', 1),
        _ => return None,
    };
    is_letter_at(text, at + length).then_some((join, at + length))
}

/// The sign that ends names such as `c++` and `c#`.
fn sign_at(text: &str, at: usize) -> &'static str {
    let sign = match &text.as_bytes()[at..] {
        [b'+', b'+', ..] => "++",
        [b'#', ..] => "#",
        _ => return "",
    };
    if is_letter_at(text, at + sign.len()) { "" } else { sign }
}

/// Calls `visit` with the pieces between underscores and changes of case; with none when the segment is one piece.
fn pieces(segment: &str, mut visit: impl FnMut(&str)) {
    let mut start = 0;
    let mut before = '_';
    let mut chars = segment.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let upper = c.is_uppercase();
        let lower_follows = chars.peek().is_some_and(|&(_, next)| next.is_lowercase());
        let starts = upper && (before.is_lowercase() || before.is_uppercase() && lower_follows);
        if (starts || c == '_') && at > start {
            visit(&segment[start..at]);
        }
        if starts {
            start = at;
        }
        if c == '_' {
            start = at + 1;
        }
        before = c;
    }
    if start > 0 && start < segment.len() {
        visit(&segment[start..]);
    }
}

/// The first characters of a term that is too long.
fn cut(term: &str) -> &str {
    if term.len() <= LONGEST_TERM {
        return term;
    }
    term.char_indices().nth(LONGEST_TERM).map_or(term, |(end, _)| &term[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> Vec<String> {
        let mut terms = Vec::new();
        Words::default().each(text, &mut |term| terms.push(term.to_owned()));
        terms
    }

    #[test]
    fn a_plain_word_is_one_term() {
        assert_eq!(terms("Load the module, twice."), ["load", "the", "module", "twice"]);
    }

    #[test]
    fn a_name_is_found_whole_from_each_segment_and_by_pieces() {
        assert_eq!(
            terms("`alpha.backends.fast_mode`"),
            ["alpha.backends.fast_mode", "alpha", "backends.fast_mode", "backends", "fast_mode", "fast", "mode"]
        );
        assert_eq!(
            terms("Widget::setTimeout(cb)"),
            ["widget.settimeout", "widget", "settimeout", "set", "timeout", "cb"]
        );
        assert_eq!(terms("node->next"), ["node.next", "node", "next"]);
    }

    #[test]
    fn underscores_and_case_cut_a_segment() {
        assert_eq!(terms("__init__"), ["__init__", "init"]);
        assert_eq!(terms("_autoload"), ["_autoload", "autoload"]);
        assert_eq!(terms("TORCH_DEVICE"), ["torch_device", "torch", "device"]);
        assert_eq!(
            terms("HTTPServer x2y Conv2DLayer"),
            ["httpserver", "http", "server", "x2y", "conv2dlayer", "conv2d", "layer"]
        );
        assert_eq!(terms("_"), ["_"]);
    }

    #[test]
    fn signs_and_joints_belong_to_a_name_only_inside() {
        assert_eq!(terms("Vec<T>, C++ and C#."), ["vec", "t", "c++", "c", "and", "c#", "c"]);
        assert_eq!(terms("a#b x. -y ..z utf-8"), ["a", "b", "x", "y", "z", "utf-8", "utf", "8"]);
        assert_eq!(terms("3.14 2026-11-30 1_000"), ["3.14", "2026", "11", "30", "1_000", "1", "000"]);
    }

    #[test]
    fn scripts_without_spaces_are_found_by_characters_and_pairs() {
        assert_eq!(terms("张量计"), ["张", "张量", "量", "量计", "计"]);
        assert_eq!(terms("PyTorchの"), ["pytorch", "py", "torch", "の"]);
        assert_eq!(terms("설치 안"), ["설", "설치", "치", "안"]);
        assert_eq!(terms("検・索"), ["検", "索"]);
    }

    #[test]
    fn endless_names_are_cut() {
        let long = "x".repeat(100);
        assert_eq!(terms(&long), ["x".repeat(64)]);
        assert_eq!(terms("a.b.c.d.e.f.g"), ["a", "b", "c", "d", "e", "f", "g"]);
    }
}
