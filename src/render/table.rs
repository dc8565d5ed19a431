//! Tables: head and body, and how each column is aligned.

use pulldown_cmark::Alignment;

/// The table that is being written.
#[derive(Default)]
pub(super) struct Table {
    alignments: Vec<Alignment>,
    /// Place of the next cell in its row.
    cell: usize,
    in_head: bool,
    has_body: bool,
}

impl Table {
    pub(super) fn start(alignments: Vec<Alignment>, out: &mut String) -> Self {
        out.push_str("<div class=\"table\"><table>\n");
        Self { alignments, ..Self::default() }
    }

    pub(super) fn start_head(&mut self, out: &mut String) {
        self.in_head = true;
        out.push_str("<thead>\n<tr>");
    }

    pub(super) fn end_head(&mut self) -> &'static str {
        self.in_head = false;
        "</tr>\n</thead>\n"
    }

    pub(super) fn start_row(&mut self, out: &mut String) {
        self.cell = 0;
        if !std::mem::replace(&mut self.has_body, true) {
            out.push_str("<tbody>\n");
        }
        out.push_str("<tr>");
    }

    pub(super) fn start_cell(&mut self, out: &mut String) {
        out.push_str(if self.in_head { "<th" } else { "<td" });
        out.push_str(match self.alignments.get(self.cell) {
            Some(Alignment::Left) => " class=\"left\"",
            Some(Alignment::Center) => " class=\"center\"",
            Some(Alignment::Right) => " class=\"right\"",
            Some(Alignment::None) | None => "",
        });
        out.push('>');
        self.cell += 1;
    }

    pub(super) fn end_cell(&self) -> &'static str {
        if self.in_head { "</th>" } else { "</td>" }
    }

    pub(super) fn end(&self) -> &'static str {
        if self.has_body { "</tbody>\n</table></div>\n" } else { "</table></div>\n" }
    }
}
