//! Blocks as HTML: whole ones as the page shows them, changed ones with both states in one.

use super::Writer;
use super::picture::is_image;
use crate::document::tree::{Group, Node, NodeKind, Part, Run, RunKind};
use crate::preview::compare::{Changed, Line, Mark, Marked, PartPiece, Piece, Row, runs_of_html};
use crate::render::escape::escaped;

impl Writer<'_> {
    /// A block of the page itself: what has changed of it is one change.
    pub(super) fn top(&mut self, piece: &Piece) {
        let (class, label) = match piece {
            Piece::Same(node) => return self.node(Mark::Same, node),
            Piece::Added(_) => ("added", Some("Added".to_owned())),
            Piece::Removed(_) => ("removed", Some("Removed".to_owned())),
            Piece::MovedHere(_, from) if from.is_empty() => ("moved", Some("Moved here from the opening".to_owned())),
            Piece::MovedHere(_, from) => ("moved", Some(format!("Moved here from “{from}”"))),
            Piece::MovedAway(to) if to.is_empty() => ("away", Some("Moved to the opening".to_owned())),
            Piece::MovedAway(to) => ("away", Some(format!("Moved to “{to}”"))),
            Piece::Changed(changed) => (class(changed), None),
        };
        self.open_change("div", class, label.as_deref());
        self.piece(piece);
        self.out.push_str("</div>\n");
    }

    /// A block, whose mark stands in it or around it.
    fn piece(&mut self, piece: &Piece) {
        match piece {
            Piece::Same(node) | Piece::MovedHere(node, _) => self.node(Mark::Same, node),
            Piece::Added(node) => self.node(Mark::Added, node),
            Piece::Removed(node) => self.node(Mark::Removed, node),
            Piece::MovedAway(_) => {}
            Piece::Changed(changed) => self.changed(changed),
        }
    }

    /// A block within another: it needs marks of its own.
    fn inner(&mut self, piece: &Piece) {
        let class = match piece {
            Piece::Added(_) => "added",
            Piece::Removed(_) => "removed",
            _ => return self.piece(piece),
        };
        self.out.push_str(&format!("<div class=\"{class}\">"));
        self.piece(piece);
        self.out.push_str("</div>");
    }

    fn changed(&mut self, changed: &Changed) {
        match changed {
            Changed::Text(runs) if is_picture(runs) => self.images(runs),
            Changed::Text(runs) => {
                self.out.push_str("<p>");
                self.runs(runs);
                self.out.push_str("</p>\n");
            }
            Changed::Table(rows) => self.table(rows),
            Changed::Group(was, is, parts) => {
                self.kinds(was, is);
                self.group(is, parts);
            }
            Changed::Code(before, after, lines) => {
                self.settings_of_code(*before, *after);
                let (old, new) = (self.highlighted(Mark::Removed, *before), self.highlighted(Mark::Added, *after));
                let (language, title) = self.caption(*after);
                self.lines(&language, title.as_deref(), lines, &old, &new);
            }
            Changed::Html(lines, files) => {
                self.figure("html", None, lines, |line: &Line| escaped(&line.text));
                if !files.is_empty() {
                    self.images(files);
                }
            }
            Changed::Diagram(before, after, arrows) => {
                self.settings_of_code(*before, *after);
                self.diagrams(*before, *after, arrows);
            }
        }
    }

    fn table(&mut self, rows: &[Row]) {
        self.out.push_str("<div class=\"table\"><table>\n");
        for (place, row) in rows.iter().enumerate() {
            let cell = if place == 0 { "th" } else { "td" };
            self.out.push_str(if place == 0 { "<thead>" } else { "" });
            self.out.push_str(match row.mark {
                Mark::Same => "<tr>",
                Mark::Added => "<tr class=\"added\">",
                Mark::Removed => "<tr class=\"removed\">",
            });
            for runs in &row.cells {
                self.out.push_str(&format!("<{cell}>"));
                self.runs(runs);
                self.out.push_str(&format!("</{cell}>"));
            }
            self.out.push_str("</tr>\n");
            self.out.push_str(if place == 0 { "</thead><tbody>\n" } else { "" });
        }
        self.out.push_str("</tbody></table></div>\n");
    }

    fn group(&mut self, group: &Group, parts: &[PartPiece]) {
        let close = self.open_group(group);
        for part in parts {
            let (start, end) = tags(group, part.term);
            let class = match part.mark {
                Mark::Same => "",
                Mark::Added => " class=\"added\"",
                Mark::Removed => " class=\"removed\"",
            };
            self.out.push_str(&start.replace('>', &format!("{class}>")));
            match &part.pieces[..] {
                // A short item is a line, not a paragraph.
                [Piece::Same(Node { kind: NodeKind::Paragraph(runs), .. })] => self.plain(Mark::Same, runs),
                [Piece::Added(Node { kind: NodeKind::Paragraph(runs), .. })] if part.mark != Mark::Same => {
                    self.plain(Mark::Added, runs);
                }
                [Piece::Removed(Node { kind: NodeKind::Paragraph(runs), .. })] if part.mark != Mark::Same => {
                    self.plain(Mark::Removed, runs);
                }
                [Piece::Changed(Changed::Text(runs))] => self.runs(runs),
                pieces if part.mark == Mark::Same => pieces.iter().for_each(|piece| self.inner(piece)),
                pieces => pieces.iter().for_each(|piece| self.piece(piece)),
            }
            self.out.push_str(end);
        }
        self.out.push_str(close);
    }

    fn open_group(&mut self, group: &Group) -> &'static str {
        match group {
            Group::Bullets => self.out.push_str("<ul>\n"),
            Group::Numbers(1) => self.out.push_str("<ol>\n"),
            Group::Numbers(first) => self.out.push_str(&format!("<ol start=\"{first}\">\n")),
            Group::Quote => self.out.push_str("<blockquote>\n"),
            Group::Alert(name) => {
                let title = self.settings.labels.get(name).map_or(*name, String::as_str);
                let title = escaped(title);
                self.out.push_str(&format!(
                    "<div class=\"alert alert-{name}\" role=\"note\"><p class=\"alert-title\">{title}</p>\n"
                ));
            }
            Group::Footnote(label) => {
                self.out.push_str(&format!("<div class=\"footnote\"><sup>{}</sup>\n", escaped(label)));
            }
            Group::Definitions => self.out.push_str("<dl>\n"),
        }
        match group {
            Group::Bullets => "</ul>\n",
            Group::Numbers(_) => "</ol>\n",
            Group::Quote => "</blockquote>\n",
            Group::Alert(_) | Group::Footnote(_) => "</div>\n",
            Group::Definitions => "</dl>\n",
        }
    }

    /// A whole block, as the page of its side shows it.
    fn node(&mut self, mark: Mark, node: &Node) {
        match &node.kind {
            NodeKind::Heading(_, runs) | NodeKind::Paragraph(runs) => {
                self.out.push_str("<p>");
                self.plain(mark, runs);
                self.out.push_str("</p>\n");
            }
            NodeKind::Code(place) => self.code(mark, *place),
            NodeKind::Table(rows) => {
                let cells = |row: &Vec<Vec<Run>>| row.iter().map(|cell| marked(mark, cell)).collect();
                let rows: Vec<_> = rows.iter().map(|row| Row { mark: Mark::Same, cells: cells(row) }).collect();
                self.table(&rows);
            }
            NodeKind::Group(group, parts) => {
                let piece = |node: &Node| {
                    if mark == Mark::Removed { Piece::Removed(node.clone()) } else { Piece::Same(node.clone()) }
                };
                let part = |part: &Part| PartPiece {
                    mark: if mark == Mark::Removed { mark } else { Mark::Same },
                    term: part.term,
                    pieces: part.nodes.iter().map(piece).collect(),
                };
                let parts: Vec<_> = parts.iter().map(part).collect();
                self.group(group, &parts);
            }
            NodeKind::Html(html) => self.html(mark, html),
            NodeKind::Rule => self.out.push_str("<hr>\n"),
        }
    }

    /// Raw HTML shows its words and its pictures alone.
    fn html(&mut self, mark: Mark, html: &str) {
        let from = self.out.len();
        self.plain(mark, &runs_of_html(html));
        let shown = self.out.split_off(from);
        if !shown.trim().is_empty() {
            self.out.push_str(&format!("<p>{}</p>\n", shown.trim()));
        }
    }
}

