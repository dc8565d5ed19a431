//! Pages from templates: the only owner of Tera.

mod frame;

use std::collections::BTreeMap;
use std::sync::Arc;

use tera::{Context, ErrorKind, Tera, Value};

use super::context::{FolderContext, PageContext};
use super::escape;
use super::labels::Labels;
use super::theme;
use crate::config::TEMPLATES;
use crate::diagnostic::{Finding, Problem};
use crate::site::Route;
use crate::source::{SitePath, Source};
pub use frame::{Frame, Frames};

/// Code of the rule for templates that fail.
const TEMPLATE_ERROR: &str = "P02";

/// What the templates put around the prose of most pages, in bytes: so much is made room for at once.
const FRAME_BYTES: usize = 16 * 1024;

/// The compiled templates of a site.
#[derive(Debug)]
pub struct Templates {
    tera: Tera,
    sources: BTreeMap<String, Source>,
    /// The words of the theme, which every page shares.
    labels: Value,
    hash: blake3::Hash,
}

impl Templates {
    /// Compiles the built-in templates, with those of the site in place of the ones of the same name; all of them can say
    /// the words of the theme.
    ///
    /// # Errors
    ///
    /// Says which template is wrong, and where.
    pub fn compile(own: &[Source], labels: &Labels) -> Result<Self, Problem> {
        let mut sources: BTreeMap<String, Source> = theme::templates()
            .map(|(name, text)| (name.to_owned(), Source::new(SitePath::new(format!("{TEMPLATES}/{name}")), text)))
            .collect();
        for source in own {
            let name = source.path().as_str().strip_prefix(TEMPLATES).unwrap_or_default().trim_start_matches('/');
            sources.insert(name.to_owned(), source.clone());
        }
        Self::of(sources, labels)
    }

    /// Compiles the templates of previews. No site replaces them: they show what a stranger wrote.
    ///
    /// # Errors
    ///
    /// Says which template is wrong, and where.
    pub fn of_previews() -> Result<Self, Problem> {
        let source = |text: &str, name: &str| Source::new(SitePath::new(format!("{TEMPLATES}/{name}")), text);
        let sources = theme::preview_templates().map(|(name, text)| (name.to_owned(), source(text, name)));
        Self::of(sources.collect(), &Labels::new())
    }

    fn of(sources: BTreeMap<String, Source>, labels: &Labels) -> Result<Self, Problem> {
        let mut hasher = blake3::Hasher::new();
        for source in sources.values() {
            hasher.update(source.hash().as_bytes());
        }
        for (key, word) in labels {
            hasher.update(key.as_bytes()).update(&word.len().to_le_bytes()).update(word.as_bytes());
        }
        let mut tera = Tera::new();
        tera.set_escape_fn(escape::value);
        let added =
            tera.add_raw_templates(sources.iter().map(|(name, source)| (name.clone(), source.text().to_owned())));
        let templates = Self { tera, sources, labels: Value::from_serializable(labels), hash: hasher.finalize() };
        match added {
            Ok(()) => Ok(templates),
            Err(error) => Err(templates.problem(&error, "base.html")),
        }
    }

    /// Identifies all templates together, with the words in them.
    pub fn hash(&self) -> blake3::Hash {
        self.hash
    }

    /// The sources of all templates, built-in ones too.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.sources.values()
    }

    /// Makes what the pages of a folder share, and takes from the frames of other folders what it shows as they do.
    ///
    /// # Errors
    ///
    /// Says where a component of the navigation asks for what there is not.
    pub fn frame(&self, frames: &Frames, folder: &FolderContext) -> Result<Frame, Problem> {
        let frame = frames.frame(&self.tera, &self.labels, folder);
        frame.map_err(|error| self.problem(&error, "components.html"))
    }

    /// Renders a page around its prose, in the frame of its folder, with the template of its kind, or with `page.html` where
    /// its kind has none. Hosts look for the page of addresses that lead nowhere as `404.html`, and so does its template.
    ///
    /// # Errors
    ///
    /// Says where the template asks for what the page does not have.
    pub fn render(&self, context: &PageContext, frame: &Frame, body: &str) -> Result<Arc<[u8]>, Problem> {
        let own = match context.page.kind.as_str() {
            "not-found" => "404.html".to_owned(),
            kind => format!("{kind}.html"),
        };
        let name = if self.sources.contains_key(&own) { own.as_str() } else { "page.html" };
        let html = self.rendered(name, context, frame, body).map_err(|error| self.problem(&error, name))?;
        Ok(html.into())
    }

    fn rendered(&self, name: &str, context: &PageContext, frame: &Frame, body: &str) -> tera::TeraResult<Vec<u8>> {
        let route = Route::new(context.page.route.as_str());
        let mut values = Context::from_serialize(context)?;
        frame.complete(&route.to(&route), &self.tera, &mut values)?;
        values.insert_value("labels", self.labels.clone());
        values.insert_value("body_html", Value::safe_string(body));
        let mut html = Vec::with_capacity(body.len() + FRAME_BYTES);
        self.tera.render_to(name, &values, &mut html)?;
        Ok(html)
    }

    /// Renders a page of a preview.
    ///
    /// # Errors
    ///
    /// Says where the template asks for what there is not.
    pub fn render_preview(&self, name: &str, values: &impl serde::Serialize) -> Result<String, Problem> {
        let values = Context::from_serialize(values).map_err(|error| self.problem(&error, name))?;
        self.tera.render(name, &values).map_err(|error| self.problem(&error, name))
    }

    fn problem(&self, error: &tera::Error, rendered: &str) -> Problem {
        let (name, range, message) = match error.kind() {
            ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
                (report.filename(), report.span().range.clone(), report.message().to_owned())
            }
            ErrorKind::CircularExtend { tpl, .. } | ErrorKind::CircularInclude { tpl, .. } => {
                (tpl.as_str(), 0..0, error.to_string())
            }
            ErrorKind::MissingParent { current, .. } => (current.as_str(), 0..0, error.to_string()),
            _ => self.mentioned(&error.to_string(), rendered),
        };
        let path = SitePath::new(format!("{TEMPLATES}/{name}"));
        let text_len = self.sources.get(name).map_or(0, |source| source.text().len());
        let range = range.start.min(text_len)..range.end.min(text_len);
        let span = crate::source::Span { path, range };
        Problem::new(TEMPLATE_ERROR, Finding::new(span, first_line(&message)))
    }

    /// Some errors carry their place only in their text, as `name.html:line:column`.
    fn mentioned<'t>(&'t self, text: &str, rendered: &'t str) -> (&'t str, std::ops::Range<usize>, String) {
        let message = text.trim_start_matches("error: ").to_owned();
        for (name, source) in &self.sources {
            let place = text.split_once(&format!("{name}:")).map(|(_, behind)| behind);
            let mut numbers = place.unwrap_or_default().split([':', '\n', ' ']).map(str::parse::<usize>);
            if let (Some(Ok(line)), Some(Ok(column))) = (numbers.next(), numbers.next()) {
                let line = source.line(line.saturating_sub(1));
                let start = (line.start + column.saturating_sub(1)).min(line.end);
                return (name, start..line.end, message);
            }
        }
        (rendered, 0..0, message)
    }
}

/// A message as a phrase: its first line, without a full stop, beginning in lower case.
fn first_line(message: &str) -> String {
    let line = message.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
    let mut characters = line.trim_end_matches('.').chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}
