//! What stands above a changed block and is no part of its text: its tab, its title, the kind of a note.

use super::Writer;
use crate::document::CodeBlock;
use crate::document::tree::Group;
use crate::preview::compare::SHOWN;
use crate::render::escape::escaped;

impl Writer<'_> {
    /// The settings of a code block that were others before.
    pub(super) fn settings_of_code(&mut self, before: usize, after: usize) {
        let (earlier, later) = (self.before, self.after);
        let (Some((old, _)), Some((new, _))) = (earlier.code(before), later.code(after)) else { return };
        if old.value("tab") == new.value("tab") {
            self.out.push_str(&tab_name(new));
        }
        self.setting("Language", old.language(), new.language());
        for (name, called) in SHOWN {
            self.setting(called, said(old, name), said(new, name));
        }
    }

    /// What a list or a note was, where it was another one.
    pub(super) fn kinds(&mut self, was: &Group, is: &Group) {
        let name = |group: &Group| match group {
            Group::Bullets => "Bullets".to_owned(),
            Group::Numbers(first) => format!("Numbers from {first}"),
            Group::Quote => "Quotation".to_owned(),
            Group::Alert(kind) => self.settings.labels.get(kind).map_or(*kind, String::as_str).to_owned(),
            Group::Footnote(label) => label.clone(),
            Group::Definitions => "Definitions".to_owned(),
        };
        let (was, is) = (name(was), name(is));
        self.setting("Kind", Some(&was), Some(&is));
    }

    fn setting(&mut self, called: &str, was: Option<&str>, is: Option<&str>) {
        if was == is {
            return;
        }
        let old = was.map_or_else(String::new, |was| format!(" <del>{}</del>", escaped(was)));
        let new = is.map_or_else(String::new, |is| format!(" <ins>{}</ins>", escaped(is)));
        self.out.push_str(&format!("<p class=\"setting\">{called}:{old}{new}</p>\n"));
    }
}

/// The name of the tab that holds a block; all tabs are open where changes are marked.
pub(super) fn tab_name(block: &CodeBlock) -> String {
    block.value("tab").map_or_else(String::new, |tab| format!("<p class=\"tab-name\">{}</p>\n", escaped(tab)))
}

/// What a fence says of a setting, which may have no value.
fn said<'b>(block: &'b CodeBlock, name: &str) -> Option<&'b str> {
    block.has(name).then(|| block.value(name).unwrap_or("yes"))
}