fn class(changed: &Changed) -> &'static str {
    match changed {
        Changed::Text(runs) if is_picture(runs) => "whole",
        Changed::Text(_) => "text",
        Changed::Table(_) | Changed::Group(..) => "parts",
        Changed::Code(..) | Changed::Html(..) => "lines",
        Changed::Diagram(..) => "whole",
    }
}

/// Whether a line is pictures alone.
fn is_picture(runs: &[Marked]) -> bool {
    runs.iter().all(|marked| match &marked.run.kind {
        RunKind::Text(text) => text.trim().is_empty(),
        kind => is_image(kind),
    })
}

/// The runs of a cell, whose side they are of; the change around them says which.
fn marked(mark: Mark, cell: &[Run]) -> Vec<Marked> {
    let mark = if mark == Mark::Removed { mark } else { Mark::Same };
    cell.iter().map(|run| Marked { mark, run: run.clone() }).collect()
}

fn tags(group: &Group, term: bool) -> (&'static str, &'static str) {
    match group {
        Group::Bullets | Group::Numbers(_) => ("<li>", "</li>\n"),
        Group::Definitions if term => ("<dt>", "</dt>\n"),
        Group::Definitions => ("<dd>", "</dd>\n"),
        Group::Quote | Group::Alert(_) | Group::Footnote(_) => ("<div>", "</div>\n"),
    }
}
