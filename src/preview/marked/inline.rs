//! Lines as HTML, their words marked.

use super::Writer;
use super::picture::Rewritten;
use crate::document::tree::{Run, RunKind};
use crate::figure::math::Tex;
use crate::preview::compare::{Mark, Marked};
use crate::render::escape::escaped;
use crate::site::link::Target;

impl Writer<'_> {
    /// Runs of one mark stand in one element. The blanks at its ends stay outside, where no line marks them. A formula of
    /// its own line is a block, which a line through it would make unreadable: it is tinted instead.
    pub(super) fn runs(&mut self, runs: &[Marked]) {
        let rewritten = Rewritten::of(runs);
        let mut rest = runs;
        while let Some(first) = rest.first() {
            let is_block = is_display(first);
            let is_alike = |marked: &&Marked| marked.mark == first.mark && is_display(marked) == is_block;
            let count = rest.iter().take_while(is_alike).count();
            let (alike, others) = rest.split_at(count);
            rest = others;
            let from = self.out.len();
            alike.iter().for_each(|marked| self.marked_run(marked, &rewritten));
            match first.mark {
                Mark::Same => {}
                mark if is_block => self.tint(from, mark),
                mark => self.enclose(from, mark),
            }
        }
    }

    fn marked_run(&mut self, Marked { mark, run }: &Marked, rewritten: &Rewritten<'_>) {
        match &run.kind {
            RunKind::Html(tag) if *mark != Mark::Same && !is_break(tag) => self.changed_tag(*mark, tag, rewritten),
            RunKind::Image { .. } if *mark != Mark::Same => self.changed_picture(*mark, run),
            _ => self.run(*mark, run),
        }
    }

    fn enclose(&mut self, from: usize, mark: Mark) {
        let html = self.out.split_off(from);
        let (start, end) = if mark == Mark::Added { ("<ins>", "</ins>") } else { ("<del>", "</del>") };
        let inner = html.trim();
        if inner.is_empty() {
            return self.out.push_str(&html);
        }
        let before = html.len() - html.trim_start().len();
        let behind = html.trim_end().len();
        self.out.push_str(&format!("{}{start}{inner}{end}{}", &html[..before], &html[behind..]));
    }

    fn tint(&mut self, from: usize, mark: Mark) {
        let html = self.out.split_off(from);
        let class = if mark == Mark::Added { "added" } else { "removed" };
        self.out.push_str(&format!("<span class=\"formula {class}\">{html}</span>"));
    }

    /// Runs without marks, as one of the pages has them.
    pub(super) fn plain(&mut self, mark: Mark, runs: &[Run]) {
        runs.iter().for_each(|run| self.run(mark, run));
    }

    fn run(&mut self, mark: Mark, run: &Run) {
        let style = &run.style;
        let href = style.link.as_deref().filter(|_| mark != Mark::Removed).and_then(|link| self.href(link));
        if let Some(href) = &href {
            self.out.push_str(&format!("<a href=\"{}\">", escaped(href)));
        }
        let elements = [(style.strong, "strong"), (style.emphasis, "em"), (style.struck, "s")];
        for (_, element) in elements.iter().filter(|(is_on, _)| *is_on) {
            self.out.push_str(&format!("<{element}>"));
        }
        self.kind(mark, &run.kind);
        for (_, element) in elements.iter().rev().filter(|(is_on, _)| *is_on) {
            self.out.push_str(&format!("</{element}>"));
        }
        if href.is_some() {
            self.out.push_str("</a>");
        }
    }

    fn kind(&mut self, mark: Mark, kind: &RunKind) {
        match kind {
            RunKind::Text(text) => self.out.push_str(&escaped(text)),
            RunKind::Code(code) => self.out.push_str(&format!("<code>{}</code>", escaped(code))),
            RunKind::Math(tex, display) => {
                let converted = self.settings.notation.mathml(Tex { text: tex, display: *display });
                let html = converted.unwrap_or_else(|_| format!("<code>{}</code>", escaped(tex)));
                self.out.push_str(&html);
            }
            RunKind::Image { destination, alt, title } => self.picture(mark, destination, alt, title),
            RunKind::Break => self.out.push_str("<br>"),
            RunKind::Footnote(label) => self.out.push_str(&format!("<sup>{}</sup>", escaped(label))),
            RunKind::Task(done) => {
                let (checked, label) = if *done { (" checked", "Done") } else { ("", "Not done") };
                self.out.push_str(&format!("<input type=\"checkbox\" disabled{checked} aria-label=\"{label}\"> "));
            }
            RunKind::Html(tag) if is_break(tag) => self.out.push_str("<br>"),
            // Tags of two pages, mixed, would not nest.
            RunKind::Html(tag) => self.tag(mark, tag),
        }
    }

    /// Where a link of the later page leads from here.
    fn href(&self, destination: &str) -> Option<String> {
        match self.after.target(destination)? {
            Target::Page { document, query, anchor, .. } => {
                let anchor = anchor.as_ref().map_or_else(String::new, |anchor| format!("#{anchor}"));
                Some(format!("{}{query}{anchor}", (self.address)(self.after.site.route(*document))))
            }
            Target::File { route, suffix } => Some(format!("{}{suffix}", (self.address)(route))),
            Target::External => Some(destination.to_owned()),
            Target::Broken(_) => None,
        }
    }
}

fn is_break(tag: &str) -> bool {
    tag.to_ascii_lowercase().starts_with("<br")
}

fn is_display(marked: &Marked) -> bool {
    matches!(marked.run.kind, RunKind::Math(_, true))
}
