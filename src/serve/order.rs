//! What our pages ask to have done: a source opened in the editor, a finding mended.

use hyper::StatusCode;
use hyper::header::HeaderMap;
use hyper::http::uri::Uri;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::answer::{self, Answer};
use super::client::PREFIX;
use super::live::{Live, Shown};
use super::mend::{self, Clicked};
use super::place::{self, Spot};
use crate::site::Route;
use crate::source::SitePath;

/// What is to be opened.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Open {
    /// The source of a block.
    Block {
        /// The page.
        route: String,
        #[serde(flatten)]
        spot: Spot,
    },
    /// A place that a finding names.
    Place {
        /// The file within the site.
        path: String,
        line: usize,
    },
}

/// Does what is asked for. It may take as long as a check of the site.
pub(super) fn post(live: &Live, uri: &Uri, headers: &HeaderMap, body: &[u8]) -> Answer {
    if !live.gate.has_token(headers) {
        return refused(StatusCode::FORBIDDEN, "only pages of this server may ask for this");
    }
    match uri.path().strip_prefix('/').and_then(|path| path.strip_prefix(PREFIX)) {
        Some("open") => asked(body, |wanted| open(live, wanted)),
        Some("fix") => asked(body, |clicked| fix(live, clicked)),
        _ => refused(StatusCode::NOT_FOUND, "there is nothing of this name"),
    }
}

fn asked<T: DeserializeOwned>(body: &[u8], answer: impl FnOnce(&T) -> Answer) -> Answer {
    match serde_json::from_slice(body) {
        Ok(wanted) => answer(&wanted),
        Err(_) => refused(StatusCode::BAD_REQUEST, "the request cannot be understood"),
    }
}

fn refused(status: StatusCode, why: &str) -> Answer {
    answer::json(status, &json!({ "error": why }))
}

/// Opens a source in the editor, and tells which: without an editor the page shows the place.
fn open(live: &Live, wanted: &Open) -> Answer {
    let Some((path, line)) = source_of(&live.shown(), wanted) else {
        return refused(StatusCode::NOT_FOUND, "no source belongs to this place");
    };
    let file = live.site.world.root().join(path.as_str());
    let opened = match &live.editor {
        Some(editor) if file.is_file() => editor.open(&file, line).map(|()| true).map_err(|error| error.to_string()),
        _ => Ok(false),
    };
    let (was_opened, error) = (opened.as_ref().is_ok_and(|opened| *opened), opened.err());
    answer::json(StatusCode::OK, &json!({ "path": path.as_str(), "line": line, "opened": was_opened, "error": error }))
}

/// The source and the line of a place. Only sources of the build are ever named.
fn source_of(shown: &Shown, wanted: &Open) -> Option<(SitePath, usize)> {
    let site = &shown.site().site;
    match wanted {
        Open::Place { path, line } => {
            let path = SitePath::new(path.as_str());
            shown.site().sources.get(&path).map(|_| (path.clone(), *line))
        }
        Open::Block { route, spot } => {
            let route = Route::new(route.as_str());
            let id = site.published().find(|&id| *site.route(id) == route)?;
            let document = &site.documents[id];
            Some((document.path().clone(), place::line(document, spot)))
        }
    }
}

/// Mends one finding. The watch sees that its file has changed, and pages learn of it as of any other change.
fn fix(live: &Live, clicked: &Clicked) -> Answer {
    match mend::clicked(live, clicked) {
        Ok(title) => answer::json(StatusCode::OK, &json!({ "fixed": title })),
        Err(why) => refused(StatusCode::CONFLICT, &why),
    }
}
