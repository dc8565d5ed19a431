//! Figures as HTML: code by line, drawings and pictures before and after.

use std::sync::Arc;

use super::Writer;
use super::picture::shows_file;
use super::setting::tab_name;
use crate::document::CodeBlock;
use crate::document::tree::RunKind;
use crate::figure::diagram;
use crate::preview::compare::{Line, Mark, Marked};
use crate::render::escape::escaped;
use crate::render::fragment;

/// The ids in figures of the earlier page begin above those of the later one.
const EARLIER: usize = 100_000;

impl Writer<'_> {
    pub(super) fn highlighted(&self, mark: Mark, place: usize) -> Vec<Arc<str>> {
        let Some((block, code)) = self.view(mark).code(place) else { return Vec::new() };
        fragment::code_lines(block.language().unwrap_or("text"), code, self.settings)
    }

    pub(super) fn caption(&self, place: usize) -> (String, Option<String>) {
        let Some((block, _)) = self.after.code(place) else { return ("text".to_owned(), None) };
        let file = block.value("file").map(|file| file.trim_start_matches("../").trim_start_matches('/'));
        let title = block.value("title").or(file).map(str::to_owned);
        (block.language().unwrap_or("text").to_owned(), title)
    }

    pub(super) fn lines(
        &mut self,
        language: &str,
        title: Option<&str>,
        lines: &[Line],
        old: &[Arc<str>],
        new: &[Arc<str>],
    ) {
        let html = |line: &Line| {
            let side = if line.mark == Mark::Removed { old } else { new };
            side.get(line.place).map_or_else(|| escaped(&line.text), ToString::to_string)
        };
        self.figure(language, title, lines, html);
    }

    pub(super) fn figure(
        &mut self,
        language: &str,
        title: Option<&str>,
        lines: &[Line],
        html: impl Fn(&Line) -> String,
    ) {
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
    pub(super) fn diagrams(&mut self, before: usize, after: usize, arrows: &[(Mark, String)]) {
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

    /// Pictures before and after, beside each other where there is room; those of both pages have no side.
    pub(super) fn images(&mut self, runs: &[Marked]) {
        self.out.push_str("<div class=\"pair\">");
        for Marked { mark, run } in paired(runs) {
            self.out.push_str(match mark {
                Mark::Removed => "<div class=\"earlier\"><p class=\"side\">Before</p>",
                Mark::Added => "<div class=\"later\"><p class=\"side\">After</p>",
                Mark::Same => "<div>",
            });
            self.out.push_str("<figure class=\"image\">");
            match &run.kind {
                _ if *mark == Mark::Same => self.plain(*mark, std::slice::from_ref(run)),
                RunKind::Html(tag) => self.files_of(*mark, tag),
                _ => self.changed_picture(*mark, run),
            }
            self.out.push_str("</figure></div>");
        }
        self.out.push_str("</div>\n");
    }

    pub(super) fn code(&mut self, mark: Mark, place: usize) {
        let view = self.view(mark);
        let Some((block, code)) = view.code(place) else { return };
        let id = if mark == Mark::Removed { EARLIER + self.drawn } else { place };
        let block = CodeBlock { anchor: None, ..block.clone() };
        let figure = fragment::figure(&block, code, id, self.settings);
        self.drawn += usize::from(mark == Mark::Removed && block.language() == Some(diagram::LANGUAGE));
        self.out.push_str(&tab_name(&block));
        self.out.push_str(&figure);
    }
}

/// The pictures of a line, each behind the one that it took the place of.
fn paired(runs: &[Marked]) -> Vec<&Marked> {
    let pictures: Vec<_> = runs.iter().filter(|marked| shows_file(&marked.run.kind)).collect();
    let mut paired = Vec::with_capacity(pictures.len());
    let mut rest = &pictures[..];
    while !rest.is_empty() {
        let count = |from: usize, mark| rest[from..].iter().take_while(|marked| marked.mark == mark).count();
        let same = count(0, Mark::Same);
        let gone = count(same, Mark::Removed);
        let come = count(same + gone, Mark::Added);
        let (stayed, changed) = rest[..same + gone + come].split_at(same);
        let (old, new) = changed.split_at(gone);
        paired.extend(stayed);
        for place in 0..gone.max(come) {
            paired.extend(old.get(place));
            paired.extend(new.get(place));
        }
        rest = &rest[same + gone + come..];
    }
    paired
}
