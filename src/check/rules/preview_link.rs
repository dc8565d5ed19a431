//! L04: links to a preview of the page that is being written.

use crate::check::rule::{Check, declare_rule};
use crate::diagnostic::{Finding, Severity};
use crate::site::{DocumentId, Route, Site};

declare_rule! {
    /// ## What it does
    /// Reports links to hosts that show previews, such as `deploy-preview-7--site.netlify.app`, to hosts named
    /// `staging` or `preview`, and to a page of this site on the author's own machine, such as
    /// `http://localhost:8000/guide/setup.html`. Another address of the reader's own machine is what tutorials about
    /// servers are about; see `local-link`.
    ///
    /// ## Bad
    /// ~~~~markdown
    /// See [the guide](https://deploy-preview-7--docs.netlify.app/guide.html).
    /// ~~~~
    ///
    /// ## Good
    /// ~~~~markdown
    /// See [this page](example.md).
    /// ~~~~
    "L04", "preview-link", "the preview is gone when a reader follows the link", Some(Severity::Error), Check::Document(check),
}

fn check(site: &Site, id: DocumentId, findings: &mut Vec<Finding>) {
    let document = &site.documents[id];
    for link in &document.links {
        let Some((host, path)) = host_and_path(&link.destination) else { continue };
        let message = if is_preview(&host) {
            format!("`{host}` shows a preview, and not for long")
        } else if is_loopback(&host) && is_page(site, path) {
            format!("`{host}` is your own machine, and the page is one of this site")
        } else {
            continue;
        };
        findings.push(
            Finding::new(document.source.span(link.destination_range.clone()), message)
                .help("link the `.md` file of the page, or the address where it will stay"),
        );
    }
}

/// The host in lower case, and what follows it.
pub(super) fn host_and_path(url: &str) -> Option<(String, &str)> {
    let rest =
        url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).or_else(|| url.strip_prefix("//"))?;
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = if host.starts_with('[') { host.split(']').next() } else { host.split(':').next() };
    Some((host.unwrap_or_default().trim_start_matches('[').to_lowercase(), path))
}

/// Whether a host is the machine of whoever follows the link.
pub(super) fn is_loopback(host: &str) -> bool {
    host == "localhost"
        || host.ends_with(".localhost")
        || host.starts_with("127.")
        || host == "0.0.0.0"
        || host == "::1"
}

fn is_preview(host: &str) -> bool {
    const ENDINGS: [&str; 9] = [
        ".ngrok.io",
        ".ngrok.app",
        ".ngrok-free.app",
        ".trycloudflare.com",
        ".loca.lt",
        ".app.github.dev",
        ".gitpod.io",
        ".azurestaticapps.net.preview",
        ".surge-preview.sh",
    ];
    let first = host.split('.').next().unwrap_or_default();
    let is_word = |word: &str| first.split('-').any(|part| part == word);
    let netlify = host.ends_with(".netlify.app") && first.contains("--");
    let vercel = host.ends_with(".vercel.app") && first.contains("-git-");
    let pages = host.ends_with(".pages.dev") && host.matches('.').count() > 2;
    let read_the_docs = host.ends_with(".readthedocs.build");
    ENDINGS.iter().any(|ending| host.ends_with(ending))
        || netlify
        || vercel
        || pages
        || read_the_docs
        || ["staging", "preview"].into_iter().any(is_word) && host.matches('.').count() > 1
}

/// Whether a path is that of a page of the site; the root is that of every server.
fn is_page(site: &Site, path: &str) -> bool {
    let path = path.split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
    if path.is_empty() {
        return false;
    }
    let bare = path.trim_end_matches('/');
    let routes = [path.to_owned(), format!("{bare}.html"), format!("{bare}/index.html")].map(Route::new);
    site.published().any(|id| routes.contains(site.route(id)))
}

#[cfg(test)]
mod tests {
    use crate::check::tests::{marks, marks_in};

    #[test]
    fn previews_are_found() {
        marks(
            "preview-link",
            "[a](https://deploy-preview-7--docs.netlify.app/x) https://docs--12.org.readthedocs.build/en/\n    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ shows a preview\n                                                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n",
        );
        marks(
            "preview-link",
            "[a](https://staging.a.io/) [b](http://localhost:8000/example.html)\n    ^^^^^^^^^^^^^^^^^^^^^ `staging.a.io`\n                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ your own machine\n",
        );
        marks_in(
            "preview-link",
            "<a href=\"http://127.0.0.1:1/guide/\">x</a>\n         ^^^^^^^^^^^^^^^^^^^^^^^^^\n",
            &[("content/guide/index.md", "---\ntitle: G\n---\n")],
        );
    }

    #[test]
    fn servers_of_the_reader_and_real_hosts_are_left_alone() {
        marks(
            "preview-link",
            "Open [the API](http://127.0.0.1:8000/docs) and [the root](http://localhost:8000/), then [a](https://docs.netlify.app/x).\n",
        );
        marks("preview-link", "[a](https://preview.io/x) and [b](https://previewer.a.io) `https://staging.a.io/`\n");
    }
}
