//! Fences: code, a diagram or a formula, by itself or in a group of tabs.

use super::code;
use super::diagram;
use super::escape::escaped;
use super::formula::Formulas;
use super::settings::BodySettings;
use crate::document::CodeBlock;

/// What a fence shows; its code may come from a file, and `place` is that of the block in its page.
pub(super) fn figure(
    block: &CodeBlock,
    code: &str,
    place: usize,
    formulas: &mut Formulas,
    settings: &BodySettings,
) -> String {
    match formulas.fence(block.language()) {
        Some(formula) => formula,
        None if diagram::is_diagram(block) => diagram::figure(block, code, place, settings),
        None => code::figure(block, code, settings),
    }
}

/// The group of tabs that is open: consecutive fences with `tab=` are one, and anything else ends it.
#[derive(Debug, Default)]
pub(super) struct Tabs {
    open: bool,
}

impl Tabs {
    /// Writes a figure, into a tab where it has one.
    pub(super) fn write(&mut self, tab: Option<&str>, figure: &str, out: &mut String) {
        let Some(tab) = tab else {
            self.end(out);
            return out.push_str(figure);
        };
        if !std::mem::replace(&mut self.open, true) {
            out.push_str("<div class=\"tabs\">\n");
        }
        let tab = escaped(tab);
        out.push_str(&format!("<section class=\"tab\" data-tab=\"{tab}\"><p class=\"tab-title\">{tab}</p>\n"));
        out.push_str(figure);
        out.push_str("</section>\n");
    }

    /// Ends the group that is open.
    pub(super) fn end(&mut self, out: &mut String) {
        if std::mem::take(&mut self.open) {
            out.push_str("</div>\n");
        }
    }
}
