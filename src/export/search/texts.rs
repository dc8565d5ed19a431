//! Texts: the files from which results are shown.

use super::passage::{PASSAGE_BYTES, Passage, plain};
use super::script::{Shard, push_string};

/// Collects passages into files of about the same size.
#[derive(Debug, Default)]
pub(super) struct TextShards {
    pub(super) shards: Vec<Shard>,
    /// How many passages each file holds.
    pub(super) counts: Vec<u32>,
    data: String,
    count: u32,
}

impl TextShards {
    /// Adds the next passage.
    pub(super) fn push(&mut self, passage: &Passage<'_>) {
        let mut data = String::new();
        push_passage(&mut data, passage);
        if self.count > 0 && self.data.len() + data.len() > PASSAGE_BYTES {
            self.close();
        }
        self.data.push(if self.count == 0 { '[' } else { ',' });
        self.data.push_str(&data);
        self.count += 1;
    }

    /// Ends the last file.
    pub(super) fn close(&mut self) {
        if self.count > 0 {
            self.data.push(']');
            self.shards.push(Shard::new(format!("texts/{}", self.shards.len()), &self.data));
            self.counts.push(self.count);
            self.data.clear();
            self.count = 0;
        }
    }
}

/// `[route,title,[trail],description,[[anchor,heading,text,code],…]]`; the description of a passage that does not
/// start its page is null, which is how the browser knows that it is not the place to show a page as a whole.
fn push_passage(out: &mut String, passage: &Passage<'_>) {
    let page = passage.page;
    out.push('[');
    push_string(out, &page.route);
    out.push(',');
    push_string(out, &plain(&page.title));
    out.push_str(",[");
    for (index, title) in page.trail.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        push_string(out, &plain(title));
    }
    out.push_str("],");
    match passage.first {
        true => push_string(out, &plain(page.description.as_deref().unwrap_or_default())),
        false => out.push_str("null"),
    }
    out.push_str(",[");
    for (index, excerpt) in passage.excerpts.iter().enumerate() {
        out.push_str(if index > 0 { ",[" } else { "[" });
        push_string(out, excerpt.section.anchor.as_deref().unwrap_or_default());
        out.push(',');
        push_string(out, &plain(&excerpt.section.heading));
        out.push(',');
        push_string(out, &excerpt.text);
        out.push(',');
        push_string(out, &excerpt.code);
        out.push(']');
    }
    out.push_str("]]");
}

#[cfg(test)]
mod tests {
    use super::super::passage::passages;
    use super::super::tests::{page, section};
    use super::*;

    #[test]
    fn markup_in_a_page_stays_text() {
        let text = section("x", "x", "</script>", "\u{2028}");
        let page = page("a.html", "<script>alert(\"1\")</script>", vec![text]);
        let mut data = String::new();
        push_passage(&mut data, &passages(&page)[0]);
        assert_eq!(
            data,
            r#"["a.html","\u003cscript>alert(\"1\")\u003c/script>",[],"",[["x","x","\u003c/script>",""]]]"#
        );
    }
}
