//! The pages of a folder: what they share is made when the first of them asks for it.

use std::sync::{Arc, LazyLock, OnceLock};

use super::key::{hash_of, joined};
use crate::diagnostic::Problem;
use crate::render::{FolderContext, Frame, Frames, PageContext, Templates};

/// A finished page, or what its template has wrong.
pub(super) type Html = Result<Arc<[u8]>, Problem>;

/// What the pages of a folder share.
pub(super) struct Folder<'a> {
    templates: &'a Templates,
    frames: &'a Frames,
    context: LazyLock<FolderContext, Box<dyn FnOnce() -> FolderContext + Send + 'a>>,
    key: OnceLock<blake3::Hash>,
    frame: OnceLock<Result<Frame, Problem>>,
}

impl<'a> Folder<'a> {
    pub(super) fn new(
        templates: &'a Templates,
        frames: &'a Frames,
        context: impl FnOnce() -> FolderContext + Send + 'a,
    ) -> Self {
        let context = LazyLock::new(Box::new(context) as Box<dyn FnOnce() -> FolderContext + Send + 'a>);
        Self { templates, frames, context, key: OnceLock::new(), frame: OnceLock::new() }
    }

    /// Identifies what its pages share, with the templates that show it.
    pub(super) fn key(&self) -> blake3::Hash {
        *self.key.get_or_init(|| joined(&[self.templates.hash(), hash_of(&*self.context)]))
    }

    /// A page of the folder.
    pub(super) fn page(&self, context: &PageContext, body: &str) -> Html {
        let frame = self.frame.get_or_init(|| self.templates.frame(self.frames, &self.context));
        self.templates.render(context, frame.as_ref().map_err(Problem::clone)?, body)
    }
}
