//! Blocks as HTML: whole ones as the page shows them, changed ones with both states in one.

use super::Writer;
use crate::document::html::{self, Piece as HtmlPiece};
use crate::document::tree::{Group, Node, NodeKind, Part, Run, RunKind};
use crate::figure::diagram;
use crate::preview::compare::{Changed, Line, Mark, Marked, PartPiece, Piece, Row};
use crate::render::escape::escaped;
use crate::render::fragment;

/// The ids in figures of the earlier page begin above those of the later one.
const EARLIER: usize = 100_000;

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
            Changed::Text(runs) if runs.iter().all(is_image) => self.images(runs),
            Changed::Text(runs) => {
                self.out.push_str("<p>");
                self.runs(runs);
                self.out.push_str("</p>\n");
            }
            Changed::Table(rows) => self.table(rows),
            Changed::Group(group, parts) => self.group(group, parts),
            Changed::Code(before, after, lines) => {
                let (old, new) = (self.highlighted(Mark::Removed, *before), self.highlighted(Mark::Added, *after));
                let (language, title) = self.caption(*after);
                self.lines(&language, title.as_deref(), lines, &old, &new);
            }
            Changed::Html(lines) => {
                let old = lines.iter().filter(|line| line.mark == Mark::Removed);
                let new = lines.iter().filter(|line| line.mark != Mark::Removed);
                let place = |line: &Line| (line.place, escaped(&line.text));
                let (old, new) = (old.map(place).collect::<Vec<_>>(), new.map(place).collect::<Vec<_>>());
                let find = |lines: &[(usize, String)], at: usize| {
                    lines.iter().find(|(place, _)| *place == at).map(|(_, text)| text.clone()).unwrap_or_default()
                };
                let html = |line: &Line| find(if line.mark == Mark::Removed { &old } else { &new }, line.place);
                self.figure("html", None, lines, html);
            }
            Changed::Diagram(before, after, arrows) => self.diagrams(*before, *after, arrows),
        }
    }

    fn highlighted(&self, mark: Mark, place: usize) -> Vec<std::sync::Arc<str>> {
        let Some((block, code)) = self.view(mark).code(place) else { return Vec::new() };
        fragment::code_lines(block.language().unwrap_or("text"), code, self.settings)
    }

    fn caption(&self, place: usize) -> (String, Option<String>) {
        let Some((block, _)) = self.after.code(place) else { return ("text".to_owned(), None) };
        let file = block.value("file").map(|file| file.trim_start_matches("../").trim_start_matches('/'));
        let title = block.value("title").or(file).map(str::to_owned);
        (block.language().unwrap_or("text").to_owned(), title)
    }

    fn lines(
        &mut self,
        language: &str,
        title: Option<&str>,
        lines: &[Line],
        old: &[std::sync::Arc<str>],
        new: &[std::sync::Arc<str>],
    ) {
        let html = |line: &Line| {
            let side = if line.mark == Mark::Removed { old } else { new };
            side.get(line.place).map_or_else(|| escaped(&line.text), ToString::to_string)
        };
        self.figure(language, title, lines, html);
    }

    fn figure(&mut self, language: &str, title: Option<&str>, lines: &[Line], html: impl Fn(&Line) -> String) {
        let language = escaped(language);
        self.out.push_str(&format!("<figure class=\"code diff\" data-language=\"{language}\">"));
        if let Some(title) = title.filter(|title| !title.is_empty()) {
            self.out.push_str(&format!("<figcaption>{}</figcaption>", escaped(title)));
        }
        self.out.push_str(&format!("<pre><code class=\"language-{language}\">"));
        for line in lines {
            let (class, sign) = match line.mark {
                Mark::Same => ("", ' '),
                Mark::Added => (" ins", '+'),
                Mark::Removed => (" del", '-'),
            };
            let html = html(line);
            self.out
                .push_str(&format!("<span class=\"line{class}\"><span class=\"sign\">{sign}</span>{html}\n</span>"));
        }
        self.out.push_str("</code></pre></figure>\n");
    }

    /// Both drawings, the earlier one first, and the arrows that differ.
    fn diagrams(&mut self, before: usize, after: usize, arrows: &[(Mark, String)]) {
        self.out.push_str("<div class=\"pair\"><div class=\"earlier\"><p class=\"side\">Before</p>");
        self.code(Mark::Removed, before);
        self.out.push_str("</div><div class=\"later\"><p class=\"side\">After</p>");
        self.code(Mark::Same, after);
        self.out.push_str("</div></div>\n");
        if arrows.is_empty() {
            return;
        }
        self.out.push_str("<ul class=\"arrows\">");
        for (mark, arrow) in arrows {
            let element = if *mark == Mark::Removed { "del" } else { "ins" };
            self.out.push_str(&format!("<li><{element}>{}</{element}></li>", escaped(arrow)));
        }
        self.out.push_str("</ul>\n");
    }

    /// Pictures before and after, beside each other where there is room.
    fn images(&mut self, runs: &[Marked]) {
        self.out.push_str("<div class=\"pair\">");
        for Marked { mark, run } in runs.iter().filter(|marked| matches!(marked.run.kind, RunKind::Image { .. })) {
            let (class, side) = match mark {
                Mark::Removed => ("earlier", "Before"),
                _ => ("later", "After"),
            };
            self.out.push_str(&format!("<div class=\"{class}\"><p class=\"side\">{side}</p><figure class=\"image\">"));
            self.plain(*mark, std::slice::from_ref(run));
            self.out.push_str("</figure></div>");
        }
        self.out.push_str("</div>\n");
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
            NodeKind::Html(html) => self.html_text(html),
            NodeKind::Rule => self.out.push_str("<hr>\n"),
        }
    }

    fn code(&mut self, mark: Mark, place: usize) {
        let view = self.view(mark);
        let Some((block, code)) = view.code(place) else { return };
        let id = if mark == Mark::Removed { EARLIER + self.drawn } else { place };
        let block = crate::document::CodeBlock { anchor: None, ..block.clone() };
        let figure = fragment::figure(&block, code, id, self.settings);
        self.drawn += usize::from(mark == Mark::Removed && block.language() == Some(diagram::LANGUAGE));
        self.out.push_str(&figure);
    }

    /// Raw HTML shows its words alone.
    fn html_text(&mut self, html: &str) {
        let texts = html::pieces(html).into_iter().filter_map(|piece| match piece {
            HtmlPiece::Text(range) => Some(&html[range]),
            _ => None,
        });
        let text = texts.collect::<Vec<_>>().join(" ");
        if !text.trim().is_empty() {
            self.out.push_str(&format!("<p>{}</p>\n", escaped(text.trim())));
        }
    }
}

fn class(changed: &Changed) -> &'static str {
    match changed {
        Changed::Text(runs) if runs.iter().all(is_image) => "whole",
        Changed::Text(_) => "text",
        Changed::Table(_) | Changed::Group(..) => "parts",
        Changed::Code(..) | Changed::Html(_) => "lines",
        Changed::Diagram(..) => "whole",
    }
}

fn is_image(marked: &Marked) -> bool {
    match &marked.run.kind {
        RunKind::Image { .. } => true,
        RunKind::Text(text) => text.trim().is_empty(),
        _ => false,
    }
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
